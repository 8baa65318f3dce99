/** Format of the brand keys that requests may contain: an id or a domain. */
export const brandKeyPattern = /^[a-z0-9][a-z0-9.-]{0,62}$/;

/** Format of a brand's id: one label of a host name, so that `<id>.localhost` opens it and it is never a domain. */
export const brandIdPattern = /^(?!(?:www|localhost)$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export const brandIdText =
  'Please use lower case letters, digits and, between them, hyphens; not www or localhost';

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';

/** At least two labels; the last one begins with a letter, because browsers read a number there as an IP address. */
const domainPattern = new RegExp(`^(?=.{1,253}$)(?:${label}\\.)+(?![0-9])${label}$`);

/** Whether a name is one that a brand may have as its domain: a public host name without a leading `www`. */
export const isBrandDomain = (name: string): boolean =>
  domainPattern.test(name) && !name.endsWith('.localhost') && !name.startsWith('www.');

/**
 * Whether a URL is https and names nothing but a public host and a path: no user information, port, IP address or character
 * that browsers rewrite.
 */
export function isPlainHttpsUrl(url: string): boolean {
  const [, host = ''] = /^https:\/\/([^/?#]+)/.exec(url) ?? [];
  return (
    domainPattern.test(host) &&
    !host.endsWith('.localhost') &&
    !/[\s\\]/.test(url) &&
    URL.parse(url)?.hostname === host
  );
}

/**
 * Brand key for a host name: the full name without a leading `www`, the port and a trailing dot. `<brand>.localhost` maps
 * to the brand, so that each brand can be opened locally. Undefined for `localhost`, an IP address or a single label. (BRAND-01, BRAND-02)
 */
export function brandKeyFromHost(host: string): string | undefined {
  const name = host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/\.$/, '')
    .replace(/^www\./, '');
  const isNumeric = /^[\d.]+$/.test(name) || name.includes(':') || name.startsWith('[');
  if (isNumeric || name.split('.').filter(Boolean).length < 2) return undefined;
  return name.replace(/\.localhost$/, '');
}

/** Brand key of a request: from its host, else from the query parameter `brand`, else `default`. (BRAND-01 to BRAND-03) */
export function resolveBrandKey(host: string, brandParameter?: string | null): string {
  const requested = brandParameter?.toLowerCase();
  return (
    brandKeyFromHost(host) ??
    (requested && brandKeyPattern.test(requested) ? requested : undefined) ??
    'default'
  );
}
