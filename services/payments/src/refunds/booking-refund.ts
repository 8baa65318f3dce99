import { formatMinor, type AirlineCredit, type BookingRefund } from '@fareline/contracts';
import { sql, type Selectable } from 'kysely';
import { getCardSummary } from '../cards/payment-result.ts';
import type { Payment } from '../cards/payment.repository.ts';
import type { AmendmentsTable, Database, ProviderCredit, RefundState } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import {
  getLeftMinor,
  getLostMinor,
  getPaidPayment,
  getReturnableMinor,
  isDisputed,
  isReturnedByBank,
  readPaidPayments,
  sumLost,
  type PaidPayment,
} from './paid-payments.ts';
import { sumRefunds } from './refund.repository.ts';

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
  /** What can still come back to the card. */
  leftMinor: number;
  /** The largest refund that ended without money; null without one. */
  endedMinor: number | null;
  since: Date;
}

/** What comes or came back to the card, by booking id, of the bookings that have something to tell. (REFUND-04, LEDGER-01) */
export async function readBookingRefunds(
  db: Database,
  bookings: readonly Booking[],
): Promise<Map<string, BookingRefund>> {
  const ids = bookings.map(({ id }) => id);
  const paid = await readPaidPayments(db, ids);
  const amendments = await db
    .selectFrom('amendments')
    .select(['booking_id', 'id', 'kind', 'refund_minor', 'advance_minor', 'done_at', 'credits'])
    .where(sql<boolean>`booking_id = any(${ids}::uuid[])`)
    .where('state', 'in', ['agreed', 'done'])
    .execute();
  return new Map(
    bookings.flatMap((booking) => {
      const amended = amendments.filter(({ booking_id }) => booking_id === booking.id);
      const cancellation = amended.find(({ kind }) => kind === 'cancellation');
      const used = amended.reduce(
        (sum, { kind, advance_minor }) => sum + (kind === 'flights' ? advance_minor : 0),
        0,
      );
      const row = toRow(booking, paid.get(booking.id) ?? [], cancellation, used);
      const told = describeRefund(booking, row);
      if (!told) return [];
      const refund = toBookingRefund(row, { ...told, currency: booking.currency }, row.since);
      const credits =
        booking.state === 'cancelled' && cancellation ? describeCredits(booking, cancellation) : [];
      return [[booking.id, { ...refund, ...(credits.length > 0 && { credits }) }] as const];
    }),
  );
}

/** `usedMinor`: the advances that changes have taken off what they give back. */
function toRow(
  booking: Booking,
  payments: readonly PaidPayment[],
  cancellation: Pick<Selectable<AmendmentsTable>, 'id' | 'refund_minor' | 'done_at'> | undefined,
  usedMinor: number,
): Row {
  const refunds = payments.flatMap((payment) =>
    payment.refunds
      .filter(({ change_id }) => change_id === null)
      .map((refund) => ({
        ...refund,
        payment,
        isEnded: refund.state === 'failed' || isReturnedByBank(refund, payment),
      })),
  );
  const made = refunds.filter(({ isEnded }) => !isEnded);
  const ended = refunds.filter(({ isEnded }) => isEnded);
  const [card, ...otherCards] = new Set(refunds.map(({ payment }) => payment));
  const own = card ?? payments.find(({ id }) => id === booking.payment_id);
  const isOneCard = otherCards.length === 0;
  const dates = refunds.flatMap(({ made_at }) => (made_at ? [made_at.getTime()] : []));
  return {
    card_brand: (isOneCard && own?.card_brand) || null,
    card_last4: (isOneCard && own?.card_last4) || null,
    owedMinor: cancellation?.refund_minor ?? null,
    repaidMinor: sumRefunds(made.filter(({ cancellation_id: id }) => id !== null && id === cancellation?.id)),
    refundedMinor: sumRefunds(made),
    advanceMinor: Math.max(0, sumRefunds(made.filter(({ is_advance }) => is_advance)) - usedMinor),
    isUnderWay: made.some(({ state }) => state === 'due' || state === 'pending'),
    isHeld: refunds.some(({ state, payment }) => state === 'due' && isDisputed(payment)),
    lostMinor: sumLost(payments),
    leftMinor: getReturnableMinor(booking, payments),
    endedMinor: ended.length > 0 ? Math.max(...ended.map((refund) => refund.amount_minor)) : null,
    since: dates.length > 0 ? new Date(Math.max(...dates)) : (cancellation?.done_at ?? new Date()),
  };
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

/** What a cancelled booking gives back; null for any other. All that was paid, where the airline has cancelled. (LEDGER-02) */
function getOwedMinor(
  { state, amount_minor }: Pick<Booking, 'state' | 'amount_minor'>,
  { owedMinor }: Row,
): number | null {
  if (state === 'cancelled_by_airline') return amount_minor;
  return state === 'cancelled' ? owedMinor : null;
}

function describeRefund(booking: Pick<Booking, 'state' | 'amount_minor'>, row: Row): Told | undefined {
  const { repaidMinor, refundedMinor, advanceMinor, endedMinor, isUnderWay, isHeld, lostMinor, leftMinor } =
    row;
  const underWay = isHeld ? 'disputed' : 'pending';
  const made = isUnderWay ? underWay : 'paid';
  const owedMinor = getOwedMinor(booking, row);
  const isByBank = lostMinor > 0 && leftMinor <= 0;
  if (owedMinor !== null && (owedMinor > 0 || refundedMinor === 0)) {
    const isByAirline = booking.state === 'cancelled_by_airline';
    const minor = owedMinor - (isByAirline ? refundedMinor : repaidMinor);
    // Goodwill, advances and refunds by hand reach the card besides what the cancellation gives back.
    if (owedMinor > 0 && minor <= 0)
      return { minor: owedMinor, returnedMinor: refundedMinor - owedMinor, state: made };
    if (isByBank) return { minor, returnedMinor: refundedMinor, state: 'by_bank' };
    if (owedMinor === 0) return { minor: 0, state: 'none' };
    // All that was charged has come back, also by hand.
    if (leftMinor <= 0) return { minor: refundedMinor, state: made };
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
    .selectAll('refunds')
    .select('bookings.state as bookingState')
    .where('refunds.id', '=', id ?? null)
    .executeTakeFirstOrThrow();
  const { amount_minor, currency, is_advance } = row;
  const paid = await getPaidPayment(db, row.payment_id);
  const [lostMinor, leftMinor] = [getLostMinor(paid), getLeftMinor(paid)];
  // After a lost dispute a failed refund owes only what is left.
  const isInPart = row.state === 'failed' && lostMinor > 0 && leftMinor > 0;
  const minor = isInPart ? Math.min(amount_minor, leftMinor) : amount_minor;
  const state = isReturnedByBank(row, paid) ? 'by_bank' : toldStates[row.state];
  const hasAdvance = row.bookingState === 'confirmed' && state !== 'by_bank' && state !== 'failed';
  const advance = hasAdvance ? { advanceMinor: is_advance ? minor : 0 } : {};
  return toBookingRefund(
    { ...paid, lostMinor },
    { minor, currency, state, ...advance },
    row.made_at ?? new Date(),
  );
}
