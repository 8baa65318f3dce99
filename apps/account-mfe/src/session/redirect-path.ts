/** The path to go on to after signing in: one on this site, or `/` for anything else. (LOGIN-03, LOGIN-04, D23) */
export function redirectPathOf(asked: string | null, origin = window.location.origin): string {
  if (!asked || !/^\/(?![/\\])/.test(asked)) return '/';
  try {
    const address = new URL(asked, origin);
    return address.origin === origin ? address.pathname + address.search + address.hash : '/';
  } catch {
    return '/';
  }
}
