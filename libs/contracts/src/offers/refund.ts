import { cardStepMinor, formatMinor, parseMinor, parseMoney, type Money } from '../money.ts';
import type { Offer } from './offer.schema.ts';

/**
 * Refund in minor units: the paid amount less what the airline keeps, in the same currency, from 0 to the paid amount. What a card
 * cannot be given exactly is rounded up. (REFUND-01)
 */
export function refundMinor(paid: Money, keptMinor: number): number {
  const step = cardStepMinor(paid.currency);
  return Math.min(paid.minor, Math.max(0, Math.ceil((paid.minor - keptMinor) / step) * step));
}

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
  const paid = parseMoney(offer.total_amount, offer.total_currency);
  const isComparable = paid !== undefined && feeCurrency === offer.total_currency;
  const refund = isComparable ? formatMinor(refundMinor(paid, feeMinor), feeCurrency) : null;
  return { kind: 'less_fee', fee, feeCurrency, refund };
}
