import { formatMinor, parseMinor } from '../money.ts';
import type { Offer } from './offer.schema.ts';

/**
 * Refund in minor units: the paid amount less what the airline keeps, from 0 to the paid amount. Both amounts have the same
 * currency. (REFUND-01)
 */
export const refundMinor = (paidMinor: number, keptMinor: number): number =>
  Math.min(paidMinor, Math.max(0, paidMinor - keptMinor));

/** Refund terms of a cancellation before departure. Amounts are decimal strings. */
export type RefundTerms =
  | { kind: 'unknown' | 'none' | 'full' | 'fee_unknown' }
  | {
      kind: 'less_fee';
      fee: string;
      feeCurrency: string;
      /** In the offer's currency; null when the fee has another currency, because only the airline converts it. */
      refund: string | null;
    };

/** 'unknown' and 'fee_unknown' mean that the airline gives no information: neither a refusal nor a fee of 0. (OFFER-12) */
export function refundTerms(
  offer: Pick<Offer, 'conditions' | 'total_amount' | 'total_currency'>,
): RefundTerms {
  const { refundable, refund_penalty_amount: fee, refund_penalty_currency: feeCurrency } = offer.conditions;
  if (refundable === null) return { kind: 'unknown' };
  if (!refundable) return { kind: 'none' };
  if (fee === null || feeCurrency === null) return { kind: 'fee_unknown' };
  const feeMinor = parseMinor(fee, feeCurrency);
  if (feeMinor === undefined || feeMinor < 0) return { kind: 'fee_unknown' };
  if (feeMinor === 0) return { kind: 'full' };
  const paid = parseMinor(offer.total_amount, offer.total_currency);
  const isComparable = paid !== undefined && feeCurrency === offer.total_currency;
  const refund = isComparable ? formatMinor(refundMinor(paid, feeMinor), feeCurrency) : null;
  return { kind: 'less_fee', fee, feeCurrency, refund };
}
