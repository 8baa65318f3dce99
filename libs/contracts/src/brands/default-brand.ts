import { homeSections, type Brand } from './brand.schema.ts';
import { faresSideBySide, freeOnMostFlights } from '../promises/brand.ts';
import { seatPricesSeen } from '../promises/brand.ts';

/** The built-in brand, used when accounts has no other; its content is sample text. (BRAND-04) */
export const defaultBrand: Brand = {
  id: 'default',
  name: 'Fareline',
  domain: 'localhost',
  logo: '/brand/fareline.svg',
  theme: {
    primary: '#0f766e',
    secondary: '#134e4a',
    accent: '#0f766e',
    background: '#fafcfb',
    text: '#12211f',
    corners: 'rounded',
    buttons: 'rounded',
    header: 'light',
    font: 'Plus Jakarta Sans',
  },
  contact: {
    email: 'support@fareline.example',
    phone: '+1 888 555 0142',
    address: '1209 Harbor Street, Suite 400, Wilmington, DE 19801, USA',
  },
  social: {
    facebook: 'https://www.facebook.com/fareline.example',
    twitter: 'https://x.com/fareline_example',
    instagram: 'https://www.instagram.com/fareline.example',
  },
  pricing: { markupPercent: 23 },
  passportRoutes: [],
  tags: { analyticsId: '', adConversionId: '' },
  content: {
    headline: 'Where to, for how little?',
    subline: 'Pick a place, and see which days cost least.',
    blurb: 'Fareline compares fares for people who would rather spend their money at the destination.',
    home: {
      heroPattern: 'routes',
      heroPicture: '',
      heroOrder: 'words first',
      sections: [...homeSections],
    },
    claims: {
      averageSavingsPercent: 70,
      averageSavedAmount: 342,
      airlinesCompared: 500,
      comparisonSeconds: 10,
      lowestPriceCredit: 50,
      happyPercent: 99,
      supportWaitSeconds: 30,
      phoneWaitMinutes: 2,
      emailAnswerMinutes: 30,
      supportAnswerHours: 24,
    },
    supportHours: '24/7',
    serviceClaims: [
      '24/7 expert support by phone and e-mail',
      freeOnMostFlights,
      'Instant booking confirmation',
    ],
    certifications: ['IATA certified', 'PCI DSS compliant'],
    partnerAirlines: [
      'AC Air Canada',
      'WS WestJet',
      'UA United Airlines',
      'DL Delta Air Lines',
      'BA British Airways',
      'LH Lufthansa',
    ],
    promotions: [
      {
        title: 'Leaving this week',
        description: 'Unsold seats for the next seven days, read out by phone.',
      },
      { title: 'Business for less', description: 'Upgrades that airlines offer to callers only.' },
      { title: 'Families and groups', description: 'Seats side by side and one bill for everybody.' },
    ],
    socialPicture: '/brand/fareline-social.png',
    benefits: [
      {
        title: 'Fares side by side',
        description: faresSideBySide,
      },
      {
        title: 'Seats with their prices',
        description: seatPricesSeen,
      },
      {
        title: 'One list to narrow down',
        description: 'Stops, times, airlines and bags filter every fare that the airlines offer.',
      },
      {
        title: 'Bags for all at once',
        description: 'One press adds a bag for every passenger, and for the way back too.',
      },
      {
        title: 'Rules in plain words',
        description: 'Bags, changes and refunds are said in a sentence, wherever money is near.',
      },
      {
        title: 'Your refund in sight',
        description: 'Each trip says what comes back to which card before you cancel.',
      },
    ],
    testimonials: [
      {
        firstName: 'Maya',
        city: 'Austin',
        saved: '$418',
        quote: 'Lisbon for less than my usual trip to Denver. The total never moved.',
      },
      {
        firstName: 'Daniel',
        city: 'Chicago',
        saved: '$296',
        quote: 'I called at two in the morning and somebody fixed my dates in minutes.',
      },
      {
        firstName: 'Priya',
        city: 'Seattle',
        saved: '$512',
        quote: 'Four of us to Tokyo, seats together, booked over a coffee.',
      },
    ],
    secondPhone: '+1 888 555 0178',
    emails: {
      general: 'hello@fareline.example',
      booking: 'bookings@fareline.example',
      urgent: 'urgent@fareline.example',
    },
    company: {
      legalName: 'Fareline Travel LLC',
      doingBusinessAs: 'Fareline Travel LLC, doing business as Fareline',
      registration: 'Delaware company registration 0000000 (sample)',
      registeredOffice: '1209 Harbor Street, Suite 400, Wilmington, Delaware, USA',
      state: 'Delaware',
      copyrightYear: 2025,
    },
    partner: {
      name: 'Partner Airline Desk',
      address: '18 Queen Street East, Brampton, ON, Canada',
      phone: '+1 888 555 0163',
      visitHours: 'Monday to Friday, 9:00 to 17:00',
    },
  },
};
