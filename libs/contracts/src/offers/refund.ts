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
  | { kind: 'unknown' | 'none' | 'full' | 'fee_unknown' | 'credit' | 'credit_possible' }
  | {
      kind: 'less_fee';
      fee: string;
      feeCurrency: string;
      /** In the offer's currency; null when the fee has another currency, because only the airline converts it. */
      refund: string | null;
    };

/** IATA codes of airlines that pay a cancellation back in credit for some fares, which no offer says; ZZ is Duffel's test airline. */
const creditAirlines: readonly (string | null | undefined)[] = ['ZZ'];

/** Whether only the quote says if a refundable fare comes back as money. (REFUND-02) */
export const isCreditPossible = (airline: string | null | undefined, refundable: boolean | null): boolean =>
  refundable === true && creditAirlines.includes(airline);

/** Whether a cancellation is known to give money back. */
export const isRefundable = ({ refundable, credit_possible }: Offer['conditions']): boolean =>
  refundable === true && credit_possible !== true;

/** 'unknown' and 'fee_unknown' mean that the airline gives no information: neither a refusal nor a fee of 0. (OFFER-12) */
export function refundTerms(
  offer: Pick<Offer, 'conditions' | 'total_amount' | 'total_currency'> & {
    refunded_as_credit?: boolean | undefined;
  },
): RefundTerms {
  if (offer.refunded_as_credit) return { kind: 'credit' };
  const { refundable, refund_penalty_amount: fee, refund_penalty_currency: feeCurrency } = offer.conditions;
  if (refundable === null) return { kind: 'unknown' };
  if (!refundable) return { kind: 'none' };
  if (offer.conditions.credit_possible) return { kind: 'credit_possible' };
  if (fee === null || feeCurrency === null) return { kind: 'fee_unknown' };
  const feeMinor = parseMinor(fee, feeCurrency);
  if (feeMinor === undefined || feeMinor < 0) return { kind: 'fee_unknown' };
  if (feeMinor === 0) return { kind: 'full' };
  const paid = parseMoney(offer.total_amount, offer.total_currency);
  const isComparable = paid !== undefined && feeCurrency === offer.total_currency;
  const refund = isComparable ? formatMinor(refundMinor(paid, feeMinor), feeCurrency) : null;
  return { kind: 'less_fee', fee, feeCurrency, refund };
}
