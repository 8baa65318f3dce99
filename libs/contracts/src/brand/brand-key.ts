/**
 * The brand that a host name stands for: its full name without a leading `www`, port and trailing dot; `<brand>.localhost`
 * stands for the brand, so that every brand has a host of its own on any machine. Undefined for `localhost`, a numeric
 * address or a host with fewer than two labels. (BRAND-01, BRAND-02)
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

/** Which brand a request is for: the one of its host, else the query parameter `brand`, else `default`. (BRAND-01 to BRAND-03) */
export function resolveBrandKey(host: string, brandParameter?: string | null): string {
  const asked = brandParameter?.toLowerCase();
  return (
    brandKeyFromHost(host) ??
    (asked && /^[a-z0-9][a-z0-9.-]{0,62}$/.test(asked) ? asked : undefined) ??
    'default'
  );
}
