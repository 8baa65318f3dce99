/** Queues an email to the brand's general email address. (API-81) */
export const sendContact = { method: 'POST', path: '/api/contact' } as const;
