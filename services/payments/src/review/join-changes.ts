import { randomUUID } from 'node:crypto';
import { cardStepMinor, formatMinor, parseMinor, type Mode } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import { isUuid } from '@fareline/service-kit/db/is-uuid';
import type { InsertObject } from 'kysely';
import { selectChanges, sumChanges, type StoredChange } from '../amendments/amendment.repository.ts';
import { applyFlightChange } from '../amendments/change-booking-data.ts';
import { getLastArrival } from '../bookings/booking-data.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import { toOrderColumns } from '../bookings/place-order.step.ts';
import { isSame } from '../bookings/same-flights.ts';
import { readNow } from '../db/read-now.ts';
import type { Database, Tables } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { BookedOrder } from '../duffel/flight-provider.ts';
import type { LedgerCharge, LedgerRefund } from '../ledger/provider-ledger.ts';
import { throwUnavailable } from '../provider-unavailable.ts';
import { listPaidPayments } from '../refunds/paid-payments.ts';
import { getCurrentRequestId } from '../request-id.ts';

/** What both providers have of a booking, of which the tables may have lost changes or all. */
export interface ProvidedBooking {
  /** As it is after all changes. */
  order: BookedOrder;
  /** With which it was made. */
  own: LedgerCharge;
  /** Of its changes, and what else is recorded for it. */
  others: readonly LedgerCharge[];
}

/** A change as the metadata of its charge, or of what it gave back, have it. */
interface ProvidedChange {
  id: string;
  kind: 'flights' | 'bags';
  at: Date;
  /** What the order costs more, or less below zero; the provider's decimal string. */
  providerAmount: string;
  charge?: LedgerCharge;
  refundMinor: number;
  advanceMinor: number;
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

/** Reads charges and order by the booking's payments and the cases that the comparison has opened. Throws PROVIDER_UNAVAILABLE. */
export async function readProvidedBooking(
  { db, cardGateway, flightProvider }: Deps,
  { id, mode }: Booking,
  orderId: string,
  own: LedgerCharge,
): Promise<ProvidedBooking> {
  const unknown = await db
    .selectFrom('review_cases')
    .select('subject')
    .where('booking_id', '=', id)
    .where('kind', '=', 'reconciliation')
    .where('closed_at', 'is', null)
    .execute();
  const payments = await listPaidPayments(db, id);
  const intentIds = new Set([
    ...payments.flatMap((payment) => (payment.state === 'captured' && payment.intent_id) || []),
    ...unknown.flatMap(({ subject }) => {
      const [kind = '', unknownId] = subject.split(':');
      return (unknownKinds.includes(kind) && unknownId) || [];
    }),
  ]);
  intentIds.delete(own.intent.id);
  const [order, ...others] = await Promise.all([
    flightProvider.getBookedOrder(mode, orderId),
    ...[...intentIds].map((intentId) => cardGateway.readCharge(mode, intentId)),
  ]).catch(throwUnavailable);
  return { order, own, others: others.filter(({ intent }) => intent.state === 'captured') };
}

const listRefunds = ({ own, others }: Pick<ProvidedBooking, 'own' | 'others'>): LedgerRefund[] =>
  [own, ...others].flatMap(({ refunds }) => refunds);

const minorOf = (amount: string, currency: string): number => parseMinor(amount, currency) ?? 0;

/** The changes of a booking that its charges and their refunds name, but for those whose ids are known. (LEDGER-16) */
export function listProvidedChanges(
  bookingId: string,
  { own, others }: Pick<ProvidedBooking, 'own' | 'others'>,
  known: readonly Pick<StoredChange, 'id' | 'advance_minor'>[] = [],
): ProvidedChange[] {
  const isLost = (id = '') => isUuid(id) && known.every((change) => change.id !== id);
  const paid = others
    .filter(({ intent }) => intent.bookingId === bookingId && isUuid(intent.paymentId ?? ''))
    .filter(({ metadata }) => isLost(metadata.purchase_id))
    .map((charge): ProvidedChange => {
      const { intent, metadata } = charge;
      return {
        ...{ id: metadata.purchase_id ?? '', at: intent.createdAt, charge, refundMinor: 0, advanceMinor: 0 },
        kind: metadata.purchase_kind === 'bags' ? 'bags' : 'flights',
        providerAmount: metadata.provider_amount || formatMinor(intent.receivedMinor, intent.currency),
      };
    });
  const refunds = listRefunds({ own, others });
  const sum = (made: readonly LedgerRefund[]) =>
    made.reduce((total, { state, minor }) => total + (state === 'failed' ? 0 : minor), 0);
  let leftOfAdvances = known.reduce(
    (left, { advance_minor }) => left - advance_minor,
    sum(refunds.filter(({ metadata }) => metadata.is_advance === 'true')),
  );
  const ofLost = refunds.filter(({ metadata }) => isLost(metadata.change_id));
  const returned = [...Map.groupBy(ofLost, ({ metadata }) => metadata.change_id ?? '')].flatMap(
    ([id, made]): ProvidedChange[] => {
      const [first] = made.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
      if (!first) return [];
      const { currency, metadata, createdAt: at } = first;
      const returnedMinor = sum(made);
      const providerAmount = metadata.provider_amount || formatMinor(-returnedMinor, currency);
      const step = cardStepMinor(currency);
      const owedMinor = Math.floor(-minorOf(providerAmount, currency) / step) * step;
      // What of it was not refunded had been paid in advance, or has failed and is owed.
      const advanceMinor = Math.max(0, Math.min(owedMinor - returnedMinor, leftOfAdvances));
      leftOfAdvances -= advanceMinor;
      const isOwed = made.some(({ state }) => state === 'failed');
      const refundMinor = isOwed ? owedMinor - advanceMinor : returnedMinor;
      return [{ ...{ id, at, kind: 'flights', providerAmount }, refundMinor, advanceMinor }];
    },
  );
  return [...paid, ...returned];
}

/** What an order cost before these changes. */
export function getAmountBefore(
  { amount, currency }: Pick<BookedOrder, 'amount' | 'currency'>,
  changes: readonly ProvidedChange[],
): string {
  const added = changes.reduce((sum, { providerAmount }) => sum + minorOf(providerAmount, currency), 0);
  return formatMinor(minorOf(amount, currency) - added, currency);
}

async function insertChange(
  trx: Database,
  { id: booking_id, mode, currency, provider_amount }: Booking,
  { slices }: BookedOrder['data'],
  change: ProvidedChange,
): Promise<void> {
  const { id, kind, at, charge } = change;
  const payment = charge && {
    ...{ ...toChargedColumns(mode, charge), id: charge.intent.paymentId ?? '', booking_id },
    ...{ purchase_kind: kind === 'bags' ? kind : ('change' as const), purchase_id: id },
  };
  if (payment)
    await trx
      .insertInto('payments')
      .values(payment)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(payment))
      .execute();
  const amendment: InsertObject<Tables, 'amendments'> = {
    ...{ id, booking_id, kind, state: 'done', currency },
    ...{ agreed_at: at, made_at: at, done_at: at, expires_at: at },
    ...{ payment_id: payment?.id ?? null, charge_minor: payment?.amount_minor ?? 0 },
    ...{ refund_minor: change.refundMinor, advance_minor: change.advanceMinor },
    ...{ provider_amount: change.providerAmount, order_amount: provider_amount ?? '' },
    content: JSON.stringify({
      ...{ removed: [], removed_slices: [], terms: null, bags: [], services: [], known_services: [] },
      slices: kind === 'flights' ? slices : [],
    }),
  };
  await trx
    .insertInto('amendments')
    .values(amendment)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(amendment))
    .execute();
}

