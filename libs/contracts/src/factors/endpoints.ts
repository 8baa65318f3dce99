/** What the second factor in this session is, and what it may be shown with. (GUARD-03) */
export const readFactor = { method: 'GET', path: '/api/admin/factor' } as const;

/** Begins to show a passkey: the options for the browser (WebAuthn, `navigator.credentials.get`). */
export const challengeFactor = { method: 'POST', path: '/api/admin/factor/challenge' } as const;

/** Shows a second factor, which completes a sign-in or allows sensitive actions for 10 minutes. (GUARD-02, GUARD-03) */
export const showFactor = { method: 'POST', path: '/api/admin/factor' } as const;

/** The second factors of the signed-in member of staff. */
export const listFactors = { method: 'GET', path: '/api/admin/factors' } as const;

/** Begins to add a second factor: options for a new passkey, and a new secret for an app. */
export const prepareFactor = { method: 'POST', path: '/api/admin/factors/preparation' } as const;

/** Adds a second factor. The first one comes with recovery codes, which are shown once. (GUARD-09) */
export const addFactor = { method: 'POST', path: '/api/admin/factors' } as const;

/** Removes a second factor, but not the last one where one is required. */
export const removeFactor = { method: 'DELETE', path: '/api/admin/factors/:id' } as const;

/** Makes ten new recovery codes, which replace those until now. */
export const replaceRecoveryCodes = { method: 'POST', path: '/api/admin/factors/recovery-codes' } as const;
