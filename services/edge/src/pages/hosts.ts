import type { PublicBrand, ReleaseTable } from '@fareline/contracts';

/** Hosts of the tokenised card form and of 3-D Secure pages. (D5) */
export const cardFormHosts = {
  connect: ['https://api.stripe.com'],
  frame: ['https://js.stripe.com', 'https://hooks.stripe.com'],
};

export const cardFormScriptHost = 'https://js.stripe.com';

/** Host of the airline logos that the flight provider sends. */
const airlineLogoHost = 'https://assets.duffel.com';

const tagHosts = [
  'https://www.googletagmanager.com',
  'https://*.google-analytics.com',
  'https://*.doubleclick.net',
];

/** Hosts from which tags load scripts: the tag itself, and those that it loads for ad conversions. */
const tagScriptHosts = ['https://www.googletagmanager.com', 'https://googleads.g.doubleclick.net'];

const hasTags = ({ tags: { analyticsId, adConversionId } }: PublicBrand): boolean =>
  Boolean(analyticsId || adConversionId);

/** Hosts of the tag services that the brand uses. (TRACK-07) */
export const getTagHosts = (brand: PublicBrand): string[] => (hasTags(brand) ? tagHosts : []);
export const getTagScriptHosts = (brand: PublicBrand): string[] => (hasTags(brand) ? tagScriptHosts : []);

/** Origin of the brand's logo if it is on another host. Host names with other characters could add a directive to the policy. */
function getLogoOrigins({ logo }: PublicBrand): string[] {
  const { origin = '' } = URL.parse(logo) ?? {};
  return /^https:\/\/[a-z\d.-]+(?::\d+)?$/.test(origin) ? [origin] : [];
}

/** Other hosts of the page's images. */
export const getImageHosts = (brand: PublicBrand): string[] => [
  airlineLogoHost,
  ...getLogoOrigins(brand),
  ...getTagHosts(brand),
];

/** Origins of remotes that are served by a development server. */
export const getDevelopmentOrigins = (releases: ReleaseTable): string[] =>
  Object.values(releases)
    .filter(({ manifest }) => /^https?:/.test(manifest))
    .map(({ manifest }) => new URL(manifest).origin);
