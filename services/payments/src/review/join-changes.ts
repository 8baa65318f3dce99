import { randomUUID } from 'node:crypto';
import { formatMinor, parseMinor, type Mode } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import { isUuid } from '@fareline/service-kit/db/is-uuid';
import type { InsertObject } from 'kysely';
import { applyFlightChange } from '../amendments/change-booking-data.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import { isSame } from '../bookings/same-flights.ts';
import { readNow } from '../db/read-now.ts';
import type { Database, Tables } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { BookedOrder } from '../duffel/flight-provider.ts';
import type { LedgerCharge } from '../ledger/provider-ledger.ts';
import { throwUnavailable } from '../provider-unavailable.ts';
import { listBookingRefunds, sumRefunds, type Refund } from '../refunds/refund.repository.ts';
import { getCurrentRequestId } from '../request-id.ts';

/** What both providers have of changes that the tables have lost, as after a restored dump. */
export interface LostChanges {
  /** The charges that name the booking and are in no table. */
  charges: LedgerCharge[];
  /** The order as it is after them. */
  order: BookedOrder;
}

/** Columns of a payment that only the card provider has. */
export const toChargedColumns = (mode: Mode, { intent, metadata, card }: LedgerCharge) => ({
  ...{ mode, brand: metadata.brand ?? defaultBrand.id, visitor_hash: metadata.visitor ?? '' },
  ...{ amount_minor: intent.receivedMinor, currency: intent.currency, request_id: getCurrentRequestId() },
  ...{ intent_id: intent.id, state: 'captured' as const, lease_until: null, attempt_id: randomUUID() },
  ...{ card_brand: card?.brand ?? null, card_last4: card?.last4 ?? null, created_at: intent.createdAt },
});

/** Cases of a charge whose payment, or whose booking, is unknown. */
const unknownKinds: readonly string[] = ['payment_unknown', 'captured_without_booking'];

/** Reads them by the cases that the comparison has opened. Throws PROVIDER_UNAVAILABLE. (LEDGER-16) */
export async function readLostChanges(
  { db, cardGateway, flightProvider }: Deps,
  { id, mode }: Booking,
  orderId: string,
): Promise<LostChanges> {
  const unknown = await db
    .selectFrom('review_cases')
    .select('subject')
    .where('booking_id', '=', id)
    .where('kind', '=', 'reconciliation')
    .where('closed_at', 'is', null)
    .execute();
  const [order, ...charges] = await Promise.all([
    flightProvider.getBookedOrder(mode, orderId),
    ...unknown.flatMap(({ subject }) => {
      const [kind, intentId] = subject.split(':');
      return unknownKinds.includes(kind ?? '') && intentId ? [cardGateway.readCharge(mode, intentId)] : [];
    }),
  ]).catch(throwUnavailable);
  return {
    order,
    charges: charges.filter(
      ({ intent, metadata }) =>
        intent.state === 'captured' &&
        intent.bookingId === id &&
        isUuid(metadata.purchase_id ?? '') &&
        isUuid(intent.paymentId ?? ''),
    ),
  };
}

/**
 * The refunds of ours whose reason is lost and that have given back exactly so much: one, else all of them together, as where one was
 * spread over two cards.
 */
async function findReturned(trx: Database, { id }: Booking, minor: number): Promise<Refund[]> {
  const lost = (await listBookingRefunds(trx, id)).filter(
    ({ change_id, cancellation_id, action_id, state }) =>
      change_id === null && cancellation_id === null && action_id === null && state !== 'failed',
  );
  const one = lost.find(({ amount_minor }) => amount_minor === minor);
  if (one) return [one];
  return sumRefunds(lost) === minor ? lost : [];
}

/** Makes the rows of changes from what both providers have of them, and returns the booking with their flights and bags. (LEDGER-16) */
export async function joinChanges(
  trx: Database,
  booking: Booking,
  { charges, order }: LostChanges,
): Promise<Booking> {
  const { id, mode, currency, booking_data: data } = booking;
  const before = parseMinor(booking.provider_amount ?? '', currency) ?? 0;
  const addedMinor = (parseMinor(order.amount, currency) ?? before) - before;
  const toAmendment = (made: {
    id: string;
    kind: 'flights' | 'bags';
    minor: number;
    at: Date;
  }): InsertObject<Tables, 'amendments'> => ({
    ...{ id: made.id, booking_id: id, kind: made.kind, state: 'done', currency },
    ...{ agreed_at: made.at, made_at: made.at, done_at: made.at, expires_at: made.at },
    ...{ provider_amount: formatMinor(made.minor, currency), order_amount: booking.provider_amount ?? '' },
    content: JSON.stringify({
      ...{ removed: [], removed_slices: [], bags: [], services: [], known_services: [] },
      slices: made.kind === 'flights' ? order.data.slices : [],
    }),
  });
  for (const charge of charges) {
    const { intent, metadata } = charge;
    const isBags = metadata.purchase_kind === 'bags';
    const paymentId = intent.paymentId ?? '';
    const changeId = metadata.purchase_id ?? '';
    const payment = {
      ...{ ...toChargedColumns(mode, charge), id: paymentId, booking_id: id },
      ...{ purchase_kind: isBags ? ('bags' as const) : ('change' as const), purchase_id: changeId },
    };
    await trx
      .insertInto('payments')
      .values(payment)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(payment))
      .execute();
    const made = {
      ...{ id: changeId, kind: isBags ? ('bags' as const) : ('flights' as const), at: intent.createdAt },
      minor: intent.receivedMinor,
    };
    const amendment = {
      ...toAmendment(made),
      ...{ payment_id: paymentId, charge_minor: intent.receivedMinor },
    };
    await trx
      .insertInto('amendments')
      .values(amendment)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(amendment))
      .execute();
  }
  // What the charges are more than the order costs more was given back by another change, whose refund has its id.
  const chargedMinor = charges.reduce((sum, { intent }) => sum + intent.receivedMinor, 0);
  const [first, ...others] = await findReturned(trx, booking, chargedMinor - addedMinor);
  if (first) {
    const returned = [first, ...others];
    const minor = sumRefunds(returned);
    await trx
      .insertInto('amendments')
      .values({
        ...toAmendment({ id: first.id, kind: 'flights', minor: -minor, at: first.created_at }),
        refund_minor: minor,
      })
      .execute();
    await trx
      .updateTable('refunds')
      .set({ change_id: first.id })
      .where(
        'id',
        'in',
        returned.map((refund) => refund.id),
      )
      .execute();
  }
  const removed = order.data.slices.flatMap((slice, index) =>
    isSame([slice], data.slices.slice(index, index + 1)) ? [] : [index],
  );
  return { ...booking, booking_data: applyFlightChange(data, order, removed, await readNow(trx)) };
}
