import type { Brand, ReleaseTable } from '@fareline/contracts';

/** Origins of the tokenised card form and of 3-D Secure pages. (D5) */
const cardFormHosts = {
  connect: ['https://api.stripe.com'],
  frame: ['https://js.stripe.com', 'https://hooks.stripe.com'],
};
const tagHosts = [
  'https://www.googletagmanager.com',
  'https://*.google-analytics.com',
  'https://*.doubleclick.net',
];

/** Origins of remotes that are served by a development server. */
function developmentOrigins(releases: ReleaseTable): string[] {
  return Object.values(releases)
    .filter(({ manifest }) => /^https?:/.test(manifest))
    .map(({ manifest }) => new URL(manifest).origin);
}

/**
 * Allows only scripts with the nonce of this response and scripts that these load. Inline styles need the nonce too, and
 * style attributes are ignored. Images may come from any https origin, because airline logos do.
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
