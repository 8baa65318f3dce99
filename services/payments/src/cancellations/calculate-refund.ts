import { parseMinor, refundMinor } from '@fareline/contracts';

/** The airline's quote beside what it was paid. Decimal strings as the provider writes them. */
export interface ProviderRefund {
  refundAmount: string | null;
  refundCurrency: string | null;
  orderAmount: string | null;
  orderCurrency: string | null;
}

/**
 * What goes back to the card, in minor units: what the traveller paid less exactly what the airline keeps of what it was paid,
 * so that the markup comes back. Undefined where the airline does not say what comes back, or says it in another currency than
 * the card was charged in. (D49, REFUND-01)
 */
export function calculateRefund(
  paid: { minor: number; currency: string },
  { refundAmount: back, refundCurrency, orderAmount, orderCurrency }: ProviderRefund,
): number | undefined {
  if (back === null || orderAmount === null) return undefined;
  if (refundCurrency !== paid.currency || orderCurrency !== paid.currency) return undefined;
  const backMinor = parseMinor(back, paid.currency);
  const orderMinor = parseMinor(orderAmount, paid.currency);
  if (backMinor === undefined || orderMinor === undefined || backMinor < 0 || orderMinor <= 0)
    return undefined;
  return refundMinor(paid.minor, orderMinor - backMinor);
}
