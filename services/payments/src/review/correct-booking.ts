import { formatMinor, type ReviewCase } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { sql } from 'kysely';
import type { Booking } from '../bookings/booking.repository.ts';
import { toOrderColumns } from '../bookings/place-order.step.ts';
import { getPayment } from '../cards/payment.repository.ts';
import type { BookingState, Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { PlacedOrder } from '../duffel/flight-provider.ts';
import type { LedgerIntent } from '../ledger/provider-ledger.ts';
import type { FindingKind } from '../reconciliation/compare-ledger.ts';

/** What an edited or lost value of a row is found as, where both providers have the booking. */
const correctableKinds: readonly FindingKind[] = [
  ...(['payment_state', 'intent_id', 'capture_amount'] as const),
  ...(['booking_state', 'order_id', 'order_amount'] as const),
];
const correctableSubject = `^(${correctableKinds.join('|')}):`;

/** Whether a case is about a row that can be corrected. (LEDGER-05) */
export const isCorrectable = ({ closedAt, subject }: Pick<ReviewCase, 'closedAt' | 'subject'>): boolean =>
  closedAt === null && new RegExp(correctableSubject).test(subject);

/** States of which an edit or a loss is corrected; in any other the booking's own actions lead on. */
const correctableStates: readonly BookingState[] = ['confirmed', 'completed', 'voided'];

/** What both providers have of a booking. */
export interface ProvidedFacts {
  intent: LedgerIntent;
  order: PlacedOrder;
}

/**
 * Reads the order and the charge of a booking by what the providers were told of it, not by ids of the row. Throws ACTION_NOT_POSSIBLE
 * unless the order stands and its card is charged, or PROVIDER_UNAVAILABLE. (LEDGER-04)
 */
export async function readProvidedFacts(deps: Deps, booking: Booking): Promise<ProvidedFacts> {
  const { db, cardGateway, flightProvider } = deps;
  const { mode, id, offer_id, payment_id } = booking;
  const { created_at } = await getPayment(db, payment_id);
  const [charge, order] = await Promise.all([
    cardGateway
      .findIntent(mode, payment_id, created_at)
      .then((intent) => (intent?.kind === 'captured' ? cardGateway.readCharge(mode, intent.intentId) : null)),
    flightProvider.findOrder(mode, id, offer_id),
  ]).catch((cause: unknown) => {
    throw new AppError('PROVIDER_UNAVAILABLE', { cause });
  });
  if (!charge || !order || order.isCancelled || !correctableStates.includes(booking.state))
    throw new AppError('ACTION_NOT_POSSIBLE', {
      message: 'Only a booking whose order stands and whose card is charged can be corrected.',
    });
  return { intent: charge.intent, order };
}

/** Writes what both providers say into booking and payment, and closes the cases that were about it. */
export async function correctBooking(
  trx: Database,
  booking: Booking,
  { intent, order }: ProvidedFacts,
  closedBy: string,
): Promise<void> {
  const { receivedMinor: amount_minor, currency } = intent;
  const state = booking.state === 'completed' ? 'completed' : 'confirmed';
  const total = { total_amount: formatMinor(amount_minor, currency), total_currency: currency };
  const corrected = { ...booking, booking_data: { ...booking.booking_data, ...total } };
  await trx
    .updateTable('payments')
    .set({ state: 'captured', intent_id: intent.id, amount_minor, currency })
    .where('id', '=', booking.payment_id)
    .execute();
  await trx
    .updateTable('bookings')
    .set({ ...toOrderColumns(corrected, order), state, amount_minor, currency, failure: null })
    .where('id', '=', booking.id)
    .execute();
  await trx
    .updateTable('review_cases')
    .set({ closed_at: sql`now()`, closed_by: closedBy })
    .where('booking_id', '=', booking.id)
    .where('closed_at', 'is', null)
    .where(sql<boolean>`subject ~ ${correctableSubject}`)
    .execute();
}
