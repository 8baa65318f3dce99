import { describeCard, formatMinor } from '@fareline/contracts';
import { getCardSummary } from '../cards/payment-result.ts';
import type { Payment } from '../cards/payment.repository.ts';

/** "12.50 USD". */
export const formatAmount = (minor: number, currency: string): string =>
  `${formatMinor(minor, currency)} ${currency}`;

/** "the Visa card ending 4242". */
export function nameCard(payment: Payment | undefined): string {
  const summary = payment && getCardSummary(payment);
  return summary ? `the ${describeCard(summary)}` : 'the card';
}
