/** Who has a role. Administrators only. (GUARD-07) */
export const listStaff = { method: 'GET', path: '/api/admin/staff' } as const;

/** Makes a member of staff a traveller, but never the last administrator. Administrators only. (GUARD-07) */
export const revokeRole = { method: 'POST', path: '/api/admin/staff/:id/revoke' } as const;

/** Takes the role away and deletes the account. Administrators only. (GUARD-07) */
export const closeStaffAccount = { method: 'POST', path: '/api/admin/staff/:id/close' } as const;
