import { formatMinor, type BookingRefund } from '@fareline/contracts';
import { sql } from 'kysely';
import type { Booking } from '../bookings/booking.repository.ts';
import type { Database } from '../db/schema.ts';

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

/** What was refunded of a cancellation, or is about to be: less than it owes when its refund failed. */
const liveRefunds = sql<number>`coalesce(sum(refunds.amount_minor) filter (where refunds.state <> 'failed'), 0)::float8`;
const isUnderWay = sql<boolean>`coalesce(bool_or(refunds.state in ('due', 'pending')), false)`;

/** The refunds of the cancelled ones among the bookings, by booking id. (REFUND-04, LEDGER-01) */
export async function readBookingRefunds(
  db: Database,
  bookings: readonly Pick<Booking, 'id' | 'state' | 'currency'>[],
): Promise<Map<string, BookingRefund>> {
  const cancelled = new Map(
    bookings.filter(({ state }) => state === 'cancelled').map((booking) => [booking.id, booking]),
  );
  if (cancelled.size === 0) return new Map();
  const rows = await db
    .selectFrom('cancellations')
    .innerJoin('payments', 'payments.booking_id', 'cancellations.booking_id')
    .leftJoin('refunds', 'refunds.cancellation_id', 'cancellations.id')
    .select(['cancellations.booking_id', 'refund_minor', 'accepted_at', 'confirmed_at'])
    .select(['card_brand', 'card_last4', liveRefunds.as('refundedMinor'), isUnderWay.as('isUnderWay')])
    .where('accepted_at', 'is not', null)
    .where('cancellations.booking_id', 'in', [...cancelled.keys()])
    .groupBy(['cancellations.id', 'payments.id'])
    .execute();
  return new Map(
    rows.flatMap(({ booking_id, refund_minor: minor, card_brand, card_last4, ...row }) => {
      const booking = cancelled.get(booking_id);
      if (!booking) return [];
      const since = row.confirmed_at ?? row.accepted_at ?? new Date();
      const refund: BookingRefund = {
        amount: formatMinor(minor, booking.currency),
        currency: booking.currency,
        card: card_brand && minor > 0 ? { brand: card_brand, last4: card_last4 ?? '' } : null,
        state: getState(minor, row),
        expected_on: addBusinessDays(since, businessDays),
      };
      return [[booking_id, refund] as const];
    }),
  );
}

function getState(
  owedMinor: number,
  { refundedMinor, isUnderWay }: { refundedMinor: number; isUnderWay: boolean },
): BookingRefund['state'] {
  if (owedMinor === 0) return 'none';
  if (refundedMinor < owedMinor) return 'failed';
  return isUnderWay ? 'pending' : 'paid';
}
