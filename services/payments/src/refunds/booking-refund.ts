import { formatMinor, type AirlineCredit, type BookingRefund } from '@fareline/contracts';
import { sql } from 'kysely';
import { getCardSummary } from '../cards/payment-result.ts';
import type { Payment } from '../cards/payment.repository.ts';
import type { Database, ProviderCredit, RefundState } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import { isReturned, isReturnedByBank, listRefunds, sumRefunds } from './refund.repository.ts';

/** The longest that a bank usually takes, as the FAQ says. (FAQ-07) */
const businessDays = 14;

/** The day after so many business days, Monday to Friday, as yyyy-MM-dd (UTC). */
export function addBusinessDays(from: Date, count: number): string {
  const day = new Date(from);
  for (let left = count; left > 0;) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (day.getUTCDay() !== 0 && day.getUTCDay() !== 6) left -= 1;
  }
  return day.toISOString().slice(0, 10);
}

/** What a cancellation gives in place of money, with the names of those whose it is. */
export const describeCredits = (
  { booking_data: { passengers } }: Pick<Booking, 'booking_data'>,
  { credits }: { credits: readonly ProviderCredit[] },
): AirlineCredit[] =>
  credits.map(({ passengerId, expiresOn, ...credit }) => {
    const passenger = passengers.find(({ id }) => id === passengerId);
    return {
      ...credit,
      passenger: passenger ? `${passenger.given_name} ${passenger.family_name}` : null,
      expires_on: expiresOn,
    };
  });

interface Row extends Pick<Payment, 'card_brand' | 'card_last4'> {
  bookingId: string;
  /** What the accepted cancellation gives back; null without one. */
  owedMinor: number | null;
  /** What was refunded of it, or is about to be: less when its refund failed, or a lost dispute came first. */
  repaidMinor: number;
  /** What all refunds of the booking paid back, or are about to, without those of its changes. */
  refundedMinor: number;
  /** The part of it by which a later cancellation gives back less. */
  advanceMinor: number;
  isUnderWay: boolean;
  /** A refund waits for a dispute. */
  isHeld: boolean;
  /** What the bank has given back after a dispute. */
  lostMinor: number;
  /** The largest refund that ended without money; null without one. */
  endedMinor: number | null;
  since: Date;
  credits: ProviderCredit[];
}

/** What comes or came back to the card, by booking id, of the bookings that have something to tell. (REFUND-04, LEDGER-01) */
export async function readBookingRefunds(
  db: Database,
  bookings: readonly Booking[],
): Promise<Map<string, BookingRefund>> {
  const { rows } = await sql<Row>`
    select bookings.id as "bookingId", refund_minor::float8 as "owedMinor",
      case when count(distinct refunds.payment_id) < 2 then main.card_brand end as card_brand,
      case when count(distinct refunds.payment_id) < 2 then main.card_last4 end as card_last4,
      coalesce(sum(refunds.amount_minor) filter (where cancellation_id = cancellation.id and not ${isEnded}), 0)::float8
        as "repaidMinor",
      coalesce(sum(refunds.amount_minor) filter (where not ${isEnded}), 0)::float8 as "refundedMinor",
      coalesce(sum(refunds.amount_minor) filter (where is_advance and not ${isEnded}), 0)::float8 as "advanceMinor",
      coalesce(bool_or(refunds.state in ('due', 'pending') and not ${isEnded}), false) as "isUnderWay",
      coalesce(bool_or(refunds.state = 'due' and payments.dispute_state = 'open'), false) as "isHeld",
      (select sum(dispute_lost_minor) from payments where booking_id = bookings.id)::float8 as "lostMinor",
      max(refunds.amount_minor) filter (where ${isEnded})::float8 as "endedMinor",
      coalesce(max(refunds.made_at), cancellation.done_at, now()) as since, coalesce(cancellation.credits, '[]') as credits
    from bookings
    join payments main on main.id = bookings.payment_id
    left join amendments cancellation on cancellation.booking_id = bookings.id
      and cancellation.kind = 'cancellation' and cancellation.state in ('agreed', 'done')
    left join (refunds join payments on payments.id = refunds.payment_id)
      on payments.booking_id = bookings.id and change_id is null
    where bookings.id = any(${bookings.map(({ id }) => id)}::uuid[])
    group by bookings.id, main.id, cancellation.id`.execute(db);
  const byId = new Map(rows.map((row) => [row.bookingId, row]));
  return new Map(
    bookings.flatMap((booking) => {
      const row = byId.get(booking.id);
      const told = row && describeRefund(booking, row);
      if (!row || !told) return [];
      const refund = toBookingRefund(row, { ...told, currency: booking.currency }, row.since);
      const credits = booking.state === 'cancelled' ? describeCredits(booking, row) : [];
      return [[booking.id, { ...refund, ...(credits.length > 0 && { credits }) }] as const];
    }),
  );
}

