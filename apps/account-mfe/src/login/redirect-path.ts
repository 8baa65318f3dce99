/** Path to open after sign-in: the requested one if it is on this site, else `/`. (LOGIN-03, LOGIN-04) */
export function getRedirectPath(requested: string | null, origin = window.location.origin): string {
  if (!requested || !/^\/(?![/\\])/.test(requested)) return '/';
  try {
    const url = new URL(requested, origin);
    // Removed dot segments can leave a path that begins with the name of another host.
    const isOwnPath = url.origin === origin && !url.pathname.startsWith('//');
    return isOwnPath ? url.pathname + url.search + url.hash : '/';
  } catch {
    return '/';
  }
}
