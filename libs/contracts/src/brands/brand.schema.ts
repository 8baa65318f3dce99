import '../validation-messages.ts';
import { z } from 'zod';
import { emailSchema } from '../common.schema.ts';
import { brandIdPattern, brandIdText, isBrandDomain, isPlainHttpsUrl } from './brand-key.ts';
import { contrast, parseHex } from './colour.ts';

/** Fonts that the product hosts. (BRAND-10) */
/** The look of a brand beside its colours. */
export const looks = {
  corners: ['rounded', 'square', 'round'],
  buttons: ['rounded', 'pill'],
  header: ['light', 'dark'],
  dark: ['device', 'off'],
  heroPattern: ['routes', 'waves', 'none'],
  heroOrder: ['words first', 'form first'],
} as const;
/** The parts of the home page below the search form. */
export const homeSections = ['benefits', 'phone', 'testimonials', 'routes'] as const;
export const knownFonts = ['Plus Jakarta Sans', 'System UI', 'Georgia'] as const;

const hexColour = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Please enter a colour such as #0f766e');
const text = (max: number) =>
  z.string().trim().min(1, 'Required').max(max, `Please enter at most ${max} characters`);
const optionalText = (max: number) => z.string().trim().max(max, `Please enter at most ${max} characters`);
const optionalEmail = z.union([z.literal(''), emailSchema()]);
const wholeNumber = (min: number, max?: number) => {
  const error = `Please enter a whole number ${max === undefined ? `of at least ${min}` : `from ${min} to ${max}`}`;
  return z
    .int(error)
    .min(min, error)
    .max(max ?? Number.MAX_SAFE_INTEGER, error);
};
const link = z
  .url({ protocol: /^https$/, error: 'Please enter an https address' })
  .max(300, 'Please enter at most 300 characters');
const optionalLink = z.union([z.literal(''), link]).default('');

/** An https URL or a path on this site. (API-82) */
const logoText = 'Please enter an https address or a path on this site';
const path = z
  .string()
  .max(300, logoText)
  .regex(/^\/(?!\/)[\w./-]+$/, logoText);
const logo = z.union([link, path], logoText);

/** Format of tag ids as documented by the tag providers. */
const tagId = z
  .union([
    z.literal(''),
    z.string().regex(/^[A-Z]{1,4}-[A-Za-z0-9-]{4,40}$/, 'Please enter an id such as G-AB12CD34'),
  ])
  .default('');

const choice = <const Option extends string>(options: readonly Option[]) =>
  z.enum(options, { error: `Please choose one of ${options.join(', ')}` });

/** WCAG 2.2, 1.4.3 and 1.4.11. */
const textContrast = 4.5;
const controlContrast = 3;
/** Of white to a dark ground, so that the brand's text, muted text and brand colours are readable on it when they are lightened. */
const darkGroundContrast = 10;

const themeFieldsSchema = z.object({
  primary: hexColour,
  secondary: hexColour,
  accent: hexColour,
  background: hexColour,
  text: hexColour,
  corners: choice(looks.corners),
  buttons: choice(looks.buttons),
  /** A dark one has the secondary colour. */
  header: choice(looks.header),
  /** Whether a device that asks for a dark screen gets one. */
  dark: choice(looks.dark),
  darkBackground: hexColour,
  darkCard: hexColour,
  font: choice(knownFonts),
});

/** Rejects colours with too little contrast to the background, and dark grounds that are too light. (LOOK-08) */
export const themeSchema = themeFieldsSchema.superRefine((theme, context) => {
  const background = parseHex(theme.background);
  const needed = {
    text: textContrast,
    primary: controlContrast,
    secondary: controlContrast,
    accent: controlContrast,
  };
  for (const [name, ratio] of Object.entries(needed) as [keyof typeof needed, number][]) {
    const found = contrast(parseHex(theme[name]), background);
    if (found >= ratio) continue;
    const message = `Too close to the background to be read: contrast ${found.toFixed(1)}, needed ${ratio}`;
    context.addIssue({ code: 'custom', path: [name], message });
  }
  for (const name of ['darkBackground', 'darkCard'] as const) {
    const found = contrast(parseHex(theme[name]), [255, 255, 255]);
    if (found >= darkGroundContrast) continue;
    const message = `Too light for a dark screen: contrast of white ${found.toFixed(1)}, needed ${darkGroundContrast}`;
    context.addIssue({ code: 'custom', path: [name], message });
  }
});

