/** Format of a brand's id, and of the brand keys that requests may contain. */
export const brandIdPattern = /^[a-z0-9][a-z0-9.-]{0,62}$/;

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
    (requested && brandIdPattern.test(requested) ? requested : undefined) ??
    'default'
  );
}
