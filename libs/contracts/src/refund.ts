import { formatMinor, parseMinor } from './money.ts';
import type { Offer } from './schemas/offer.ts';

/**
 * What goes back to the card: what was paid less exactly what the airline keeps, never below 0 and never more than was paid.
 * Whole minor units of one currency. (REFUND-01)
 */
export const refundMinor = (paidMinor: number, keptMinor: number): number =>
  Math.min(paidMinor, Math.max(0, paidMinor - keptMinor));

/** What a cancellation before departure brings back. Amounts are decimal strings in their currency. */
export type RefundTerms =
  | { kind: 'unknown' | 'none' | 'full' | 'fee_unknown' }
  | {
      kind: 'less_fee';
      fee: string;
      feeCurrency: string;
      /** In the currency of the offer; null where the fee is in another one, so that only the airline can do the sum. */
      refund: string | null;
    };

/** 'unknown' and 'fee_unknown' are what the airline does not say: never a no, and never a fee of 0. (OFFER-12, D41, D49) */
export function refundTerms(
  offer: Pick<Offer, 'conditions' | 'total_amount' | 'total_currency'>,
): RefundTerms {
  const { refundable, refund_penalty_amount: fee, refund_penalty_currency: feeCurrency } = offer.conditions;
  if (refundable === null) return { kind: 'unknown' };
  if (!refundable) return { kind: 'none' };
  const feeMinor = fee !== null && feeCurrency !== null ? parseMinor(fee, feeCurrency) : undefined;
  if (fee === null || feeCurrency === null || feeMinor === undefined || feeMinor < 0)
    return { kind: 'fee_unknown' };
  if (feeMinor === 0) return { kind: 'full' };
  const paid = parseMinor(offer.total_amount, offer.total_currency);
  const isComparable = paid !== undefined && feeCurrency === offer.total_currency;
  const refund = isComparable ? formatMinor(refundMinor(paid, feeMinor), feeCurrency) : null;
  return { kind: 'less_fee', fee, feeCurrency, refund };
}
