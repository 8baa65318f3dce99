import { sumChanges } from '../amendments/amendment.repository.ts';
import { getBooking, type Booking } from '../bookings/booking.repository.ts';
import { recordProviderRefund } from '../refunds/record-refund.ts';
import { isDisputed, listRefunds, sumRefunds, type Refund } from '../refunds/refund.repository.ts';
import { getPayment, transitionPayment, type Payment } from '../cards/payment.repository.ts';
import type { BookingState } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { LedgerCharge } from '../ledger/provider-ledger.ts';
import { throwUnavailable } from '../provider-unavailable.ts';
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

/** Whether what is left of the charge can be refunded. */
export const canRefund = (
  { state }: Pick<Booking, 'state'>,
  payment: Pick<Payment, 'state' | 'dispute_state'>,
): boolean => !isDisputed(payment) && payment.state === 'captured' && refundableStates.includes(state);

const heldStates: readonly Payment['state'][] = ['authorised', 'capturing', 'voiding'];

/** The payment; of a booking that a person decides on, no step records what was charged by hand. (LEDGER-05) */
async function readCharged(deps: Deps, { state, payment_id }: Booking): Promise<Payment> {
  const payment = await getPayment(deps.db, payment_id);
  const { mode, intent_id } = payment;
  if (state !== 'needs_review' || !intent_id || !heldStates.includes(payment.state)) return payment;
  const { intent } = await deps.cardGateway.readCharge(mode, intent_id).catch(throwUnavailable);
  return intent.state === 'captured' ? transitionPayment(deps, payment, 'captured') : payment;
}

/** A payment of a booking with what the card provider says of it. */
export interface PaidCharge {
  payment: Payment;
  charge: LedgerCharge;
}

/** The payments of a booking that can be refunded: that of the booking itself first, then those of its changes. */
async function listRefundable(deps: Deps, booking: Booking): Promise<Payment[]> {
  const payment = await readCharged(deps, booking);
  if (!canRefund(booking, payment)) return [];
  const others = await deps.db
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', '=', booking.id)
    .where('id', '<>', payment.id)
    .orderBy('created_at')
    .execute();
  return [payment, ...others.filter((other) => canRefund(booking, other))];
}

/**
 * Reads what the card provider charged and refunded of a booking that can be refunded; none of any other. Its refunds are recorded, and
 * every difference to the tables is put into the review queue. Throws PROVIDER_UNAVAILABLE. (LEDGER-01, REVIEW-06)
 */
export async function readRefundableCharges(deps: Deps, { id }: Pick<Booking, 'id'>): Promise<PaidCharge[]> {
  const decisions = await readDecisions(deps.db, id);
  const booking = await getBooking(deps.db, id);
  const { changed: changed_minor } = await sumChanges(deps.db, booking);
  const charges: PaidCharge[] = [];
  for (const payment of await listRefundable(deps, booking))
    if (payment.intent_id)
      charges.push({
        payment,
        charge: await readPaidCharge(
          deps,
          { booking: { ...booking, changed_minor }, decisions },
          payment,
          payment.intent_id,
        ),
      });
  return charges;
}

async function readPaidCharge(
  deps: Deps,
  { booking, decisions }: { booking: Booking & { changed_minor: number }; decisions: readonly string[] },
  payment: Payment,
  intentId: string,
): Promise<LedgerCharge> {
  const { db, cardGateway } = deps;
  const { mode } = payment;
  const earlier = new Set((await listRefunds(db, payment.id)).map(({ provider_id }) => provider_id));
  const charge = await cardGateway.readCharge(mode, intentId).catch(throwUnavailable);
  for (const refund of charge.refunds) await recordProviderRefund(deps, mode, refund);
  // A person has it on the desk: a difference would be a second case of the same fact.
  if (booking.state === 'needs_review') return charge;
  const refunds = await listRefunds(db, payment.id);
  const ledger = { intents: [charge.intent], refunds: charge.refunds, disputes: [], orders: [] };
  const recorded = {
    payments: [payment],
    bookings: [{ ...booking, isRecent: false }],
    cancellations: [],
    // One that was paid while the charge was read is not missing.
    refunds: refunds.map((refund) => ({ ...refund, isRecent: earlier.has(refund.provider_id) })),
  };
  for (const finding of compareLedger(ledger, recorded))
    await resolveFinding(deps, mode, finding, { ledger, recorded, decisions });
  return charge;
}

/** The charges that can be refunded, for callers that work without them; empty while the card provider is unavailable. */
export const findRefundableCharges = (deps: Deps, booking: Booking): Promise<PaidCharge[]> =>
  readRefundableCharges(deps, booking).catch((error: unknown) => {
    deps.log.warn({ err: error, booking: booking.id }, 'the charge could not be read');
    return [];
  });

/**
 * What is left of a charge, by the provider or by the tables, whatever is less; a refund that is due is gone by both, as is what the bank
 * has given back after a lost dispute. (LEDGER-01, LEDGER-06)
 */
export function getLeftMinor(
  {
    payment: { amount_minor, currency, dispute_lost_minor: lostMinor },
    charge: { intent, refunds },
  }: {
    payment: Pick<Payment, 'amount_minor' | 'currency' | 'dispute_lost_minor'>;
    charge: Pick<LedgerCharge, 'intent' | 'refunds'>;
  },
  recorded: readonly Pick<Refund, 'provider_id' | 'state' | 'amount_minor'>[],
): number {
  if (intent.currency !== currency) return 0;
  const ids = new Set<string | null>(refunds.map(({ id }) => id));
  const provided = refunds.map(({ state, minor }) => ({ state, amount_minor: minor }));
  const unknown = recorded.filter(({ provider_id }) => !ids.has(provider_id));
  const leftAtProvider = intent.receivedMinor - sumRefunds([...provided, ...unknown]);
  return Math.max(0, Math.min(leftAtProvider, amount_minor - sumRefunds(recorded)) - lostMinor);
}

/** What is left of each charge by the refunds of all, in minor units. */
export const listLeft = (charges: readonly PaidCharge[], refunds: readonly Refund[]) =>
  charges.map((charge) => ({
    payment: charge.payment,
    minor: getLeftMinor(
      charge,
      refunds.filter(({ payment_id }) => payment_id === charge.payment.id),
    ),
  }));

/** The charge of which most is left: a person refunds one card at a time. */
export const findMostLeft = (charges: readonly PaidCharge[], refunds: readonly Refund[]) =>
  listLeft(charges, refunds).toSorted((one, other) => other.minor - one.minor)[0] ?? {
    payment: undefined,
    minor: 0,
  };
