import { usesSecureCookies } from '@fareline/service-kit/sessions/session-cookie';
import type { CardFormHosts } from './hosts.ts';

const closedFeatures = 'camera=(), geolocation=(), microphone=()';

/** Of what is no page: opened by itself, a document, picture or answer runs nothing and is shown in no frame. */
const closedPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'";

/**
 * Security headers of every response of the origin that does not set them itself, also of those to requests that no hook sees;
 * browsers ignore HSTS where they came by http.
 */
export const getSecurityHeaders = (origins: readonly string[]) => ({
  'content-security-policy': closedPolicy,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': `${closedFeatures}, payment=(self)`,
  ...(usesSecureCookies(origins) && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
});

/** The headers of a page with the card form that differ: wallets and security keys work in its frames, and wallets open windows. */
export function getCardFormHeaders({ delegated }: CardFormHosts) {
  const origins = ['self', ...delegated.map((origin) => `"${origin}"`)].join(' ');
  return {
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': `${closedFeatures}, payment=(${origins}), publickey-credentials-get=(${origins})`,
  };
}
