import type { Mode } from '@fareline/contracts';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';

/** The booking of an order: its id, or the offer when the provider does not state our id. */
type OrderOwner = { bookingId: string } | { offerId: string };

/**
 * Makes the step of the bookings that an order may belong to due now, also when they have ended without one: an order can appear
 * after the time that the provider states. The steps read from the provider what is true. (PROVIDER-45, REVIEW-05)
 */
export async function noticeOrder(deps: Deps, mode: Mode, owner: OrderOwner): Promise<void> {
  const bookings = await deps.db
    .updateTable('bookings')
    .set({ next_attempt_at: sql`now()` })
    .where('mode', '=', mode)
    .where('state', 'in', ['authorised', 'pending', 'voiding', 'voided'])
    .where((eb) =>
      'bookingId' in owner ? eb('id', '=', owner.bookingId) : eb('offer_id', '=', owner.offerId),
    )
    .returning(['id', 'state'])
    .execute();
  for (const { id, state } of bookings)
    if (state === 'voided') deps.enqueue.lateOrder(id);
    else deps.enqueue.booking(id);
}
