import { formatMinor, type BookingRefund } from '@fareline/contracts';
import type { Booking } from './booking.repository.ts';
import type { BookingState, Database } from '../db/schema.ts';

/** Bookings in these states are cancelled at the airline. */
const cancelledStates: readonly BookingState[] = ['refunding', 'cancelled'];

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

/** The refunds of the cancelled ones among the bookings, by booking id. (REFUND-04) */
export async function readBookingRefunds(
  db: Database,
  bookings: readonly Pick<Booking, 'id' | 'state' | 'currency'>[],
): Promise<Map<string, BookingRefund>> {
  const cancelled = new Map(
    bookings.filter(({ state }) => cancelledStates.includes(state)).map((booking) => [booking.id, booking]),
  );
  if (cancelled.size === 0) return new Map();
  const rows = await db
    .selectFrom('cancellations')
    .innerJoin('payments', 'payments.booking_id', 'cancellations.booking_id')
    .select([
      'cancellations.booking_id',
      'refund_minor',
      'accepted_at',
      'confirmed_at',
      'card_brand',
      'card_last4',
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('review_cases')
            .select('id')
            .whereRef('review_cases.booking_id', '=', 'cancellations.booking_id')
            .where('kind', '=', 'refund_failed')
            .where('closed_at', 'is', null),
        )
        .as('hasFailed'),
    )
    .where('accepted_at', 'is not', null)
    .where('cancellations.booking_id', 'in', [...cancelled.keys()])
    .execute();
  return new Map(
    rows.flatMap(({ booking_id, refund_minor: minor, card_brand, card_last4, hasFailed, ...row }) => {
      const booking = cancelled.get(booking_id);
      if (!booking) return [];
      const since = row.confirmed_at ?? row.accepted_at ?? new Date();
      const state = getState(booking.state, minor, Boolean(hasFailed));
      const refund: BookingRefund = {
        amount: formatMinor(minor, booking.currency),
        currency: booking.currency,
        card: card_brand && minor > 0 ? { brand: card_brand, last4: card_last4 ?? '' } : null,
        state,
        expected_on: addBusinessDays(since, businessDays),
      };
      return [[booking_id, refund] as const];
    }),
  );
}

function getState(state: BookingState, minor: number, hasFailed: boolean): BookingRefund['state'] {
  if (minor === 0) return 'none';
  if (hasFailed) return 'failed';
  return state === 'cancelled' ? 'paid' : 'pending';
}