interface Told {
  minor: number;
  state: BookingRefund['state'];
  returnedMinor?: number;
  advanceMinor?: number | undefined;
}

const toBookingRefund = (
  payment: Pick<Payment, 'card_brand' | 'card_last4'> & Pick<Row, 'lostMinor'>,
  { minor, currency, state, returnedMinor = 0, advanceMinor }: Told & { currency: string },
  since: Date,
): BookingRefund => ({
  amount: formatMinor(minor, currency),
  currency,
  returned_amount: returnedMinor > 0 ? formatMinor(returnedMinor, currency) : null,
  advance_amount: advanceMinor === undefined ? null : formatMinor(advanceMinor, currency),
  card: minor > 0 ? getCardSummary(payment) : null,
  state,
  bank_amount: payment.lostMinor > 0 ? formatMinor(payment.lostMinor, currency) : null,
  expected_on: addBusinessDays(since, businessDays),
});

/** A refund that brings nothing back: it failed, or the bank has given back its amount. (LEDGER-06) */
const isEnded = sql`(refunds.state = 'failed' or refunds.state = 'due' and ${isReturned})`;

/** What a cancelled booking gives back; null for any other. All that was paid, where the airline has cancelled. (LEDGER-02) */
function getOwedMinor(
  { state, amount_minor }: Pick<Booking, 'state' | 'amount_minor'>,
  { owedMinor }: Row,
): number | null {
  if (state === 'cancelled_by_airline') return amount_minor;
  return state === 'cancelled' ? owedMinor : null;
}

function describeRefund(booking: Pick<Booking, 'state' | 'amount_minor'>, row: Row): Told | undefined {
  const { repaidMinor, refundedMinor, advanceMinor, endedMinor, isUnderWay, isHeld, lostMinor } = row;
  const underWay = isHeld ? 'disputed' : 'pending';
  const made = isUnderWay ? underWay : 'paid';
  const owedMinor = getOwedMinor(booking, row);
  const leftMinor = booking.amount_minor - lostMinor - refundedMinor;
  const isByBank = lostMinor > 0 && leftMinor <= 0;
  if (owedMinor !== null && (owedMinor > 0 || refundedMinor === 0)) {
    const isByAirline = booking.state === 'cancelled_by_airline';
    const minor = owedMinor - (isByAirline ? refundedMinor : repaidMinor);
    // Goodwill, advances and refunds by hand reach the card besides what the cancellation gives back.
    if (owedMinor > 0 && minor <= 0)
      return { minor: owedMinor, returnedMinor: refundedMinor - owedMinor, state: made };
    if (isByBank) return { minor, returnedMinor: refundedMinor, state: 'by_bank' };
    if (owedMinor === 0) return { minor: 0, state: 'none' };
    return {
      minor: Math.min(minor, leftMinor),
      returnedMinor: refundedMinor,
      state: isByAirline ? 'owed' : 'failed',
    };
  }
  if (refundedMinor > 0)
    return {
      minor: refundedMinor,
      state: made,
      ...(booking.state === 'confirmed' ? { advanceMinor } : {}),
    };
  return endedMinor === null ? undefined : { minor: endedMinor, state: isByBank ? 'by_bank' : 'failed' };
}

const toldStates: Record<RefundState, BookingRefund['state']> = {
  due: 'pending',
  pending: 'pending',
  succeeded: 'paid',
  failed: 'failed',
};

/** A refund of support, or one that has failed or that a dispute has ended, as its mail tells it. */
export async function readRefund({ db }: Pick<Deps, 'db'>, id: string | undefined): Promise<BookingRefund> {
  const row = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .select(['refunds.amount_minor', 'refunds.currency', 'made_at', 'card_brand', 'card_last4'])
    .select(['is_advance', 'refunds.state', 'bookings.state as bookingState', 'payments.id as paymentId'])
    .select(['dispute_lost_minor as lostMinor', 'payments.amount_minor as paidMinor'])
    .where('refunds.id', '=', id ?? null)
    .executeTakeFirstOrThrow();
  const { amount_minor, currency, is_advance, lostMinor, paidMinor } = row;
  const refunds = await listRefunds(db, row.paymentId);
  const leftMinor = paidMinor - lostMinor - sumRefunds(refunds);
  // After a lost dispute a failed refund owes only what is left.
  const isInPart = row.state === 'failed' && lostMinor > 0 && leftMinor > 0;
  const minor = isInPart ? Math.min(amount_minor, leftMinor) : amount_minor;
  const paid = { amount_minor: paidMinor, dispute_lost_minor: lostMinor };
  const state = isReturnedByBank(row, paid, refunds) ? 'by_bank' : toldStates[row.state];
  const hasAdvance = row.bookingState === 'confirmed' && state !== 'by_bank' && state !== 'failed';
  const advance = hasAdvance ? { advanceMinor: is_advance ? minor : 0 } : {};
  return toBookingRefund(row, { minor, currency, state, ...advance }, row.made_at ?? new Date());
}
