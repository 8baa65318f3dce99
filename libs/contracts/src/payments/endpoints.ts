/** Authorises a card for an offer with its seats, without capturing. Requires an Idempotency-Key header. (API-51) */
export const processCard = { method: 'POST', path: '/api/payments/process-card' } as const;
