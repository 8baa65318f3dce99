/** What the service holds about the signed-in account, to keep or to take elsewhere. (POLICY-09) */
export const exportAccount = { method: 'GET', path: '/api/auth/export' } as const;

/** Erases the signed-in account at once; bookings stay, and are found by reference and last name. (POLICY-09) */
export const deleteAccount = { method: 'POST', path: '/api/auth/delete-account' } as const;
