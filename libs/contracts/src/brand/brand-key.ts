/**
 * Which brand a request is for: a host's full name without a leading `www`; for `localhost`, a numeric address or a host
 * with fewer than two labels, the query parameter `brand`, else `default`. (BRAND-01 to BRAND-03)
 */
export function brandKeyOf(host: string, brandParameter?: string | null): string {
  const name = host.toLowerCase().replace(/:\d+$/, '');
  const withoutWww = name.startsWith('www.') ? name.slice(4) : name;
  const isNumeric = /^[\d.]+$/.test(withoutWww) || withoutWww.includes(':') || withoutWww.startsWith('[');
  const isLocal = withoutWww === 'localhost' || withoutWww.endsWith('.localhost');
  if (!isNumeric && !isLocal && withoutWww.split('.').filter(Boolean).length >= 2) return withoutWww;
  const asked = brandParameter?.toLowerCase();
  return asked && /^[a-z0-9][a-z0-9.-]{0,62}$/.test(asked) ? asked : 'default';
}
