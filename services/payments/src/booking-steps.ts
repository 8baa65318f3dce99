import { acceptStep } from './airline-changes/accept.step.ts';
import { getBooking, type Booking } from './bookings/booking.repository.ts';
import { cancelUnpaidOrderStep } from './bookings/cancel-unpaid-order.step.ts';
import { cancelStep } from './amendments/cancel.step.ts';
import { beginCaptureStep, captureStep } from './bookings/capture.step.ts';
import { changeStep } from './amendments/change.step.ts';
import { chargeChangeStep, voidChangeStep } from './amendments/charge-change.step.ts';
import { readEvents } from './airline-changes/pending-events.ts';
import { orderStep } from './bookings/place-order.step.ts';
import { riskReviewStep } from './bookings/risk-review.step.ts';
import { voidStep } from './bookings/void.step.ts';
import type { Deps } from './deps.ts';
import { runSteps } from './steps/run-steps.ts';
import type { Step, SteppedRows } from './steps/step.ts';

/** A booking in a state without a step waits for a person or has ended. */
const steps: readonly Step<Booking>[] = [
  ...[riskReviewStep, orderStep, beginCaptureStep, captureStep, cancelUnpaidOrderStep, voidStep],
  ...[acceptStep, cancelStep, changeStep, chargeChangeStep, voidChangeStep],
];

const bookings: SteppedRows<Booking> = {
  ...{ table: 'bookings', steps, readEvents },
  read: ({ db }, id) => getBooking(db, id),
  enqueue: ({ enqueue }, id, delayMs) => enqueue.booking(id, delayMs),
};

/** How bookings are led from state to state. */
export const bookingLead: Pick<Deps, 'activeStates' | 'advanceBooking'> = {
  activeStates: steps.flatMap(({ from }) => from),
  advanceBooking: (deps, leased) => runSteps(deps, bookings, leased),
};