const card = z.object({ title: text(80), description: text(300) });

/** Texts and figures of a brand; pages leave out what is empty. (BRAND-09) */
export const brandContentSchema = z.object({
  headline: text(120),
  subline: text(240),
  blurb: text(400),
  home: z.object({
    heroPattern: choice(looks.heroPattern),
    /** Behind the headline, below the colours of the brand so that the words stay readable; instead of a pattern. */
    heroPicture: z.union([z.literal(''), logo], logoText),
    heroOrder: choice(looks.heroOrder),
    /** Sections that are left out are not shown. */
    sections: z
      .array(z.enum(homeSections, { error: `Please choose from ${homeSections.join(', ')}` }))
      .refine((names) => new Set(names).size === names.length, 'Please name each part once'),
  }),
  /** Figures that the brand claims; pages leave out those that are 0. */
  claims: z.object({
    averageSavingsPercent: wholeNumber(0, 100),
    averageSavedAmount: wholeNumber(0),
    airlinesCompared: wholeNumber(0),
    comparisonSeconds: wholeNumber(0),
    lowestPriceCredit: wholeNumber(0),
    happyPercent: wholeNumber(0, 100),
    supportWaitSeconds: wholeNumber(0),
    phoneWaitMinutes: wholeNumber(0),
    /** Promised time to an answer by e-mail, on the contact page. */
    emailAnswerMinutes: wholeNumber(0),
    /** Promised time to an answer, on the partner's support page. */
    supportAnswerHours: wholeNumber(0),
  }),
  /** Hours of the support, such as "24/7"; pages promise none without it. */
  supportHours: optionalText(40),
  /** What the service promises, such as "Instant booking confirmation". */
  serviceClaims: z.array(text(120)).max(6, 'Please enter at most 6 lines'),
  /** Such as "IATA certified". */
  certifications: z.array(text(60)).max(6, 'Please enter at most 6 lines'),
  /** Each with its code in front, such as "AC Air Canada". */
  partnerAirlines: z.array(text(60)).max(6, 'Please enter at most 6 lines'),
  /** Shown if they have a title. */
  promotions: z.array(z.object({ title: optionalText(80), description: optionalText(300) })).length(3),
  /** Shown where a link is shared, 1200 x 630 pixels: an https URL or a path on this site. */
  socialPicture: z.union([z.literal(''), logo], logoText),
  benefits: z.array(card).length(6),
  testimonials: z
    .array(
      z.object({
        firstName: optionalText(40),
        city: optionalText(60),
        saved: optionalText(20),
        quote: optionalText(300),
      }),
    )
    .length(3),
  secondPhone: optionalText(30),
  emails: z.object({ general: optionalEmail, booking: optionalEmail, urgent: optionalEmail }),
  company: z.object({
    legalName: optionalText(120),
    doingBusinessAs: optionalText(120),
    registration: optionalText(120),
    registeredOffice: optionalText(200),
    state: optionalText(60),
    copyrightYear: z.int('Please enter a year'),
  }),
  partner: z.object({
    name: optionalText(80),
    address: optionalText(200),
    phone: optionalText(30),
    /** When visitors are received, such as "Monday to Friday, 9:00 to 17:00". */
    visitHours: optionalText(80),
  }),
});

const domainText = 'Please enter a domain such as flights.example.com';
/** With it every offer of the provider must still have an amount that can be sent. */
export const maxMarkupPercent = 200;
const markupText = `Please enter a number from 0 to ${maxMarkupPercent}`;

