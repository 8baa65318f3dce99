/**
 * A page's address that cannot be decoded is read letter by letter: the router would refuse it before there is a page to
 * say that nothing is there. Calls are refused, since what they ask for is not a guess of ours. (ROUTE-08)
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
