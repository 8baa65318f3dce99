/** The token is in the fragment, which no browser sends to a server. (STATUS-01) */
export const toStatusPage = (token: string) => ({ pathname: '/booking/status', hash: token });
