import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { amountSchema, modeSchema } from '../../schemas/common.ts';
import { offerSchema, passengerTypeSchema } from '../../schemas/offer.ts';
import { seatSelectionSchema } from '../../schemas/seat-map.ts';
import { offerParamsSchema } from '../flights/get-offer.ts';

/** What an offer with seats costs the traveller and the agency, right now. Never leaves the services. */
export const offerQuoteSchema = z.object({
  offer: offerSchema,
  mode: modeSchema,
  offer_request_id: z.string(),
  /** What the traveller pays, seats included; decimal string. */
  amount: amountSchema,
  currency: z.string(),
  /** What the provider is paid, seats included. */
  provider_amount: amountSchema,
  provider_currency: z.string(),
  seats: z.array(
    z.object({
      service_id: z.string(),
      passenger_id: z.string(),
      segment_id: z.string(),
      designator: z.string(),
      amount: amountSchema,
      currency: z.string(),
    }),
  ),
  passengers: z.array(z.object({ id: z.string(), type: passengerTypeSchema })),
});
export type OfferQuote = z.output<typeof offerQuoteSchema>;

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
