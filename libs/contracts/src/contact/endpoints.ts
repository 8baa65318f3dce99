/** Queues an email to the brand's general email address. (API-81) */
export const sendContact = { method: 'POST', path: '/api/contact' } as const;

/** What messages ask support to do, the oldest first, or what is done. Support only. (PROMISE-07) */
export const listContactCases = { method: 'GET', path: '/api/contact/cases' } as const;

/** Closes a case that is done; a closed case stays as it is. Support only. (PROMISE-07) */
export const closeContactCase = { method: 'POST', path: '/api/contact/cases/:id/close' } as const;
