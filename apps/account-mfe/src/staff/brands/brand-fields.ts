import { homeSections, knownFonts, looks } from '@fareline/contracts/schemas';

export interface BrandField {
  /** Path of the value in a brand, such as `theme.primary`. */
  name: string;
  label: string;
  kind?: 'text' | 'multiline' | 'colour' | 'number' | 'select' | 'list';
  options?: readonly string[];
  hint?: string;
}

const repeatFields = <T>(count: number, make: (index: number) => readonly T[]): T[] =>
  Array.from({ length: count }, (_, index) => make(index)).flat();

/** All values of a brand in the order of the form. A `list` has one entry per line. */
export const brandSections: readonly { title: string; text?: string; fields: readonly BrandField[] }[] = [
  {
    title: 'Identity',
    fields: [
      {
        name: 'id',
        label: 'Id',
        hint: 'Lower case letters, digits and hyphens. It cannot be changed later.',
      },
      { name: 'name', label: 'Name' },
      { name: 'domain', label: 'Domain' },
      {
        name: 'logo',
        label: 'Logo',
        hint: 'An https address, or a file of this site such as /brand/neutral.svg.',
      },
    ],
  },
  {
    title: 'Theme',
    fields: [
      { name: 'theme.primary', label: 'Primary colour', kind: 'colour' },
      { name: 'theme.secondary', label: 'Secondary colour', kind: 'colour' },
      { name: 'theme.accent', label: 'Accent colour', kind: 'colour' },
      { name: 'theme.background', label: 'Background colour', kind: 'colour' },
      { name: 'theme.text', label: 'Text colour', kind: 'colour' },
      { name: 'theme.corners', label: 'Corners', kind: 'select', options: looks.corners },
      { name: 'theme.buttons', label: 'Buttons', kind: 'select', options: looks.buttons },
      {
        name: 'theme.header',
        label: 'Header',
        kind: 'select',
        options: looks.header,
        hint: 'A dark one has the secondary colour.',
      },
      {
        name: 'theme.dark',
        label: 'Dark screens',
        kind: 'select',
        options: looks.dark,
        hint: 'For devices that ask for them; off leaves all screens as they are.',
      },
      { name: 'theme.darkBackground', label: 'Dark background colour', kind: 'colour' },
      { name: 'theme.darkCard', label: 'Dark card colour', kind: 'colour' },
      { name: 'theme.font', label: 'Font', kind: 'select', options: knownFonts },
    ],
  },
  {
    title: 'Contact',
    fields: [
      { name: 'contact.email', label: 'Support email' },
      { name: 'contact.phone', label: 'Phone' },
      { name: 'content.secondPhone', label: 'Second phone' },
      { name: 'contact.address', label: 'Address', kind: 'multiline' },
      { name: 'content.emails.general', label: 'General email' },
      { name: 'content.emails.booking', label: 'Booking email' },
      { name: 'content.emails.urgent', label: 'Urgent email' },
      { name: 'social.facebook', label: 'Facebook' },
      { name: 'social.twitter', label: 'Twitter' },
      { name: 'social.instagram', label: 'Instagram' },
    ],
  },
  {
    title: 'Prices, passports and tags',
    fields: [
      { name: 'pricing.markupPercent', label: 'Markup in percent', kind: 'number' },
      {
        name: 'passportRoutes',
        label: 'Passport routes',
        kind: 'list',
        hint: 'One pair of airports a line, such as JFK-LHR.',
      },
      { name: 'tags.analyticsId', label: 'Analytics tag', hint: 'Empty for none.' },
      { name: 'tags.adConversionId', label: 'Ad conversion tag', hint: 'Empty for none.' },
    ],
  },
  {
    title: 'Words',
    fields: [
      { name: 'content.headline', label: 'Headline' },
      { name: 'content.subline', label: 'Line below it', kind: 'multiline' },
      { name: 'content.blurb', label: 'Footer text', kind: 'multiline' },
      {
        name: 'content.socialPicture',
        label: 'Picture for shared links',
        hint: '1200 x 630 pixels: an https address, or a file in /brand/. Empty for the logo.',
      },
    ],
  },
  {
    title: 'Home page',
    fields: [
      {
        name: 'content.home.heroPattern',
        label: 'Pattern behind the headline',
        kind: 'select',
        options: looks.heroPattern,
      },
      {
        name: 'content.home.heroPicture',
        label: 'Picture instead of the pattern',
        hint: 'At least 1440 px wide: an https address, or a file in /brand/. Empty for none.',
      },
      {
        name: 'content.home.heroOrder',
        label: 'Order of headline and form',
        kind: 'select',
        options: looks.heroOrder,
      },
      {
        name: 'content.home.sections',
        label: 'Parts below the form',
        kind: 'list',
        hint: `One a line, in their order: ${homeSections.join(', ')}. What is left out is not shown.`,
      },
    ],
  },
  {
    title: 'Claims',
    text: 'Figures that you can prove. A claim of 0 is not shown.',
    fields: [
      { name: 'content.claims.averageSavingsPercent', label: 'Average savings in percent', kind: 'number' },
      { name: 'content.claims.averageSavedAmount', label: 'Average amount saved', kind: 'number' },
      { name: 'content.claims.airlinesCompared', label: 'Airlines compared', kind: 'number' },
      { name: 'content.claims.comparisonSeconds', label: 'Seconds to compare', kind: 'number' },
      { name: 'content.claims.lowestPriceCredit', label: 'Lowest-price credit', kind: 'number' },
      { name: 'content.claims.happyPercent', label: 'Happy travellers in percent', kind: 'number' },
      { name: 'content.claims.supportWaitSeconds', label: 'Support wait in seconds', kind: 'number' },
      { name: 'content.claims.phoneWaitMinutes', label: 'Phone wait in minutes', kind: 'number' },
      {
        name: 'content.claims.emailAnswerMinutes',
        label: 'Minutes to an answer by email',
        kind: 'number',
      },
      {
        name: 'content.claims.supportAnswerHours',
        label: 'Hours to an answer of the partner',
        kind: 'number',
      },
      { name: 'content.supportHours', label: 'Hours of support', hint: 'Such as 24/7. Empty for none.' },
      { name: 'content.serviceClaims', label: 'Service claims', kind: 'list', hint: 'One a line, up to 6.' },
      {
        name: 'content.certifications',
        label: 'Certifications',
        kind: 'list',
        hint: 'One a line, such as IATA certified.',
      },
    ],
  },
  {
    title: 'Benefits',
    fields: repeatFields(6, (index) => [
      { name: `content.benefits.${index}.title`, label: `Benefit ${index + 1}` },
      {
        name: `content.benefits.${index}.description`,
        label: `Benefit ${index + 1}, text`,
        kind: 'multiline',
      },
    ]),
  },
  {
    title: 'Promotions',
    text: 'Shown on the support page. One without a title is left out.',
    fields: repeatFields(3, (index) => [
      { name: `content.promotions.${index}.title`, label: `Promotion ${index + 1}` },
      {
        name: `content.promotions.${index}.description`,
        label: `Promotion ${index + 1}, text`,
        kind: 'multiline',
      },
    ]),
  },
  {
    title: 'Testimonials',
    fields: repeatFields(3, (index) => [
      { name: `content.testimonials.${index}.firstName`, label: `Customer ${index + 1}` },
      { name: `content.testimonials.${index}.city`, label: `Customer ${index + 1}, city` },
      { name: `content.testimonials.${index}.saved`, label: `Customer ${index + 1}, saved` },
      {
        name: `content.testimonials.${index}.quote`,
        label: `Customer ${index + 1}, words`,
        kind: 'multiline',
      },
    ]),
  },
  {
    title: 'Company and partner',
    fields: [
      { name: 'content.company.legalName', label: 'Legal name' },
      { name: 'content.company.doingBusinessAs', label: 'Doing business as' },
      { name: 'content.company.registration', label: 'Registration' },
      { name: 'content.company.registeredOffice', label: 'Registered office' },
      { name: 'content.company.state', label: 'State' },
      { name: 'content.company.copyrightYear', label: 'Copyright year', kind: 'number' },
      { name: 'content.partner.name', label: 'Partner name' },
      { name: 'content.partner.address', label: 'Partner address' },
      { name: 'content.partner.phone', label: 'Partner phone' },
      { name: 'content.partner.visitHours', label: 'Partner visiting hours' },
      {
        name: 'content.partnerAirlines',
        label: 'Partner airlines',
        kind: 'list',
        hint: 'One a line with its code, such as AC Air Canada, up to 6.',
      },
    ],
  },
];
