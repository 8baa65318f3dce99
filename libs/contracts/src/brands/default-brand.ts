import { homeSections, type Brand } from './brand.schema.ts';
import { faresSideBySide, freeOnMostFlights, seatPricesSeen } from '../promises/brand.ts';
import {
  backToWhichCard,
  bagsForAll,
  businessFares,
  comparesFares,
  expertSupport,
  filtersForAll,
  inASentence,
  leavingSoon,
  seatsAndOneBill,
  wholePriceAtOnce,
} from '../promises/sample-brand.ts';

/** The built-in brand, used when accounts has no other; its content is sample text. (BRAND-04) */
export const defaultBrand: Brand = {
  id: 'default',
  name: 'Fareline',
  domain: 'localhost',
  logo: '/brand/fareline.svg',
  theme: {
    primary: '#0b6b63',
    secondary: '#134e4a',
    accent: '#f0643c',
    background: '#fbfaf7',
    text: '#0e1b1a',
    corners: 'rounded',
    buttons: 'rounded',
    header: 'light',
    dark: 'device',
    darkBackground: '#0f1615',
    darkCard: '#172120',
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
    subline: wholePriceAtOnce,
    blurb: comparesFares,
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
    serviceClaims: [expertSupport, freeOnMostFlights, 'Instant booking confirmation'],
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
        description: leavingSoon,
      },
      { title: 'Business class', description: businessFares },
      { title: 'Families and groups', description: seatsAndOneBill },
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
        description: filtersForAll,
      },
      {
        title: 'Bags for all at once',
        description: bagsForAll,
      },
      {
        title: 'Rules in plain words',
        description: inASentence,
      },
      {
        title: 'Your refund in sight',
        description: backToWhichCard,
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
