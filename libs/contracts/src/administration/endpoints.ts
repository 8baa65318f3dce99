/** Test or live. (MODE-01) */
export const getSystemMode = { method: 'GET', path: '/api/system/mode' } as const;

/** Verifies and refreshes an administrator's session; asks for the password 10 minutes after the sign-in. (API-79, ACCOUNT-06) */
export const adminLogin = { method: 'POST', path: '/api/admin/login' } as const;

/** Administrators only. (API-77) */
export const getAdminSettings = { method: 'GET', path: '/api/admin/settings' } as const;

/** Switches the mode; live mode requires the provider's keys. Administrators only. (API-78, MODE-03) */
export const saveAdminSettings = { method: 'POST', path: '/api/admin/settings' } as const;

/** The settings that flights or payments lacks for live mode; both services answer it. (MODE-03) */
export const getProviderKeys = { method: 'GET', path: '/internal/providers' } as const;
