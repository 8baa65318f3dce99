/** Authorises a card for an offer with its seats, without capturing. Requires an Idempotency-Key header. (API-51) */
export const processCard = { method: 'POST', path: '/api/payments/process-card' } as const;

/** Reads what became of a challenge: paid, still to be answered, or refused. For the visitor or user of the payment. (ELEMENT-02) */
export const continuePayment = { method: 'POST', path: '/api/payments/:id/continue' } as const;

/**
 * Ends a payment that no booking uses, so that another card can be used. Answers as `continuePayment`: with success only when a
 * booking has the payment. (ELEMENT-02)
 */
export const abandonPayment = { method: 'POST', path: '/api/payments/:id/abandon' } as const;

/** Which card form the current mode has. (ELEMENT-01) */
export const getCardForm = { method: 'GET', path: '/api/payments/card-form' } as const;
