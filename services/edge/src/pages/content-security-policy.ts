import type { Brand, ReleaseTable } from '@fareline/contracts';

/** Where the tokenised card form and the bank's confirmation come from. (D5) */
const cardFormHosts = {
  connect: ['https://api.stripe.com'],
  frame: ['https://js.stripe.com', 'https://hooks.stripe.com'],
};
const tagHosts = [
  'https://www.googletagmanager.com',
  'https://*.google-analytics.com',
  'https://*.doubleclick.net',
];

/** Addresses outside this origin that the table speaks of: only while a remote is being developed. */
function developmentOrigins(releases: ReleaseTable): string[] {
  return Object.values(releases)
    .filter(({ manifest }) => /^https?:/.test(manifest))
    .map(({ manifest }) => new URL(manifest).origin);
}

/**
 * Only scripts that carry this answer's nonce run, and what they load themselves. Styles likewise: no style attribute in
 * markup counts. Pictures may come from any https address, because airlines' logos do.
 */
export function contentSecurityPolicy(nonce: string, brand: Brand, releases: ReleaseTable): string {
  const devOrigins = developmentOrigins(releases);
  const hasTags = Boolean(brand.tags.analyticsId || brand.tags.adConversionId);
  const sockets = devOrigins.map((origin) => origin.replace(/^http/, 'ws'));
  const rules: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'", "'self'"],
    'style-src': ["'self'", `'nonce-${nonce}'`, ...devOrigins],
    'img-src': ["'self'", 'https:', 'data:'],
    'font-src': ["'self'", ...devOrigins],
    'connect-src': [
      "'self'",
      ...cardFormHosts.connect,
      ...(hasTags ? tagHosts : []),
      ...devOrigins,
      ...sockets,
    ],
    'frame-src': cardFormHosts.frame,
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  };
  return Object.entries(rules)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}
