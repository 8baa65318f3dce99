/** Whether a session is still valid. Called for every authenticated request, so that a sign-out takes effect in all services immediately. (SECURITY-02) */
export const checkSession = { method: 'POST', path: '/internal/sessions/check', isSafe: true } as const;

/** Current, next and previous public keys of session tokens, as a JWK set. (ACCOUNT-07) */
export const listSessionKeys = { method: 'GET', path: '/internal/jwks.json' } as const;
