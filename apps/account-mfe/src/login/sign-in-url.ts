/** The URL of the sign-in that returns to a page. (LOGIN-03) */
export const getSignInUrl = ({ pathname, search }: { pathname: string; search: string }): string =>
  `/login?redirect=${pathname}${encodeURIComponent(search)}`;
