/** Letters, digits, `-`, `.`, `_` and `~` (RFC 3986, 2.3): no client has to encode them. */
const encodedUnreserved = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/i;

/**
 * Whether every reader of a path takes it for the same one: no needlessly encoded characters, empty or dot segments, which
 * one program resolves and the next compares as they stand. The query does not count. (ACCESS-02)
 */
export function hasNoTraversal(url: string): boolean {
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
