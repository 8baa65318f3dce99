/**
 * One offer with its paid extras, or without them if they cannot be loaded. (API-36) Loading them takes a provider call, so
 * that a screen asks for them when it shows them: with `extras=stored` the offer is returned as it is stored, with
 * `extras=required` it is returned with extras or not at all. (LIMIT-03)
 */
export const getOffer = { method: 'GET', path: '/api/flights/offer/:id' } as const;

/** One seat map per segment; empty if the airline has none. (API-37) */
export const getSeatMaps = { method: 'GET', path: '/api/flights/seatmaps/:id' } as const;

/** Whether an offer can still be booked; 410 with the same shape once it has expired. Makes no provider call. (API-38) */
export const verifyOffer = {
  method: 'GET',
  path: '/api/flights/verify-offer/:id',
  successStatuses: [200, 410],
} as const;

/** Replaces a cached offer by a fresh one with the same flights and fare when the booking flow starts; a fresh offer is returned unchanged. (PROVIDER-01) */
export const refreshOffer = { method: 'POST', path: '/api/flights/offer/:id/refresh' } as const;

/** Prices an offer with its seats and bags, from the provider if `live` (PROVIDER-33), else from the stored offer. A cached offer is refreshed first, so the response's offer has another id. (MONEY-21, PROVIDER-01) */
export const quoteOffer = { method: 'POST', path: '/internal/offers/:id/quote', isSafe: true } as const;

/** Counts a provider call that payments is about to make, against the calls per minute of all services together. (PROVIDER-06, LIMIT-03) */
export const countProviderCall = { method: 'POST', path: '/internal/provider-calls' } as const;

/** Records that an order was attempted with an offer. The provider allows one attempt, so the next booking flow with it gets another offer. (PROVIDER-01) */
export const markOfferUsed = { method: 'POST', path: '/internal/offers/:id/used' } as const;
