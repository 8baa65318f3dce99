import { describeCard } from '@fareline/contracts';
import { getCardSummary } from '../cards/payment-result.ts';
import type { Payment } from '../cards/payment.repository.ts';

/** "the Visa card ending 4242". */
export function nameCard(payment: Payment | undefined): string {
  const summary = payment && getCardSummary(payment);
  return summary ? `the ${describeCard(summary)}` : 'the card';
}