/**
 * Makes the rows of the changes that the tables have lost from what both providers have of them, and returns the columns of the booking
 * after them. (LEDGER-16)
 */
export async function joinChanges(trx: Database, booking: Booking, { order, ...charges }: ProvidedBooking) {
  const { id, booking_data: data, last_arrival_at } = booking;
  const known = await selectChanges(trx)
    .where('booking_id', '=', id)
    .where('state', '<>', 'quoted')
    .execute();
  for (const change of listProvidedChanges(id, charges, known)) {
    await insertChange(trx, booking, order.data, change);
    const returned = listRefunds(charges).filter(({ metadata }) => metadata.change_id === change.id);
    await trx
      .updateTable('refunds')
      .set({ change_id: change.id })
      .where('provider_id', 'in', ['', ...returned.map((refund) => refund.id)])
      .execute();
  }
  const removed = order.data.slices.flatMap((slice, index) =>
    isSame([slice], data.slices.slice(index, index + 1)) ? [] : [index],
  );
  const { receivedMinor, currency } = charges.own.intent;
  const amount_minor = receivedMinor + (await sumChanges(trx, booking)).changed;
  const total = { total_amount: formatMinor(amount_minor, currency), total_currency: currency };
  const changed = { ...applyFlightChange(data, order, removed, await readNow(trx)), ...total };
  return {
    ...toOrderColumns({ booking_data: changed }, order),
    ...{ amount_minor, currency },
    tickets: JSON.stringify(order.tickets),
    last_arrival_at: getLastArrival(changed.slices, last_arrival_at),
  };
}
