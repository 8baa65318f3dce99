/** Whether a session is still valid. Called for every authenticated request, so that a sign-out takes effect in all services immediately. (SECURITY-02) */
export const checkSession = { method: 'POST', path: '/internal/sessions/check', isSafe: true } as const;

/** Current, next and previous public keys of session tokens, as a JWK set. (ACCOUNT-07) */
export const listSessionKeys = { method: 'GET', path: '/internal/jwks.json' } as const;

/** The browsers in which the user is signed in, last used first. (GUARD-07) */
export const listOwnSessions = { method: 'GET', path: '/api/auth/sessions' } as const;

/**
 * Signs the user out in one browser, at once in all services; also in this one. Asks for no recent password, because who has lost a
 * device is in a hurry, and a stranger could do no more with it than sign the owner out. (GUARD-07)
 */
export const endOwnSession = { method: 'DELETE', path: '/api/auth/sessions/:id' } as const;

/** Signs the user out in all browsers but this one; needs no recent password, as `endOwnSession`. (GUARD-07) */
export const endOtherSessions = { method: 'POST', path: '/api/auth/sessions/end-others' } as const;