/** A brand: one white-label site. (API-15) */
export const brandSchema = z
  .object({
    id: z.string().regex(brandIdPattern, brandIdText),
    name: text(60),
    domain: z.string().regex(/^[a-z0-9.-]{1,253}$/, domainText),
    logo,
    theme: themeSchema,
    contact: z.object({ email: optionalEmail, phone: optionalText(30), address: optionalText(200) }),
    social: z.object({ facebook: optionalLink, twitter: optionalLink, instagram: optionalLink }),
    /** Markup in percent on the provider's total. (MONEY-01) */
    pricing: z.object({
      markupPercent: z.number(markupText).min(0, markupText).max(maxMarkupPercent, markupText),
    }),
    /** Airport pairs that always require passports, as "AAA-BBB". (PAX-13) */
    passportRoutes: z
      .array(z.string().regex(/^[A-Z]{3}-[A-Z]{3}$/, 'Please enter pairs of airports such as JFK-LHR'))
      .default([]),
    tags: z.object({ analyticsId: tagId, adConversionId: tagId }),
    content: brandContentSchema,
  })
  .meta({ id: 'Brand' });
export type Brand = z.output<typeof brandSchema>;

const maxPassportRoutes = 500;
const maxEmailLength = 254;

/** Control, format (zero-width, bidi), private and unassigned characters, lone surrogates, and fillers that look like nothing. */
const hiddenCharacter = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\u115f\u1160\u2800\u3164\uffa0]/u;
const multilinePath =
  /^(contact\.address|content\.(subline|blurb|benefits\.\d\.description|promotions\.\d\.description|testimonials\.\d\.quote))$/;

const isBrandPicture = (url: string): boolean =>
  isPlainHttpsUrl(url) || /^\/brand\/[\w-]+(\.[\w-]+)*$/.test(url);

/** All texts in a brand with their paths. */
function listTexts(value: unknown, path: (string | number)[] = []): [(string | number)[], string][] {
  if (typeof value === 'string') return [[path, value]];
  if (Array.isArray(value)) return value.flatMap((entry, index) => listTexts(entry, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => listTexts(entry, [...path, key]));
}

/** A brand as an administrator saves it: no value may harm visitors of this or another brand. (API-82, HOST-04) */
export const brandInputSchema = brandSchema.superRefine((brand, context) => {
  const refuse = (path: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path, message });
  for (const [path, value] of listTexts(brand)) {
    const isMultiline = multilinePath.test(path.join('.'));
    if (hiddenCharacter.test(isMultiline ? value.replaceAll('\n', '') : value))
      refuse(path, `Please remove hidden characters${isMultiline ? '' : ' and line breaks'}`);
    if (path.some((key) => key === 'email' || key === 'emails') && value.length > maxEmailLength)
      refuse(path, `Please enter at most ${maxEmailLength} characters`);
  }
  const { id, domain, logo: logoUrl, social, passportRoutes, content } = brand;
  if (!isBrandDomain(domain) && !(id === 'default' && domain === 'localhost')) refuse(['domain'], domainText);
  const pictureText = 'Please enter an https address without user name and port, or a file in /brand/';
  if (!isBrandPicture(logoUrl)) refuse(['logo'], pictureText);
  if (content.socialPicture && !isBrandPicture(content.socialPicture))
    refuse(['content', 'socialPicture'], pictureText);
  if (content.home.heroPicture && !isBrandPicture(content.home.heroPicture))
    refuse(['content', 'home', 'heroPicture'], pictureText);
  for (const [name, url] of Object.entries(social))
    if (url !== '' && !isPlainHttpsUrl(url))
      refuse(['social', name], 'Please enter an https address without user name and port');
  if (passportRoutes.length > maxPassportRoutes)
    refuse(['passportRoutes'], `Please enter at most ${maxPassportRoutes} pairs`);
  const { copyrightYear } = content.company;
  if (copyrightYear < 1900 || copyrightYear > 2200)
    refuse(['content', 'company', 'copyrightYear'], 'Please enter a year');
});

/** What everybody may read of a brand: everything but its markup. (docs/decisions/brands.md) */
export const publicBrandSchema = brandSchema.omit({ pricing: true }).meta({ id: 'PublicBrand' });
export type PublicBrand = z.output<typeof publicBrandSchema>;

/** A brand without the values that only administrators and services may read. (docs/decisions/brands.md) */
export const toPublicBrand = ({ pricing: _, ...brand }: Brand): PublicBrand => brand;
