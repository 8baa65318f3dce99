/** Creates an account without signing in. (API-74) */
export const register = { method: 'POST', path: '/api/auth/register' } as const;

/** Sets the session cookie. Accepts a username or an email address. (API-73) */
export const login = { method: 'POST', path: '/api/auth/login' } as const;

/** Cookie that tells scripts whether the browser may have a session, whose own cookie they cannot read. */
export const sessionHintCookie = 'signed-in';

/** Ends the session on the server. (API-76, SECURITY-02) */
export const logout = { method: 'POST', path: '/api/auth/logout' } as const;

/** The signed-in user, or 401 with "Not authenticated". (API-72) */
export const currentUser = { method: 'GET', path: '/api/auth/user' } as const;

/** Ends all other sessions of the account and issues a new one to this browser. (API-75, SECURITY-03) */
export const changePassword = { method: 'POST', path: '/api/auth/change-password' } as const;

/** Confirms the password of the session, which allows sensitive actions for 10 minutes. (ACCOUNT-06) */
export const confirmPassword = { method: 'POST', path: '/api/auth/confirm-password' } as const;

/** Returns the same response whether or not an account has the email address. (LOGIN-06) */
export const forgotPassword = { method: 'POST', path: '/api/auth/forgot-password' } as const;

/** Mails the link of `forgotPassword` for a site; the limits of an address apply. (STATUS-03) */
export const sendPasswordLink = { method: 'POST', path: '/internal/password-links' } as const;

/** The emailed link is valid once and for one hour. (LOGIN-07) */
export const resetPassword = { method: 'POST', path: '/api/auth/reset-password' } as const;

/** Mails the link that verifies the email address of the account, unless it is verified. */
export const sendVerification = { method: 'POST', path: '/api/auth/send-verification' } as const;

/** The mailed link is valid once and for three days. */
export const verifyEmail = { method: 'POST', path: '/api/auth/verify-email' } as const;

/**
 * Creates an account for a guest's booking unless one has that email address. The first call `with_credentials` returns a
 * password and a session, provided that no other password was set in between. (GUEST-01 to GUEST-04, STATUS-02)
 */
export const createGuestAccount = { method: 'POST', path: '/internal/guest-accounts' } as const;

/** Whether a user has an email address, which loses a booking of his when support has corrected it. (GUARD-11) */
export const checkUserAddress = { method: 'POST', path: '/internal/user-addresses' } as const;

/** Counts a code among all mails to an email address; one whose `id` was counted is within the limit again. (LIMIT-05) */
export const countMailedCode = { method: 'POST', path: '/internal/mailed-codes' } as const;
