import type { PublicBrand, ReleaseTable } from '@fareline/contracts';
import { hasTags } from '@fareline/contracts/brand';
import { cspReportsPath } from '../csp-reports/csp-reports.route.ts';
import {
  getDevelopmentOrigins,
  getImageHosts,
  getTagFrameHosts,
  getTagHosts,
  type CardFormHosts,
} from './hosts.ts';

/** The endpoint of `report-to`, as value of the header `Reporting-Endpoints`. */
export const reportingEndpoints = `csp="${cspReportsPath}"`;

/** The Trusted Types policy of Google's tags; without it each of their pages would report a violation. */
const tagPolicy = 'goog#html';

/**
 * Allows only scripts with the nonce of this response and scripts that these load. Inline styles need the nonce too, and
 * style attributes are ignored. Code adds a script only by the default Trusted Types policy, and never markup from text;
 * the tags of a brand have a policy of their own.
 */
export function contentSecurityPolicy(
  nonce: string,
  brand: PublicBrand,
  releases: ReleaseTable,
  cardForm: CardFormHosts | undefined,
): string {
  const devOrigins = getDevelopmentOrigins(releases);
  const sockets = devOrigins.map((origin) => origin.replace(/^http/, 'ws'));
  const rules: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'", "'self'", ...(cardForm?.script ?? [])],
    'style-src': ["'self'", `'nonce-${nonce}'`, ...devOrigins],
    'img-src': ["'self'", 'data:', ...getImageHosts(brand)],
    'font-src': ["'self'", ...devOrigins],
    'connect-src': ["'self'", ...(cardForm?.connect ?? []), ...getTagHosts(brand), ...devOrigins, ...sockets],
    'frame-src': [...(cardForm?.frame ?? []), ...getTagFrameHosts(brand)],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['default', ...(hasTags(brand) ? [tagPolicy] : [])],
    // Browsers that know `report-to` ignore `report-uri`.
    'report-uri': [cspReportsPath],
    'report-to': ['csp'],
  };
  return Object.entries(rules)
    .map(([name, values]) => `${name} ${values.join(' ') || "'none'"}`)
    .join('; ');
}
