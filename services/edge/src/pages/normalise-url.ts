/**
 * Escapes the percent signs of a page's URL that cannot be decoded, because the router would reject it instead of sending the
 * not-found page. URLs of /api and /internal are returned unchanged. (ROUTE-08)
 */
export function normaliseUrl(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  if (!path.includes('%') || /^\/(api|internal)\//.test(path)) return url;
  try {
    decodeURI(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
