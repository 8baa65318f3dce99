import { leaseDue } from '@fareline/service-kit/db/leases';
import { sql } from 'kysely';
import type { PaymentState } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { openReviewCase, toStuckSubject } from '../review-cases/review-case.repository.ts';
import { runSteps } from '../steps/run-steps.ts';
import { defineStep, type Step, type SteppedRows } from '../steps/step.ts';
import { resolveChallenge } from './challenge.ts';
import { alertOperator, callVoid, lookForVoid, recordVoid, type Voided } from './payment-steps.ts';
import { getPayment, transitionPayment, type Payment } from './payment.repository.ts';
import { resolveUnknownAuthorisation } from './resolve-unknown-authorisation.ts';

/** Queues a payment whose step is tried on. The end of the step ends the case. */
export async function openStuckCase(deps: Deps, payment: Payment, cause: unknown): Promise<Payment> {
  const { id, mode, booking_id: bookingId } = payment;
  const summary = 'A payment without a booking cannot be brought to its end; it is still tried.';
  const stuck = {
    kind: 'payment',
    subject: toStuckSubject(payment),
    mode,
    bookingId,
    paymentId: id,
  } as const;
  if (await openReviewCase(deps.db, { ...stuck, summary })) alertOperator(deps, payment, summary, cause);
  return payment;
}

const unknownStep: Step<Payment> = {
  from: ['authorising'],
  next: resolveUnknownAuthorisation,
  giveUp: openStuckCase,
};

const challengeStep: Step<Payment> = {
  from: ['challenged'],
  next: async (deps, payment) => (await resolveChallenge(deps, payment)).payment,
  until: ({ challenge_until }) => challenge_until,
  giveUp: openStuckCase,
};

/** From `authorised`: no booking can use the authorisation any more. (MONEY-26) */
const unusedStep: Step<Payment> = {
  from: ['authorised'],
  next: (deps, payment) => transitionPayment(deps, payment, 'voiding'),
};

/** From `voiding`: voids the authorisation. (MONEY-24) */
const voidStep = defineStep<Payment, Voided, never>({
  name: 'void',
  from: ['voiding'],
  look: (deps, { id }) => lookForVoid(deps, id),
  call: (deps, { id }) => callVoid(deps, id),
  settleMs: () => 0,
  absent: 'call',
  record: (deps, { id }, outcome) => recordVoid(deps, id, outcome),
  refuse: async (_deps, _payment, reason) => reason,
  giveUp: openStuckCase,
});

const payments: SteppedRows<Payment> = {
  ...{ table: 'payments', steps: [unknownStep, challengeStep, unusedStep, voidStep] },
  read: ({ db }, id) => getPayment(db, id),
  enqueue: ({ enqueue }, id, delayMs) => enqueue.payment(id, delayMs),
  readEvents: async (_deps, payment) => payment,
};

/** The states of payments without a booking from which steps go on. */
export const activeStates: readonly PaymentState[] = payments.steps.flatMap(({ from }) => from);

/** Brings a leased payment without a booking to its end, or schedules a retry; one that is authorised is voided. (MONEY-25) */
export const advancePayment = (deps: Deps, leased: Payment): Promise<Payment> =>
  runSteps(deps, payments, leased);

/** Asks for the authorisation in the request that has the card. It then waits for the cardholder or a booking. */
export const advanceAuthorisation = (deps: Deps, leased: Payment, step: Step<Payment>): Promise<Payment> =>
  runSteps(deps, { ...payments, steps: [step, ...payments.steps] }, leased);

/** Leases a batch of payments without a booking that are due and not leased, or only the payment with this id. (MONEY-26) */
export const leaseDuePayments = ({ db, config }: Deps, id?: string): Promise<Payment[]> =>
  leaseDue<Payment>(db, 'payments', {
    leaseMs: config.BOOKING_LEASE_MS,
    where: sql`booking_id is null and state in (${sql.join(activeStates)})
      and ${id === undefined ? sql`true` : sql`id = ${id}`}`,
  });
