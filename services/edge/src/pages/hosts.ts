import type { PublicBrand, ReleaseTable } from '@fareline/contracts';
import { hasTags } from '@fareline/contracts/brand';
import type { EdgeConfig } from '../config.ts';

/** Origins of the provider's card form, which only the pages below `cardFormPath` open. */
export interface CardFormHosts {
  connect: string[];
  frame: string[];
  script: string[];
  /** Origins that may use wallets and security keys. */
  delegated: string[];
}

/** The path whose pages have a policy of their own. */
export const cardFormPath = '/booking';

const providerScripts = ['https://js.stripe.com', 'https://*.js.stripe.com'];

const providerHosts: CardFormHosts = {
  connect: ['https://api.stripe.com'],
  frame: [...providerScripts, 'https://hooks.stripe.com'],
  script: providerScripts,
  delegated: [...providerScripts, 'https://pay.google.com'],
};

/** Hosts of the card form, or the sandbox in their place; undefined without a publishable key. (ELEMENT-04) */
export function getCardFormHosts(config: EdgeConfig): CardFormHosts | undefined {
  if (!config.STRIPE_PUBLISHABLE_KEY_TEST && !config.STRIPE_PUBLISHABLE_KEY_LIVE) return undefined;
  if (!config.STRIPE_BASE_URL) return providerHosts;
  const sandbox = [new URL(config.STRIPE_BASE_URL).origin];
  return { connect: sandbox, frame: sandbox, script: sandbox, delegated: sandbox };
}

const tagManagerHost = 'https://www.googletagmanager.com';

const tagHosts = [tagManagerHost, 'https://*.google-analytics.com', 'https://*.doubleclick.net'];

/** Hosts that load scripts of ad conversions. */
const adScriptHosts = [
  'https://www.googleadservices.com',
  'https://googleads.g.doubleclick.net',
  'https://pagead2.googlesyndication.com',
];

/** Hosts to which ad conversions are reported, as https://developers.google.com/tag-platform/security/guides/csp lists them. */
const adHosts = [...adScriptHosts, 'https://www.google.com', 'https://google.com'];

const hasAds = ({ tags }: PublicBrand): boolean => tags.adConversionId !== '';

/** Hosts of the tag services that the brand uses. (TRACK-07) */
export const getTagHosts = (brand: PublicBrand): string[] => [
  ...(hasTags(brand) ? tagHosts : []),
  ...(hasAds(brand) ? adHosts : []),
];

/** Hosts that scripts are loaded from. Not google.com, where other scripts run code from the URL. */
export const getTagScriptHosts = (brand: PublicBrand): string[] => [
  ...(hasTags(brand) ? [tagManagerHost] : []),
  ...(hasAds(brand) ? adScriptHosts : []),
];

export const getTagFrameHosts = (brand: PublicBrand): string[] => (hasAds(brand) ? [tagManagerHost] : []);

/** Origins of the brand's pictures that are on other hosts. Host names with other characters could add a directive to the policy. */
const getPictureOrigins = ({ logo, content }: PublicBrand): string[] => {
  const origins = [logo, content.home.heroPicture].map((url) => URL.parse(url)?.origin ?? '');
  return [...new Set(origins)].filter((origin) => /^https:\/\/[a-z\d.-]+(?::\d+)?$/.test(origin));
};

export const getImageHosts = (brand: PublicBrand): string[] => [
  ...getPictureOrigins(brand),
  ...getTagHosts(brand),
];

/** Origins of remotes that are served by a development server. */
export const getDevelopmentOrigins = (releases: ReleaseTable): string[] =>
  Object.values(releases)
    .filter(({ manifest }) => /^https?:/.test(manifest))
    .map(({ manifest }) => new URL(manifest).origin);
