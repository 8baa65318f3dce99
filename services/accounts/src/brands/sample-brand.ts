import type { Brand } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';

/** A second brand for new installations, to show the differences between brands: `?brand=sunhop` on localhost. */
export const sampleBrand: Brand = {
  ...defaultBrand,
  id: 'sunhop',
  name: 'Sunhop',
  domain: 'sunhop.example',
  logo: '/brand/sunhop.svg',
  theme: {
    primary: '#9a3412',
    secondary: '#7c2d12',
    accent: '#9a3412',
    background: '#fffbf5',
    text: '#1c1410',
    corners: 'round',
    buttons: 'pill',
    header: 'dark',
    dark: 'device',
    darkBackground: '#17110d',
    darkCard: '#221a15',
    font: 'Plus Jakarta Sans',
  },
  contact: {
    email: 'help@sunhop.example',
    phone: '+1 888 555 0119',
    address: '77 Ocean Drive, Miami Beach, FL 33139, USA',
  },
  social: {
    facebook: 'https://www.facebook.com/sunhop.example',
    twitter: 'https://x.com/sunhop_example',
    instagram: 'https://www.instagram.com/sunhop.example',
  },
  pricing: { markupPercent: 15 },
  content: {
    ...defaultBrand.content,
    home: {
      ...defaultBrand.content.home,
      heroPattern: 'waves',
      sections: ['testimonials', 'benefits', 'phone', 'routes'],
    },
    headline: 'Follow the sun for less',
    subline: 'Weekend hops and long winters away.',
    blurb: 'Sunhop finds the cheapest way to somewhere warmer.',
    claims: { ...defaultBrand.content.claims, emailAnswerMinutes: 45, supportAnswerHours: 12 },
    supportHours: '8 to 23 h',
    serviceClaims: ['Rebooking by chat or phone', 'Free 24-hour cancellation on most flights'],
    certifications: ['ARC accredited', 'PCI DSS compliant'],
    partnerAirlines: [
      'AV Avianca',
      'CM Copa Airlines',
      'B6 JetBlue',
      'WN Southwest',
      'NK Spirit',
      'TP TAP Air Portugal',
    ],
    promotions: [
      { title: 'Last sun of the week', description: 'Seats to the coast for the next three days.' },
      { title: 'Long winters', description: 'Stays of 21 days and more, with a free second bag.' },
      { title: 'Surf and fly', description: 'Boards travel at the price of a bag.' },
    ],
    socialPicture: '/brand/sunhop-social.png',
    secondPhone: '+1 888 555 0121',
    emails: {
      general: 'hello@sunhop.example',
      booking: 'bookings@sunhop.example',
      urgent: 'urgent@sunhop.example',
    },
    company: {
      legalName: 'Sunhop Travel LLC',
      doingBusinessAs: 'Sunhop Travel LLC, doing business as Sunhop',
      registration: 'Florida company registration 0000000 (sample)',
      registeredOffice: '77 Ocean Drive, Miami Beach, Florida, USA',
      state: 'Florida',
      copyrightYear: 2025,
    },
    testimonials: [
      {
        firstName: 'Lena',
        city: 'Boston',
        saved: '$224',
        quote: 'Snow at home, sand by noon. It took me four minutes to book.',
      },
      {
        firstName: 'Omar',
        city: 'Detroit',
        saved: '$377',
        quote: 'They told me about the bag fee before I paid, not after.',
      },
      {
        firstName: 'Grace',
        city: 'Denver',
        saved: '$305',
        quote: 'Two kids, one infant, no surprises on the card.',
      },
    ],
  },
};
