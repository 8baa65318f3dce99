/** The signed-in account's saved travellers, the first one saved first. */
export const listTravellers = { method: 'GET', path: '/api/travellers' } as const;

/** Saves a traveller by the id that the browser has made for it, or replaces the one that the account has by it. Repeatable. */
export const saveTraveller = { method: 'PUT', path: '/api/travellers/:id' } as const;

/** Deletes a saved traveller of the signed-in account; any other id is 404. */
export const deleteTraveller = { method: 'DELETE', path: '/api/travellers/:id' } as const;
