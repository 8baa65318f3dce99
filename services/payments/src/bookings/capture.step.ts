import { callCapture, lookForCapture, recordCapture, type CardRefusal } from '../cards/payment-steps.ts';
import type { Deps } from '../deps.ts';
import { defineStep, type Step } from '../steps/step.ts';
import { serialiseFailure, transitionBooking, type Booking, type Transition } from './booking.repository.ts';
import { flagForReview } from './flag-for-review.ts';
import { hasPendingEvent } from './pending-event.repository.ts';

/** From `ordered`: records that the capture is about to start. */
export const beginCaptureStep: Step<Booking> = {
  from: ['ordered'],
  next: (deps, booking) => transitionBooking(deps, booking, 'capturing'),
};

/** The account event is delayed, so that the response can create the account first and show its password. */
const getConfirmationEvents = ({ config }: Deps, { user_id }: Booking): Transition['outboxEvents'] => [
  { kind: 'mail_confirmed' },
  ...(user_id ? [] : [{ kind: 'guest_account' as const, delayMs: config.LEASE_MARGIN_MS }]),
];

const cardFailure = {
  code: 'PAYMENT_FAILED',
  message: 'Your card could not be charged, so nothing was booked. Please try another card.',
};

const cancelledFailure = {
  code: 'BOOKING_REFUSED',
  message: 'The airline has cancelled this booking. Nothing was charged.',
};

/** Why a booking with an order is not paid. */
interface Unpaid extends CardRefusal {
  isOrderCancelled?: true;
}

/** From `capturing`: captures the payment and confirms the booking, or starts to cancel the order if the capture is refused. */
export const captureStep = defineStep<Booking, undefined, Unpaid>({
  name: 'capture',
  from: ['capturing'],
  look: (deps, { payment_id }) => lookForCapture(deps, payment_id),
  async ready({ db, flightProvider }, { id, mode, order_id: orderId }) {
    if (!orderId || !(await hasPendingEvent(db, id, ['cancelled']))) return 'now';
    const { isCancelled } = await flightProvider.getOrder(mode, orderId);
    return isCancelled ? { refused: { message: 'the order is cancelled', isOrderCancelled: true } } : 'now';
  },
  call: (deps, { payment_id }) => callCapture(deps, payment_id),
  settleMs: () => 0,
  absent: 'call',
  async record(deps, booking) {
    await recordCapture(deps, booking.payment_id);
    return transitionBooking(deps, booking, 'confirmed', {
      patch: { failure: null },
      outboxEvents: getConfirmationEvents(deps, booking),
    });
  },
  async refuse(deps, booking, { message, isOrderCancelled }) {
    deps.log.error({ err: message, booking: booking.id }, 'the authorisation is not captured');
    const failure = isOrderCancelled ? cancelledFailure : cardFailure;
    return transitionBooking(deps, booking, 'releasing', { patch: { failure: serialiseFailure(failure) } });
  },
  giveUp: (deps, booking, cause) =>
    flagForReview(deps, booking, 'the outcome of a capture is unknown', { cause }),
});
