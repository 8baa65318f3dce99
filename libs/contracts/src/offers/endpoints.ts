import type { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import type { Mode } from '../common.schema.ts';
import type { OfferQuote } from './offer-quote.schema.ts';
import type {
  BagSelection,
  OfferDetails,
  offerParamsSchema,
  offerQuerySchema,
  OfferRefresh,
  VerifyResult,
} from './offer.schema.ts';
import type { SeatMap, SeatSelection } from './seat-map.schema.ts';

/**
 * One offer with its paid extras, or without them if they cannot be loaded. (API-36) Loading them takes a provider call, so
 * that a screen asks for them when it shows them: with `extras=stored` the offer is returned as it is stored, with
 * `extras=required` it is returned with extras or not at all. (LIMIT-03)
 */
export const getOffer: Endpoint<{
  params: z.input<typeof offerParamsSchema>;
  query: z.input<typeof offerQuerySchema>;
  response: OfferDetails;
}> = {
  method: 'GET',
  path: '/api/flights/offer/:id',
};

/** One seat map per segment; empty if the airline has none. (API-37) */
export const getSeatMaps: Endpoint<{
  params: z.input<typeof offerParamsSchema>;
  response: { data: SeatMap[] };
}> = {
  method: 'GET',
  path: '/api/flights/seatmaps/:id',
};

/** Whether an offer can still be booked; 410 with the same shape once it has expired. Makes no provider call. (API-38) */
export const verifyOffer: Endpoint<{
  params: z.input<typeof offerParamsSchema>;
  response: VerifyResult;
}> = {
  method: 'GET',
  path: '/api/flights/verify-offer/:id',
  successStatuses: [200, 410],
};

/** Replaces a cached offer by a fresh one with the same flights and fare when the booking flow starts; a fresh offer is returned unchanged. (PROVIDER-01) */
export const refreshOffer: Endpoint<{
  params: z.input<typeof offerParamsSchema>;
  response: OfferRefresh;
}> = {
  method: 'POST',
  path: '/api/flights/offer/:id/refresh',
};

/** Prices an offer with its seats and bags, from the provider if `live` (PROVIDER-33), else from the stored offer. A cached offer is refreshed first, so the response's offer has another id. (MONEY-21, PROVIDER-01) */
export const quoteOffer: Endpoint<{
  params: z.input<typeof offerParamsSchema>;
  body: {
    brand: string;
    seats: SeatSelection[];
    bags?: BagSelection[] | undefined;
    live: boolean;
    /** The mode in which a booking in progress was started (MODE-06); without it the offer must be of the current mode. */
    mode?: Mode | undefined;
    /**
     * Of the client that pays, whose live quotes before the card call are limited. Without it the quote is one of a payment that
     * was authorised, and no limit of a client refuses it. (LIMIT-02, PROVIDER-06)
     */
    ip_address?: string | undefined;
  };
  response: OfferQuote;
}> = {
  method: 'POST',
  path: '/internal/offers/:id/quote',
};

/** Counts a provider call that payments is about to make, against the calls per minute of all services together. (PROVIDER-06, LIMIT-03) */
export const countProviderCall: Endpoint<{ response: { success: true } }> = {
  method: 'POST',
  path: '/internal/provider-calls',
};

/** Records that an order was attempted with an offer. The provider allows one attempt, so the next booking flow with it gets another offer. (PROVIDER-01) */
export const markOfferUsed: Endpoint<{
  params: z.input<typeof offerParamsSchema>;
  response: { success: true };
}> = {
  method: 'POST',
  path: '/internal/offers/:id/used',
};
