import { sql, type Selectable } from 'kysely';
import type { Booking } from '../bookings/booking.repository.ts';
import { getPayment, type Payment } from '../cards/payment.repository.ts';
import type { Database, DisputesTable, DisputeState } from '../db/schema.ts';
import type { LedgerCharge } from '../ledger/provider-ledger.ts';
import { isOfChange, sumRefunds, type Refund } from './refund.repository.ts';

/** A payment with its refunds and disputes, the oldest first. */
export interface PaidPayment extends Payment {
  refunds: Refund[];
  disputes: Selectable<DisputesTable>[];
  /** What the card provider has of it, where that was read. */
  charge?: Pick<LedgerCharge, 'intent' | 'refunds'> | undefined;
}

type Returned = Pick<PaidPayment, 'state' | 'amount_minor' | 'currency'> & {
  charge?: Pick<LedgerCharge, 'intent'> | undefined;
  refunds: readonly Pick<Refund, 'state' | 'amount_minor'>[];
  disputes: readonly Pick<PaidPayment['disputes'][number], 'state' | 'amount_minor'>[];
};

/** Adds refunds and disputes to payments. */
async function addReturned(db: Database, payments: readonly Payment[]): Promise<PaidPayment[]> {
  const ofPayments = sql<boolean>`payment_id = any(${payments.map(({ id }) => id)}::uuid[])`;
  const refunds = await db
    .selectFrom('refunds')
    .selectAll()
    .where(ofPayments)
    .orderBy('created_at')
    .execute();
  const disputes = await db
    .selectFrom('disputes')
    .selectAll()
    .where(ofPayments)
    .orderBy('opened_at')
    .execute();
  return payments.map((payment) => {
    const isOf = ({ payment_id }: { payment_id: string }) => payment_id === payment.id;
    return { ...payment, refunds: refunds.filter(isOf), disputes: disputes.filter(isOf) };
  });
}

export const getPaidPayment = async (db: Database, id: string): Promise<PaidPayment> => {
  const [paid] = await addReturned(db, [await getPayment(db, id)]);
  if (!paid) throw new Error(`no payment ${id}`);
  return paid;
};

/** The payments of each booking: its own first, then those of its changes. */
export async function readPaidPayments(
  db: Database,
  bookingIds: readonly string[],
): Promise<Map<string, PaidPayment[]>> {
  const payments = await db
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .selectAll('payments')
    .where(sql<boolean>`payments.booking_id = any(${bookingIds}::uuid[])`)
    .orderBy(sql`payments.id <> bookings.payment_id`)
    .orderBy('payments.created_at')
    .execute();
  return Map.groupBy(await addReturned(db, payments), ({ booking_id }) => booking_id ?? '');
}

export const listPaidPayments = async (db: Database, bookingId: string): Promise<PaidPayment[]> =>
  (await readPaidPayments(db, [bookingId])).get(bookingId) ?? [];

/** The cardholder's bank decides on the money, so nothing is refunded until then. (LEDGER-06, LEDGER-14) */
export const isDisputed = ({ disputes }: { disputes: readonly { state: DisputeState }[] }): boolean =>
  disputes.some(({ state }) => state === 'open');

/** The dispute that is open, else the last one of the payments; null without one. */
export function describeDisputes(payments: readonly Pick<PaidPayment, 'disputes'>[]): DisputeState | null {
  const states = payments.flatMap(({ disputes }) => disputes.map(({ state }) => state));
  return states.find((state) => state === 'open') ?? states.at(-1) ?? null;
}

/** What the bank has given back after lost disputes, in minor units. (LEDGER-14) */
export const getLostMinor = ({
  amount_minor,
  disputes,
}: Pick<Returned, 'amount_minor' | 'disputes'>): number =>
  Math.min(
    amount_minor,
    disputes.reduce((sum, dispute) => sum + (dispute.state === 'lost' ? dispute.amount_minor : 0), 0),
  );

/**
 * What can still come back of a payment, in minor units: less what is refunded or due, and what the bank has given back. Where the card
 * provider was read, no more than it has received. (LEDGER-13)
 */
export function getLeftMinor(paid: Returned): number {
  const { state, amount_minor, currency, charge, refunds } = paid;
  const intent = charge?.intent;
  if (state !== 'captured' || (intent && intent.currency !== currency)) return 0;
  const received = Math.min(amount_minor, intent?.receivedMinor ?? amount_minor);
  return Math.max(0, received - sumRefunds(refunds) - getLostMinor(paid));
}

export const sumLeft = (payments: readonly Returned[]): number =>
  payments.reduce((sum, payment) => sum + getLeftMinor(payment), 0);

/** What can still come back for a booking, in minor units: of one that was paid in another way, what it costs. (LEDGER-13) */
export function getReturnableMinor(
  { amount_minor }: Pick<Booking, 'amount_minor'>,
  payments: readonly PaidPayment[],
): number {
  if (payments.some(({ state }) => state === 'captured')) return sumLeft(payments);
  const refunds = payments.flatMap((payment) => payment.refunds.filter((refund) => !isOfChange(refund)));
  return Math.max(0, amount_minor - sumRefunds(refunds));
}

/** Whether what was promised then still comes back: nothing was refunded since, and as much is left. (LEDGER-13) */
export const isStillPayable = (
  booking: Pick<Booking, 'amount_minor'>,
  payments: readonly PaidPayment[],
  { refund_minor, created_at: since }: { refund_minor: number; created_at: Date },
): boolean =>
  refund_minor <= getReturnableMinor(booking, payments) &&
  payments.every(({ refunds }) => refunds.every(({ created_at }) => created_at <= since));

export const sumLost = (payments: readonly Returned[]): number =>
  payments.reduce((sum, payment) => sum + getLostMinor(payment), 0);

/**
 * What support has paid in advance of what the airline gives back later, in minor units: less what changes have taken off what they
 * gave back. (REFUND-02)
 */
export const sumAdvances = (payments: readonly Pick<PaidPayment, 'refunds'>[], usedMinor: number): number => {
  const advances = payments.flatMap(({ refunds }) => refunds.filter(({ is_advance }) => is_advance));
  return Math.max(0, sumRefunds(advances) - usedMinor);
};

/** The payment of which most is left: a person refunds one card at a time. */
export const findMostLeft = (payments: readonly PaidPayment[]): PaidPayment | undefined =>
  payments.toSorted((one, other) => getLeftMinor(other) - getLeftMinor(one))[0];

/** Whether a refund is not made, because the bank has given back its amount. (LEDGER-06) */
export function isReturnedByBank(
  { state, provider_id, amount_minor }: Pick<Refund, 'state' | 'provider_id' | 'amount_minor'>,
  paid: Returned,
): boolean {
  const lostMinor = getLostMinor(paid);
  if (state === 'failed') return provider_id === null && lostMinor >= amount_minor;
  const made = paid.refunds.filter((refund) => refund.state !== 'due');
  return state === 'due' && lostMinor > 0 && getLeftMinor({ ...paid, refunds: made }) === 0;
}

/** Condition: the bank has given back all of a row of `payments` that was not refunded before. (LEDGER-06) */
export const isReturned = sql<boolean>`exists (
  select from disputes where payment_id = payments.id and state = 'lost'
  having sum(disputes.amount_minor) >= payments.amount_minor - (
    select coalesce(sum(made.amount_minor), 0) from refunds made
    where made.payment_id = payments.id and made.state in ('pending', 'succeeded')))`;

/** Condition: a dispute of a row of `payments` is open. */
export const hasOpenDispute = sql<boolean>`exists (
  select from disputes where payment_id = payments.id and state = 'open')`;
