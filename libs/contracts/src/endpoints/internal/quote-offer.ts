import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { modeSchema } from '../../schemas/common.ts';
import { offerParamsSchema } from '../../schemas/offer.ts';
import { offerQuoteSchema } from '../../schemas/offer-quote.ts';
import { seatSelectionSchema } from '../../schemas/seat-map.ts';

/** Prices an offer with its seats. `live` asks the provider (D36), otherwise the stored offer answers. An offer out of a shared search is exchanged first: the answer's offer has another id. (D2, D33) */
export const quoteOffer = defineEndpoint({
  method: 'POST',
  path: '/internal/offers/:id/quote',
  summary: 'Quote an offer',
  params: offerParamsSchema,
  body: z.object({
    brand: z.string(),
    seats: z.array(seatSelectionSchema),
    live: z.boolean(),
    /** The mode that a booking in flight began in (MODE-06); left out, the offer must be of the current one. */
    mode: modeSchema.optional(),
  }),
  response: offerQuoteSchema,
  errors: [
    'OFFER_NOT_FOUND',
    'OFFER_EXPIRED',
    'OFFER_UNAVAILABLE',
    'PRICE_CHANGED',
    'SEAT_UNAVAILABLE',
    'SEARCH_BUSY',
    'PROVIDER_UNAVAILABLE',
    'SERVICE_UNAVAILABLE',
  ],
});
