import { parseMinor } from '@fareline/contracts';

/** Decimal strings as the provider writes them. */
export interface ProviderRefund {
  refundAmount: string | null;
  refundCurrency: string | null;
  orderAmount: string | null;
  orderCurrency: string | null;
}

/**
 * What goes back to the card: the same share of what the traveller paid as the airline gives back of what it was paid.
 * All of it gives all of it, uplift and seats included; a part is rounded down; never more than was paid. Undefined where
 * the airline does not say what comes back, or says it in another currency than it was paid in. (D42, PROVIDER-40)
 */
export function refundShare(paidMinor: number, refund: ProviderRefund): number | undefined {
  const { refundAmount, refundCurrency, orderAmount, orderCurrency } = refund;
  if (!refundAmount || !refundCurrency || !orderAmount || refundCurrency !== orderCurrency) return undefined;
  const back = parseMinor(refundAmount, refundCurrency);
  const whole = parseMinor(orderAmount, orderCurrency);
  if (back === undefined || whole === undefined || back < 0 || whole <= 0) return undefined;
  if (back >= whole) return paidMinor;
  return Number((BigInt(paidMinor) * BigInt(back)) / BigInt(whole));
}
