import {
  formatMinor,
  getFirstPeriod,
  refundBusinessDays,
  type AirlineCredit,
  type BookingRefund,
  type RefundShare,
} from '@fareline/contracts';
import { sql, type Selectable } from 'kysely';
import { getCardSummary } from '../cards/payment-result.ts';
import type { Payment } from '../cards/payment.repository.ts';
import type { AmendmentsTable, Database, ProviderCredit, RefundState } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import {
  getLostMinor,
  getReturnableMinor,
  isDisputed,
  isReturnedByBank,
  listPaidPayments,
  readPaidPayments,
  sumLost,
  type PaidPayment,
} from './paid-payments.ts';
import { isOfChange, sumRefunds, type Refund } from './refund.repository.ts';

const freeDays = refundBusinessDays.free;
const [, otherDays] = refundBusinessDays.other;

/** The business days in which a refund reaches the card, as the policies say of its kind. (POLICY-01, POLICY-03, RULE-05) */
export function getRefundDays(
  booking: Pick<Booking, 'booking_data' | 'created_at'>,
  cancellation: { agreed_at: Date | null } | undefined,
): number {
  const { endsAt, isFree } = getFirstPeriod(booking.booking_data, booking.created_at);
  const agreedAt = cancellation?.agreed_at;
  return agreedAt && isFree && agreedAt < endsAt ? freeDays : otherDays;
}

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

type RefundTold = RefundShare['state'];

const toldStates: Record<RefundState, RefundTold> = {
  due: 'pending',
  pending: 'pending',
  succeeded: 'paid',
  failed: 'failed',
};

/** What becomes of a refund: one that is due waits for a dispute of its payment, and is not made once the bank has given that back. */
export function getRefundTold(refund: Refund, paid: PaidPayment): RefundTold {
  if (isReturnedByBank(refund, paid)) return 'by_bank';
  return refund.state === 'due' && isDisputed(paid) ? 'disputed' : toldStates[refund.state];
}

interface Share {
  minor: number;
  state: RefundTold;
  card: RefundShare['card'];
  expectedOn: string;
}

const toRefundShare = ({ minor, state, card, expectedOn }: Share, currency: string): RefundShare => ({
  amount: formatMinor(minor, currency),
  state,
  card: minor > 0 ? card : null,
  expected_on: expectedOn,
});

interface MadeRefund extends Refund {
  payment: PaidPayment;
  told: RefundTold;
}

/** The refunds of payments that are for something, with what becomes of each. */
const listMade = (
  payments: readonly PaidPayment[],
  isFor: (refund: Refund) => boolean,
): { made: MadeRefund[]; ended: MadeRefund[] } => {
  const refunds = payments.flatMap((payment) =>
    payment.refunds
      .filter(isFor)
      .map((refund) => ({ ...refund, payment, told: getRefundTold(refund, payment) })),
  );
  const isEnded = ({ told }: MadeRefund) => told === 'failed' || told === 'by_bank';
  return {
    made: refunds.filter((refund) => !isEnded(refund)),
    ended: refunds.filter(isEnded),
  };
};

/** The day by which the last of these refunds is expected. */
const findLastDay = (refunds: readonly Refund[], getDays: (refund: Refund) => number): string | undefined =>
  refunds
    .map((refund) => addBusinessDays(refund.made_at ?? new Date(), getDays(refund)))
    .sort()
    .at(-1);

/** What was made of refunds, by state and card, the oldest first. */
function toShares(made: readonly MadeRefund[], getDays: (refund: Refund) => number): Share[] {
  const groups = Map.groupBy(made, ({ told, payment }) =>
    [told, payment.card_brand, payment.card_last4].join(' '),
  );
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const refunds = [first, ...others];
    const expectedOn = findLastDay(refunds, getDays) ?? '';
    const card = getCardSummary(first.payment);
    return [{ minor: sumRefunds(refunds), state: first.told, card, expectedOn }];
  });
}

/** What becomes of an amount that no refund has: as much as is left is owed, and a person decides on what is more than that. */
function listMissing(
  minor: number,
  { leftMinor, lostMinor }: { leftMinor: number; lostMinor: number },
): Pick<Share, 'minor' | 'state'>[] {
  const owedMinor = Math.min(minor, leftMinor);
  return [
    { minor: owedMinor, state: 'failed' as const },
    { minor: minor - owedMinor, state: lostMinor > 0 ? ('by_bank' as const) : ('review' as const) },
  ].filter((share) => share.minor > 0);
}

