import type { PublicBrand, ReleaseTable } from '@fareline/contracts';
import { cardFormScriptHost, getDevelopmentOrigins, getTagScriptHosts } from './hosts.ts';
import { jsonForHtml } from './html.ts';

/**
 * The Trusted Types policy of the page. As the default policy it applies to every script element, whatever
 * code adds it: the URL has to be a released file, or on a host of the card form or of the tags of the brand.
 * Text never becomes markup or code. Browsers without Trusted Types ignore it.
 */
export function trustedTypesScript(brand: PublicBrand, releases: ReleaseTable, nonce: string): string {
  const hosts = [cardFormScriptHost, ...getTagScriptHosts(brand), ...getDevelopmentOrigins(releases)];
  return `<script nonce="${nonce}">window.trustedTypes?.createPolicy("default",{createScriptURL(u){let{origin:o,pathname:p}=new URL(u,location.href);return o===location.origin&&p.startsWith("/releases/")||${jsonForHtml(hosts)}.includes(o)?u:null}})</script>`;
}
