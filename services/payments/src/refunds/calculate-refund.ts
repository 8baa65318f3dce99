import { parseMinor, refundMinor, type Money } from '@fareline/contracts';

/** The airline's quoted refund and the order amount it was paid, as the provider's decimal strings. */
interface ProviderRefund {
  refundAmount: string | null;
  refundCurrency: string | null;
  orderAmount: string | null;
  orderCurrency: string | null;
}

/**
 * The refund to the card in minor units: the amount paid less what the airline keeps of the order amount, so the markup is
 * refunded. Undefined when the airline's refund is unknown or not in the currency of the card payment. (REFUND-01)
 */
export function calculateRefund(
  paid: Money,
  { refundAmount, refundCurrency, orderAmount, orderCurrency }: ProviderRefund,
): number | undefined {
  if (refundAmount === null || orderAmount === null) return undefined;
  if (refundCurrency !== paid.currency || orderCurrency !== paid.currency) return undefined;
  const refundedMinor = parseMinor(refundAmount, paid.currency);
  const orderMinor = parseMinor(orderAmount, paid.currency);
  if (refundedMinor === undefined || orderMinor === undefined || refundedMinor < 0 || orderMinor <= 0)
    return undefined;
  return refundMinor(paid, orderMinor - refundedMinor);
}

/**
 * What comes back of an amount and what of it was paid in advance, in minor units: never more than is left. What a bank has given back
 * after a lost dispute comes back with a cancellation no second time. (REFUND-02, LEDGER-06, LEDGER-13)
 */
export function deductReturned(
  minor: number,
  { lostMinor = 0, advanceMinor, leftMinor }: { lostMinor?: number; advanceMinor: number; leftMinor: number },
): { refund_minor: number; advance_minor: number } {
  const owedMinor = Math.max(0, minor - lostMinor);
  return {
    refund_minor: Math.max(0, Math.min(owedMinor - advanceMinor, leftMinor)),
    advance_minor: Math.min(owedMinor, advanceMinor),
  };
}