/** What became of what a change brings back, once it is made. (TRIP-03, REFUND-04) */
export function describeChangeRefund(
  booking: Pick<Booking, 'amount_minor' | 'payment_id'>,
  { id, state, refund_minor, currency, done_at }: Selectable<AmendmentsTable>,
  payments: readonly PaidPayment[],
): RefundShare[] {
  if (state !== 'done') return [];
  const { made } = listMade(payments, ({ change_id }) => change_id === id);
  const own = payments.find((payment) => payment.id === booking.payment_id);
  const missing = listMissing(refund_minor - sumRefunds(made), {
    leftMinor: getReturnableMinor(booking, payments),
    lostMinor: sumLost(payments),
  });
  const rest = {
    card: own && payments.length === 1 ? getCardSummary(own) : null,
    expectedOn: addBusinessDays(done_at ?? new Date(), otherDays),
  };
  return [...toShares(made, () => otherDays), ...missing.map((share) => ({ ...share, ...rest }))].map(
    (share) => toRefundShare(share, currency),
  );
}

interface Row extends Pick<Payment, 'card_brand' | 'card_last4'> {
  /** What the accepted cancellation gives back; null without one. */
  owedMinor: number | null;
  /** What was refunded of it, or is about to be: less when its refund failed, or a lost dispute came first. */
  repaidMinor: number;
  /** What all refunds of the booking paid back, or are about to, without those of its changes. */
  refundedMinor: number;
  /** The part of it by which a later cancellation gives back less. */
  advanceMinor: number;
  /** What was made, by state and card. */
  shares: Share[];
  /** What the bank has given back after a dispute. */
  lostMinor: number;
  /** What can still come back to the card. */
  leftMinor: number;
  /** The largest refund that ended without money; null without one. */
  endedMinor: number | null;
  expectedOn: string;
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
    .select(['booking_id', 'id', 'kind', 'refund_minor', 'advance_minor', 'agreed_at', 'done_at', 'credits'])
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
      const { currency } = booking;
      const refund = toBookingRefund(row, { ...told, currency }, row.expectedOn);
      const shares = listShares(told, row).map((share) => toRefundShare(share, currency));
      const credits =
        booking.state === 'cancelled' && cancellation ? describeCredits(booking, cancellation) : [];
      return [
        [
          booking.id,
          { ...refund, ...(shares.length > 0 && { shares }), ...(credits.length > 0 && { credits }) },
        ] as const,
      ];
    }),
  );
}

/** `usedMinor`: the advances that changes have taken off what they give back. */
function toRow(
  booking: Booking,
  payments: readonly PaidPayment[],
  cancellation:
    | Pick<Selectable<AmendmentsTable>, 'id' | 'refund_minor' | 'agreed_at' | 'done_at'>
    | undefined,
  usedMinor: number,
): Row {
  const { made, ended } = listMade(payments, (refund) => !isOfChange(refund));
  const refunds = [...made, ...ended];
  const [card, ...otherCards] = new Set(refunds.map(({ payment }) => payment));
  const own = card ?? payments.find(({ id }) => id === booking.payment_id);
  const isOneCard = otherCards.length === 0;
  const days = getRefundDays(booking, cancellation);
  const isOfCancellation = ({ cancellation_id: id }: Refund) => id !== null && id === cancellation?.id;
  const getDays = (refund: Refund) => (isOfCancellation(refund) ? days : otherDays);
  return {
    card_brand: (isOneCard && own?.card_brand) || null,
    card_last4: (isOneCard && own?.card_last4) || null,
    owedMinor: cancellation?.refund_minor ?? null,
    repaidMinor: sumRefunds(made.filter(isOfCancellation)),
    refundedMinor: sumRefunds(made),
    advanceMinor: Math.max(0, sumRefunds(made.filter(({ is_advance }) => is_advance)) - usedMinor),
    shares: toShares(made, getDays),
    lostMinor: sumLost(payments),
    leftMinor: getReturnableMinor(booking, payments),
    endedMinor: ended.length > 0 ? Math.max(...ended.map((refund) => refund.amount_minor)) : null,
    expectedOn:
      findLastDay(
        refunds.filter(({ made_at }) => made_at !== null),
        getDays,
      ) ?? addBusinessDays(cancellation?.done_at ?? new Date(), days),
  };
}

