import { z } from 'zod';
import { rawConditions, rawSlice, toConditions, toSlice } from './booked-order.ts';
import type { ChangeOffer, OrderChange } from './flight-provider.ts';
import { isCashRefund } from './schemas.ts';

const signedAmount = z.string().regex(/^-?\d+(\.\d+)?$/);
const text = z.string().nullish().catch(null);
const time = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => (value && !Number.isNaN(Date.parse(value)) ? new Date(value) : null));

/** The fields that an offer of a change and the change itself have in common. */
const quote = z.object({
  id: z.string().min(1),
  change_total_amount: signedAmount,
  change_total_currency: z.string(),
  new_total_amount: z.string(),
  expires_at: time,
});

const toQuote = (raw: z.output<typeof quote>) => ({
  id: raw.id,
  amount: raw.change_total_amount,
  currency: raw.change_total_currency,
  newTotal: raw.new_total_amount,
  expiresAt: raw.expires_at,
});

interface RawPenalty {
  change_total_currency: string;
  penalty_amount?: string | null;
  penalty_currency?: string | null;
  penalty_total_amount?: string | null;
  penalty_total_currency?: string | null;
}

/** Null in another currency than the amount's, of which it cannot be shown as a part. */
function toPenalty(raw: RawPenalty): string | null {
  const currency = raw.penalty_currency ?? raw.penalty_total_currency;
  return currency === raw.change_total_currency
    ? (raw.penalty_amount ?? raw.penalty_total_amount ?? null)
    : null;
}

const changeOfferSchema = quote.extend({
  penalty_amount: text,
  penalty_currency: text,
  // Named so in recorded answers.
  penalty_total_amount: text,
  penalty_total_currency: text,
  refund_to: text,
  conditions: rawConditions,
  slices: z.object({
    add: z.array(rawSlice).min(1),
    remove: z.array(z.object({ id: z.string() })),
  }),
});

const toChangeOffer = (
  raw: z.output<typeof changeOfferSchema>,
  infants: ReadonlySet<string>,
): ChangeOffer => ({
  ...toQuote(raw),
  penalty: toPenalty(raw),
  isCredit: Number(raw.change_total_amount) < 0 && !isCashRefund(raw.refund_to),
  removedSliceIds: raw.slices.remove.map(({ id }) => id),
  addedSlices: raw.slices.add.map((slice) => toSlice(slice, infants)),
  conditions: toConditions(raw.conditions, raw.slices.add[0]?.segments[0]?.marketing_carrier.iata_code),
});

/** Throws for an offer without price or flights, which cannot be taken. `infants` are ids of passengers. */
export const parseChangeOffer = (raw: unknown, infants: ReadonlySet<string>): ChangeOffer =>
  toChangeOffer(changeOfferSchema.parse(raw), infants);

const changeRequestSchema = z.object({ order_change_offers: z.array(z.unknown()) });

/** The offers of a request that can be taken. */
export const parseChangeOffers = (raw: unknown, infants: ReadonlySet<string>): ChangeOffer[] =>
  changeRequestSchema
    .parse(raw)
    .order_change_offers.flatMap((offer) => changeOfferSchema.safeParse(offer).data ?? [])
    .map((offer) => toChangeOffer(offer, infants));

const orderChangeSchema = quote
  .extend({ order_id: z.string(), confirmed_at: text })
  .transform((raw): OrderChange => ({
    ...toQuote(raw),
    orderId: raw.order_id,
    isConfirmed: Boolean(raw.confirmed_at),
  }));

/** Throws for a change without a price. */
export const parseOrderChange = (raw: unknown): OrderChange => orderChangeSchema.parse(raw);
