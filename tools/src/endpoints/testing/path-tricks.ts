const encode = (character: string) => `%${character.charCodeAt(0).toString(16)}`;

/** Encodes the character at an index of the path. */
const encodeAt = (path: string, index: number) =>
  path.slice(0, index) + encode(path.charAt(index)) + path.slice(index + 1);

/** Replaces the last slash of the path. */
function replaceLastSlash(path: string, text: string): string {
  const index = path.lastIndexOf('/');
  return path.slice(0, index) + text + path.slice(index + 1);
}

/** Other spellings of a path, which some programs normalise and others do not. */
export const pathTricks: Record<string, (path: string) => string> = {
  'an encoded first letter': (path) => encodeAt(path, 1),
  'an encoded last letter': (path) => encodeAt(path, path.length - 1),
  'an encoded letter, encoded again': (path) => encodeAt(path, 1).replace('%', '%25'),
  'two slashes first': (path) => `/${path}`,
  'two slashes last': (path) => replaceLastSlash(path, '//'),
  'a dot segment': (path) => `/.${path}`,
  'a parent segment': (path) => `/api/auth/user/../../..${path}`,
  'an encoded parent segment': (path) => `/api/%2e%2e${path}`,
  'encoded slashes and parents': (path) => `/api/auth/..%2f..${path.replaceAll('/', '%2f')}`,
  'an encoded slash': (path) => replaceLastSlash(path, '%2f'),
  'a backslash': (path) => replaceLastSlash(path, '\\'),
  'a trailing slash': (path) => `${path}/`,
  'upper case': (path) => path.toUpperCase(),
  'a path parameter': (path) => `${path};x`,
  'an encoded query': (path) => `${path}%3fx=1`,
  'an encoded NUL': (path) => `${path}%00`,
  'a fragment': (path) => `${path}#x`,
  'the absolute form': (path) => `http://localhost${path}`,
};

/** Tricks that the edge refuses for every path. (ACCESS-02) */
export const refusedAtEdge = new Set([
  'an encoded first letter',
  'an encoded last letter',
  'an encoded letter, encoded again',
  'two slashes first',
  'two slashes last',
  'a dot segment',
  'a parent segment',
  'an encoded parent segment',
  'encoded slashes and parents',
  'an encoded NUL',
]);
