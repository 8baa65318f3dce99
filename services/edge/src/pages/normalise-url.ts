/**
 * Escapes the percent signs of a page's URL that cannot be decoded, because the router would reject it instead of sending the
 * not-found page. Such a URL of /api or /internal becomes the closed `/api`: hooks, which add the security headers, do not
 * run for an error of the router. (ROUTE-08)
 */
export function normaliseUrl(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  if (!path.includes('%')) return url;
  try {
    decodeURI(path);
    return url;
  } catch {
    if (/^\/(api|internal)\//.test(path)) return '/api';
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
