import { callVoid, lookForVoid, recordVoid } from '../cards/payment-steps.ts';
import type { PlacedOrder } from '../duffel/flight-provider.ts';
import { defineStep } from '../steps/step.ts';
import { transitionBooking, type Booking } from './booking.repository.ts';
import { flagForReview } from './flag-for-review.ts';
import { recordOrder } from './place-order.step.ts';

/**
 * From `voiding`: voids the authorisation. A traveller who saw `pending` gets the result by email. An order that appeared while the
 * void was retried is paid instead; while the airline cannot be asked nothing is voided. (PROVIDER-36, REVIEW-05, LEDGER-04)
 */
export const voidStep = defineStep<Booking, 'voided' | 'captured', { order: PlacedOrder }>({
  name: 'void',
  from: ['voiding'],
  async look(deps, { mode, id, offer_id, was_pending, order_id, payment_id }) {
    if (was_pending && order_id === null) {
      const order = await deps.flightProvider.findOrder(mode, id, offer_id);
      if (order && !order.isCancelled) return { kind: 'gone', reason: { order } };
    }
    return lookForVoid(deps, payment_id);
  },
  call: (deps, { payment_id }) => callVoid(deps, payment_id),
  settleMs: () => 0,
  absent: 'call',
  async record(deps, booking, outcome) {
    const { state } = await recordVoid(deps, booking.payment_id, outcome);
    if (state === 'captured')
      return transitionBooking(deps, booking, 'needs_review', {
        patch: { order_plan: null },
        outboxEvents: [{ kind: 'mail_review' }],
      });
    return transitionBooking(deps, booking, 'voided', {
      patch: { order_plan: null },
      outboxEvents: booking.was_pending ? [{ kind: 'mail_failed' }] : [],
    });
  },
  refuse: (deps, booking, { order }) => recordOrder(deps, booking, order),
  giveUp: (deps, booking, cause) =>
    flagForReview(deps, booking, 'an authorisation cannot be voided', { cause }),
});
