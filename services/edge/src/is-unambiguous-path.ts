/** Percent-encoded unreserved characters: letters, digits, `-`, `.`, `_` and `~` (RFC 3986, 2.3). */
const encodedUnreserved = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/i;

/**
 * Whether a URL's path is unambiguous: it has no encoded unreserved characters and no empty or dot segments, which some
 * programs normalise and others compare literally. The query is ignored. (ACCESS-02)
 */
export function isUnambiguousPath(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  if (!path.startsWith('/') || encodedUnreserved.test(path)) return false;
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return false;
  }
  const segments = decoded.split(/[/\\]/);
  return !segments.includes('..') && !segments.includes('.') && !segments.slice(1, -1).includes('');
}
