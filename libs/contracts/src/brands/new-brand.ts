import type { Brand } from './brand.schema.ts';
import { defaultBrand } from './default-brand.ts';
import { costsSeenFirst, priceIsFinal } from '../promises/brand.ts';

/**
 * What a new brand starts with: neutral texts, no identity and no claims. Pages leave out what is empty, and claims of 0.
 * (HOST-04)
 */
export const newBrand: Brand = {
  id: '',
  name: '',
  domain: '',
  logo: '/brand/neutral.svg',
  theme: {
    primary: '#1f4b99',
    secondary: '#1b2a41',
    accent: '#1f4b99',
    background: '#ffffff',
    text: '#16202e',
    corners: 'rounded',
    buttons: 'rounded',
    header: 'light',
    dark: 'device',
    darkBackground: '#11161d',
    darkCard: '#1a2029',
    font: 'System UI',
  },
  contact: { email: '', phone: '', address: '' },
  social: { facebook: '', twitter: '', instagram: '' },
  pricing: defaultBrand.pricing,
  passportRoutes: [],
  tags: { analyticsId: '', adConversionId: '' },
  content: {
    headline: 'Find your flight',
    subline: `One search over many airlines. ${priceIsFinal}`,
    blurb: 'Flights of many airlines in one search, with every fee in the price.',
    home: { ...defaultBrand.content.home, heroPattern: 'none' },
    claims: {
      averageSavingsPercent: 0,
      averageSavedAmount: 0,
      airlinesCompared: 0,
      comparisonSeconds: 0,
      lowestPriceCredit: 0,
      happyPercent: 0,
      supportWaitSeconds: 0,
      phoneWaitMinutes: 0,
      emailAnswerMinutes: 0,
      supportAnswerHours: 0,
    },
    supportHours: '',
    serviceClaims: [],
    certifications: [],
    partnerAirlines: [],
    promotions: Array.from({ length: 3 }, () => ({ title: '', description: '' })),
    socialPicture: '',
    benefits: [
      { title: 'One search', description: 'Every search compares many airlines at once.' },
      { title: 'No hidden fees', description: 'What the list says is what your card is charged.' },
      { title: 'Many airlines', description: 'Large carriers and small ones, side by side.' },
      { title: 'Help when you need it', description: 'Questions about a booking are answered by people.' },
      {
        title: 'Clear conditions',
        description: costsSeenFirst,
      },
      { title: 'Manage it yourself', description: 'See and cancel your bookings online.' },
    ],
    testimonials: Array.from({ length: 3 }, () => ({ firstName: '', city: '', saved: '', quote: '' })),
    secondPhone: '',
    emails: { general: '', booking: '', urgent: '' },
    company: {
      legalName: '',
      doingBusinessAs: '',
      registration: '',
      registeredOffice: '',
      state: '',
      copyrightYear: new Date().getFullYear(),
    },
    partner: { name: '', address: '', phone: '', visitHours: '' },
  },
};
