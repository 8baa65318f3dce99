import type { PublicBrand, ReleaseTable } from '@fareline/contracts';
import { getDevelopmentOrigins, getTagScriptHosts, type CardFormHosts } from './hosts.ts';
import { jsonForHtml } from './html.ts';

/**
 * The Trusted Types policy of the page. As the default policy it applies to every script element, whatever
 * code adds it: the URL has to be a released file, or on a host of the page's card form or of the tags of the brand, where
 * `https://*.` is any subdomain. Text never becomes markup or code. Browsers without Trusted Types ignore it.
 */
export function trustedTypesScript(
  brand: PublicBrand,
  releases: ReleaseTable,
  nonce: string,
  cardForm: CardFormHosts | undefined,
): string {
  const hosts = [
    ...(cardForm?.script ?? []),
    ...getTagScriptHosts(brand),
    ...getDevelopmentOrigins(releases),
  ];
  return `<script nonce="${nonce}">window.trustedTypes?.createPolicy("default",{createScriptURL(u){let{origin:o,pathname:p}=new URL(u,location.href);return o===location.origin&&p.startsWith("/releases/")||${jsonForHtml(hosts)}.some(h=>o===h||h[8]==="*"&&o.startsWith("https:")&&o.endsWith(h.slice(9)))?u:null}})</script>`;
}
