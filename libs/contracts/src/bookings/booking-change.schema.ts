import { z } from 'zod';
import { amountSchema } from '../common.schema.ts';
import {
  bagSelectionSchema,
  bagServiceSchema,
  boughtBagSchema,
  conditionsSchema,
  sliceSchema,
} from '../offers/offer.schema.ts';
import { cardSummarySchema } from '../payments/payment.schema.ts';
import { changeabilities } from './changeability.ts';
import { refundShareSchema } from './refund-share.schema.ts';

/**
 * What a change costs: at most one of the amounts is above zero. The airline's fee is part of it; nothing of ours is added.
 * (TRIP-03, D49)
 */
const changePriceSchema = z.object({
  /** Is paid by card. */
  charge_amount: amountSchema,
  /** Comes back to the card. */
  refund_amount: amountSchema,
  /** The airline gives as a credit for a later flight, in place of money. */
  credit_amount: amountSchema,
  currency: z.string(),
  /** The airline's fee; null where it does not say it. */
  penalty_amount: amountSchema.nullable(),
  /** When the price expires; null where the airline does not say it. */
  expires_at: z.string().nullable(),
});

/** Other flights for slices of a booking. (TRIP-03) */
export const changeOfferSchema = changePriceSchema
  .extend({
    /** The provider's. */
    id: z.string(),
    /** The indexes of the booking's slices that are given up. */
    removed: z.array(z.number().int().min(0)),
    /** Without `included_bags` where the airline does not say them. */
    slices: z.array(sliceSchema),
    /** Of these flights. */
    conditions: conditionsSchema,
  })
  .meta({ id: 'ChangeOffer' });
export type ChangeOffer = z.output<typeof changeOfferSchema>;

const airportCodeSchema = z.string().regex(/^[A-Z]{3}$/, 'Invalid input');

/** The new date or route of slices; the others stay. */
export const changeSearchSchema = z.object({
  slices: z
    .array(
      z.object({
        /** Index of the slice in the booking. */
        index: z.number().int().min(0).max(5),
        origin: airportCodeSchema,
        destination: airportCodeSchema,
        departure_date: z.iso.date(),
      }),
    )
    .min(1)
    .max(6),
});
export type ChangeSearch = z.output<typeof changeSearchSchema>;

/** The bags that the airline sells for a booking now; none where it sells none. (TRIP-04) */
export const laterBagsSchema = z.object({ bags: z.array(bagServiceSchema) });

/** What is to be bought or changed: one of the offers that were shown, or bags. */
export const bookingChangeRequestSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('flights'), offer_id: z.string().min(1).max(100) }),
  z.object({ kind: z.literal('bags'), bags: z.array(bagSelectionSchema).min(1).max(50) }),
]);
export type BookingChangeRequest = z.output<typeof bookingChangeRequestSchema>;

/** A seat of a booking. */
export const bookedSeatSchema = z.object({
  passenger_id: z.string(),
  segment_id: z.string(),
  designator: z.string(),
  /** In the currency of the booking; missing for a seat that the airline has given instead. */
  amount: amountSchema.optional(),
});

/** What a change of flights does to what was bought with them. (RULE-02) */
const changeTermsSchema = z.object({
  /** Of the booking before, and of the new flights. */
  earlier_conditions: conditionsSchema,
  conditions: conditionsSchema,
  /** Seats and bags that were bought and go with the old flights. */
  seats: z.array(bookedSeatSchema),
  bags: z.array(boughtBagSchema),
});
export type ChangeTerms = z.output<typeof changeTermsSchema>;

/**
 * A change of a booking after it was made. `quoted`: nothing has happened; `under_way`: agreed, without an answer of the airline yet;
 * `done`; `failed`: nothing was changed or charged; `review`: a person decides. (TRIP-03, TRIP-04)
 */
export const bookingChangeSchema = changePriceSchema
  .extend({
    id: z.string(),
    kind: z.enum(['flights', 'bags']),
    state: z.enum(['quoted', 'under_way', 'done', 'failed', 'review']),
    /** Where it is paid from or comes back to; null before it is known, without money, and of several cards. */
    card: cardSummarySchema.nullable(),
    /** What was paid for it in another way, as agreed with support; 0 where its price was waived. (LEDGER-15) */
    settled_amount: amountSchema.nullish(),
    /** What became of `refund_amount`, once the change is made. */
    refund_shares: z.array(refundShareSchema),
    removed: z.array(z.number().int().min(0)),
    /** The flights before, in the sequence of `removed`. */
    removed_slices: z.array(sliceSchema),
    slices: z.array(sliceSchema),
    /** Null of bags, and of a change that is only known from the providers. */
    terms: changeTermsSchema.nullable(),
    bags: z.array(boughtBagSchema),
    /** Why it has failed; null otherwise. */
    failure: z.string().nullable(),
    created_at: z.string(),
  })
  .meta({ id: 'BookingChange' });
export type BookingChange = z.output<typeof bookingChangeSchema>;

/** What of a booking can be changed online now. */
export const changeOptionsSchema = z.object({
  changeability: z.enum(changeabilities),
  /** The indexes of the slices that have not departed. */
  slices: z.array(z.number().int().min(0)),
  /** Bags can be asked for. */
  bags: z.boolean(),
});
