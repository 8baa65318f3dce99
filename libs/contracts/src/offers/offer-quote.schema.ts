import { z } from 'zod';
import { amountSchema, modeSchema } from '../common.schema.ts';
import { bagTypeSchema, offerSchema, passengerTypeSchema } from './offer.schema.ts';

/** Current cost of an offer with seats, for the traveller and for the agency. Exchanged between services only. */
export const offerQuoteSchema = z.object({
  offer: offerSchema,
  mode: modeSchema,
  offer_request_id: z.string(),
  /** What the traveller pays, seats and bags included; decimal string. */
  amount: amountSchema,
  currency: z.string(),
  /** What the provider is paid, seats and bags included. */
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
  /** `amount` is that of all `quantity` bags. */
  bags: z.array(
    z.object({
      service_id: z.string(),
      passenger_id: z.string(),
      segment_ids: z.array(z.string()),
      type: bagTypeSchema,
      weight_kg: z.number().nullable(),
      quantity: z.number().int(),
      amount: amountSchema,
      currency: z.string(),
    }),
  ),
  passengers: z.array(z.object({ id: z.string(), type: passengerTypeSchema })),
});
export type OfferQuote = z.output<typeof offerQuoteSchema>;
