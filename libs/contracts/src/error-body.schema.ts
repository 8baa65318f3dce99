import { z } from 'zod';

/** Body of every error response. `fields` lists invalid fields; the shape of `details` depends on the code. */
export const errorBodySchema = z
  .object({
    error: z.string(),
    message: z.string(),
    fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    details: z.record(z.string(), z.unknown()).optional(),
    request_id: z.string().optional(),
  })
  .meta({ id: 'ErrorBody' });
export type ErrorBody = z.output<typeof errorBodySchema>;

/** What the new price is made of, as decimal strings, so that the screen can name what changed. */
const pricePartsSchema = z.object({ fare: z.string(), seats: z.string(), bags: z.string() });
export type PriceParts = z.output<typeof pricePartsSchema>;

/** `details` of PRICE_CHANGED. Decimal strings in `currency`; `offer_id` is the offer that can be bought at the new price. */
export const priceChangeSchema = z.object({
  offer_id: z.string(),
  old_amount: z.string(),
  new_amount: z.string(),
  currency: z.string(),
  parts: pricePartsSchema.optional(),
});
export type PriceChange = z.output<typeof priceChangeSchema>;

/** `details` of AMOUNT_MISMATCH: what the offer costs now with its seats and bags, a decimal string. */
export const amountMismatchSchema = z.object({
  amount: z.string(),
  currency: z.string(),
  parts: pricePartsSchema.optional(),
});

/**
 * `details` of SEAT_UNAVAILABLE and BAG_UNAVAILABLE: the seats and bags of the request that are not sold, and the total without them, a
 * decimal string. (EXTRA-04)
 */
export const soldOutExtrasSchema = z.object({
  service_ids: z.array(z.string()),
  new_amount: z.string(),
  currency: z.string(),
});
export type SoldOutExtras = z.output<typeof soldOutExtrasSchema>;

/** `details` of TOO_MANY_ATTEMPTS: whose attempts were too many. All but `card` refuse before the bank is asked. */
export const attemptLimitSchema = z.object({
  limit: z.enum(['visitor', 'offer', 'connection', 'card', 'all', 'in_progress']),
});
export type AttemptLimit = z.output<typeof attemptLimitSchema>['limit'];