interface Told {
  minor: number;
  state: RefundTold;
  returnedMinor?: number;
  advanceMinor?: number | undefined;
}

const toBookingRefund = (
  payment: Pick<Payment, 'card_brand' | 'card_last4'> & Pick<Row, 'lostMinor'>,
  { minor, currency, state, returnedMinor = 0, advanceMinor }: Told & { currency: string },
  expectedOn: string,
): BookingRefund => ({
  ...toRefundShare({ minor, state, card: getCardSummary(payment), expectedOn }, currency),
  currency,
  returned_amount: returnedMinor > 0 ? formatMinor(returnedMinor, currency) : null,
  advance_amount: advanceMinor === undefined ? null : formatMinor(advanceMinor, currency),
  bank_amount: payment.lostMinor > 0 ? formatMinor(payment.lostMinor, currency) : null,
});

const madeStates: readonly RefundTold[] = ['disputed', 'pending', 'paid'];

/** The shares of a refund that one sentence does not tell: besides what is owed, it tells of what was paid to one card. */
function listShares({ minor, state }: Told, { shares, expectedOn, ...payment }: Row): Share[] {
  const isOwed = !madeStates.includes(state);
  if (shares.length < 2 && !(isOwed && shares.some((share) => share.state !== 'paid'))) return [];
  return [...shares, ...(isOwed ? [{ minor, state, card: getCardSummary(payment), expectedOn }] : [])];
}

/** What a cancelled booking gives back; null for any other. All that was paid, where the airline has cancelled. (LEDGER-02) */
function getOwedMinor(
  { state, amount_minor }: Pick<Booking, 'state' | 'amount_minor'>,
  { owedMinor }: Row,
): number | null {
  if (state === 'cancelled_by_airline') return amount_minor;
  return state === 'cancelled' ? owedMinor : null;
}

function describeRefund(booking: Pick<Booking, 'state' | 'amount_minor'>, row: Row): Told | undefined {
  const { repaidMinor, refundedMinor, advanceMinor, endedMinor, shares, lostMinor, leftMinor } = row;
  const made = madeStates.find((state) => shares.some((share) => share.state === state)) ?? 'paid';
  const owedMinor = getOwedMinor(booking, row);
  const isByBank = lostMinor > 0 && (leftMinor <= 0 || (owedMinor === 0 && endedMinor !== null));
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

/** A refund of support, or one that has failed or that a dispute has held or ended, as its mail tells it. */
export async function readRefund({ db }: Pick<Deps, 'db'>, id: string | undefined): Promise<BookingRefund> {
  const { booking_id, booking_state, booking_minor, booked_at, booking_data, agreed_at, ...refund } = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .leftJoin('amendments', 'amendments.id', 'refunds.cancellation_id')
    .selectAll('refunds')
    .select([
      'bookings.id as booking_id',
      'bookings.state as booking_state',
      'bookings.amount_minor as booking_minor',
      'bookings.created_at as booked_at',
      'bookings.booking_data',
      'amendments.agreed_at',
    ])
    .where('refunds.id', '=', id ?? null)
    .executeTakeFirstOrThrow();
  const payments = await listPaidPayments(db, booking_id);
  const paid = payments.find(({ id: paymentId }) => paymentId === refund.payment_id);
  if (!paid) throw new Error(`no payment ${refund.payment_id}`);
  const { amount_minor: minor, currency, is_advance } = refund;
  const lostMinor = getLostMinor(paid);
  const days = getRefundDays({ booking_data, created_at: booked_at }, { agreed_at });
  const expectedOn = addBusinessDays(refund.made_at ?? new Date(), days);
  const told = getRefundTold(refund, paid);
  const [first = { minor, state: told }, ...others] =
    told === 'failed'
      ? listMissing(minor, {
          leftMinor: getReturnableMinor({ amount_minor: booking_minor }, payments),
          lostMinor: sumLost(payments),
        })
      : [];
  // What a change has brought back is neither goodwill nor an advance.
  const hasAdvance = booking_state === 'confirmed' && madeStates.includes(told) && !isOfChange(refund);
  return {
    ...toBookingRefund(
      { ...paid, lostMinor },
      { ...first, currency, ...(hasAdvance && { advanceMinor: is_advance ? minor : 0 }) },
      expectedOn,
    ),
    ...(others.length > 0 && {
      shares: [first, ...others].map((share) =>
        toRefundShare({ ...share, card: getCardSummary(paid), expectedOn }, currency),
      ),
    }),
  };
}
