import { addHours, isIataCertified } from '../brands/claims.ts';
import type { PublicBrand } from '../schemas.ts';
import { cancellationSummary } from '../promises/descriptions.ts';

/** What search engines and other sites show of a page. */
export interface PageMeta {
  title: string;
  description: string;
  keywords?: string;
  /** The address without parameters that do not change the content: path and query, on the brand's own host. */
  canonical: string;
}

const formatAirlines = ({ content: { claims } }: PublicBrand): string =>
  claims.airlinesCompared > 0 ? `${claims.airlinesCompared}+` : 'many';

/** (HOME-12, HOME-13) */
export function getHomeMeta(brand: PublicBrand): PageMeta {
  const { averageSavingsPercent } = brand.content.claims;
  const discount = averageSavingsPercent > 0 ? `, up to ${averageSavingsPercent}% off` : '';
  return {
    title: `Cheap flights${discount} | ${brand.name}`,
    description: `Compare ${formatAirlines(brand)} airlines in one search. ${brand.content.subline}`,
    keywords: 'cheap flights, flight comparison, budget airlines, flight deals, low fares',
    canonical: '/',
  };
}

/** (SUPPORT-14) */
export function getSupportMeta({ name, contact, content }: PublicBrand): PageMeta {
  const { partner, supportHours } = content;
  const verb = partner.phone || contact.phone ? 'Call' : 'Write to';
  return {
    title: `${addHours('Flight support', supportHours)} | ${name}`,
    description: `${addHours(`${verb} ${partner.name || name}: booking, changes and cancellations with a person`, supportHours)}.`,
    keywords: 'flight support, flight changes, flight cancellation, airline reservations',
    canonical: '/expedia',
  };
}

/** "A licensed, IATA-accredited US travel agent", as far as the brand says so. (INFO-08) */
export function describeAgent(content: PublicBrand['content']): string {
  const { company } = content;
  const isIata = isIataCertified(content);
  const words = [company.registration && 'licensed', isIata && 'IATA-accredited'].filter(Boolean);
  const agent = company.registration ? 'US travel agent' : 'travel agent';
  const description = [words.join(', '), agent].filter(Boolean).join(' ');
  return `${description.startsWith('IATA') ? 'An' : 'A'} ${description}`;
}

export type InformationPath =
  | '/about'
  | '/contact'
  | '/faq'
  | '/privacy-policy'
  | '/terms-of-service'
  | '/cookie-policy'
  | '/cancellation-policy';

const informationPages: Record<InformationPath, (brand: PublicBrand) => Omit<PageMeta, 'canonical'>> = {
  '/about': (brand) => ({
    title: 'About Us',
    description: `${brand.name} is ${describeAgent(brand.content).replace('A', 'a')} that compares ${formatAirlines(brand)} airlines.`,
  }),
  '/contact': ({ name, contact, content: { emails, supportHours } }) => {
    const hasEmail = Object.values(emails).some(Boolean);
    const channels = [contact.phone && 'phone', hasEmail && 'e-mail'].filter(Boolean).join(', ');
    return {
      title: 'Contact',
      description: `${addHours(`Reach ${name} by ${[channels, 'form'].filter(Boolean).join(' or ')}`, supportHours)}.`,
    };
  },
  '/faq': () => ({
    title: 'Questions and Answers',
    description: 'Booking, payment, cancellations, changes, travel and account: short answers.',
  }),
  '/privacy-policy': ({ name }) => ({
    title: 'Privacy Policy',
    description: `What ${name} collects when you search and book flights, why, for how long, and how to have it erased.`,
    keywords: 'privacy policy, personal data, data retention, flight booking',
  }),
  '/terms-of-service': ({ name }) => ({
    title: 'Terms of Service',
    description: `The terms for booking flights with ${name}: prices, payment, cancellations, law and arbitration.`,
    keywords: 'terms of service, flight booking terms, refunds, arbitration',
  }),
  '/cookie-policy': ({ name }) => ({
    title: 'Cookie Policy',
    description: `Which cookies ${name} uses, how long they stay, and how to change your choice.`,
    keywords: 'cookie policy, cookies, analytics, consent',
  }),
  '/cancellation-policy': () => ({
    title: 'Cancellation Policy',
    description: cancellationSummary,
    keywords: 'flight cancellation, refund policy, 24-hour cancellation, airline fees',
  }),
};

/** (INFO-01, INFO-06) */
export function getInformationMeta(path: InformationPath, brand: PublicBrand): PageMeta {
  const meta = informationPages[path](brand);
  return { ...meta, title: `${meta.title} - ${brand.name}`, canonical: path };
}

export const informationPaths = Object.keys(informationPages) as InformationPath[];

/** The path if it is that of an information page. */
export const findInformationPath = (path: string): InformationPath | undefined =>
  informationPaths.find((each) => each === path);
