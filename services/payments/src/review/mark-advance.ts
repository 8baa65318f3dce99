import type { Database } from '../db/schema.ts';
import { outdateQuotes } from '../refunds/outdate-quotes.ts';
import { findHandRefund } from '../review-cases/case-decisions.ts';
import type { StoredCase } from '../review-cases/review-case.repository.ts';
import { notPossible } from './not-possible.ts';

/**
 * Has the refund by hand of a case taken off what a later cancellation gives back; what was quoted before is asked again. Throws
 * ACTION_NOT_POSSIBLE unless its booking is confirmed. (REFUND-02)
 */
export async function markAsAdvance(trx: Database, row: StoredCase): Promise<void> {
  const booking = await trx
    .selectFrom('bookings')
    .select(['id', 'state as booking_state'])
    .where('id', '=', row.booking_id)
    .forUpdate()
    .executeTakeFirst();
  const providerId = booking && findHandRefund({ ...row, booking_state: booking.booking_state });
  const refund =
    providerId &&
    (await trx
      .updateTable('refunds')
      .set({ is_advance: true })
      .where('payment_id', 'in', (query) =>
        query.selectFrom('payments').select('payments.id').where('booking_id', '=', booking.id),
      )
      .where('provider_id', '=', providerId)
      .where('state', '<>', 'failed')
      .returning('id')
      .executeTakeFirst());
  if (!refund) throw notPossible('Only a refund of a confirmed booking can be an advance.');
  await outdateQuotes(trx, booking.id);
}
