import { sumChanges } from '../amendments/amendment.repository.ts';
import { getBooking, type Booking } from '../bookings/booking.repository.ts';
import { getPayment, transitionPayment, type Payment } from '../cards/payment.repository.ts';
import type { BookingState } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { throwUnavailable } from '../provider-unavailable.ts';
import { isDisputed, listPaidPayments, type PaidPayment } from '../refunds/paid-payments.ts';
import { addCharges, readChargedPayments } from '../refunds/read-charges.ts';
import type { Refund } from '../refunds/refund.repository.ts';
import { compareLedger } from './compare-ledger.ts';
import { readDecisions } from './open-undecided-case.ts';
import { resolveFinding } from './reconcile.job.ts';

/** States in which no step changes what is refunded. */
const refundableStates: readonly BookingState[] = [
  'confirmed',
  'completed',
  'cancelled',
  'cancelled_by_airline',
  'needs_review',
];

/** Whether what is left of the payment can be refunded. */
export const canRefund = (
  { state }: Pick<Booking, 'state'>,
  payment: Pick<PaidPayment, 'state' | 'disputes'>,
): boolean => !isDisputed(payment) && payment.state === 'captured' && refundableStates.includes(state);

const heldStates: readonly Payment['state'][] = ['authorised', 'capturing', 'voiding'];

/** Records what was charged by hand of a booking that a person decides on, because no step does. (LEDGER-05) */
async function recordCharged(deps: Deps, { state, payment_id }: Booking): Promise<void> {
  const payment = await getPayment(deps.db, payment_id);
  const { mode, intent_id } = payment;
  if (state !== 'needs_review' || !intent_id || !heldStates.includes(payment.state)) return;
  const { intent } = await deps.cardGateway.readCharge(mode, intent_id).catch(throwUnavailable);
  if (intent.state === 'captured') await transitionPayment(deps, payment, 'captured');
}

/** The payments of a booking that can be refunded and were read at the card provider; none unless its own can. */
export const filterRefundable = (booking: Booking, payments: readonly PaidPayment[]): PaidPayment[] => {
  const [own] = payments;
  return own && canRefund(booking, own)
    ? payments.filter((payment) => payment.charge && canRefund(booking, payment))
    : [];
};

/**
 * The payments of a booking, with what the card provider charged and refunded of those that are captured. Its refunds are recorded, and
 * every difference to the tables is put into the review queue. Throws PROVIDER_UNAVAILABLE. (LEDGER-01, REVIEW-06)
 */
export async function readPayments(deps: Deps, { id }: Pick<Booking, 'id'>): Promise<PaidPayment[]> {
  const { db } = deps;
  const decisions = await readDecisions(db, id);
  const booking = await getBooking(db, id);
  await recordCharged(deps, booking);
  const before = await listPaidPayments(db, id);
  const read = await readChargedPayments(deps, id);
  // A person has one that needs review on the desk: a difference would be a second case of the same fact.
  if (booking.state === 'needs_review' || !refundableStates.includes(booking.state)) return read;
  const { changed: changed_minor } = await sumChanges(db, booking);
  for (const payment of read) {
    const known = before.find((paid) => paid.id === payment.id)?.refunds ?? [];
    await compareCharge(deps, { ...booking, changed_minor }, { payment, known, decisions });
  }
  return addCharges(await listPaidPayments(db, id), read);
}

async function compareCharge(
  deps: Deps,
  booking: Booking & { changed_minor: number },
  read: { payment: PaidPayment; known: readonly Refund[]; decisions: readonly string[] },
): Promise<void> {
  const { payment, decisions } = read;
  if (!payment.charge) return;
  const { intent, refunds } = payment.charge;
  const ledger = { intents: [intent], refunds, disputes: [], orders: [] };
  const known = new Set(read.known.map(({ provider_id }) => provider_id));
  const recorded = {
    payments: [payment],
    bookings: [{ ...booking, isRecent: false }],
    cancellations: [],
    // One that was paid while the charge was read is not missing.
    refunds: payment.refunds.map((refund) => ({ ...refund, isRecent: known.has(refund.provider_id) })),
  };
  for (const finding of compareLedger(ledger, recorded))
    await resolveFinding(deps, payment.mode, finding, { ledger, recorded, decisions });
}

/** As `readPayments`; what the tables have while the card provider is unavailable. */
export const findPayments = (deps: Deps, booking: Booking): Promise<PaidPayment[]> =>
  readPayments(deps, booking).catch((error: unknown) => {
    deps.log.warn({ err: error, booking: booking.id }, 'the charge could not be read');
    return listPaidPayments(deps.db, booking.id);
  });
