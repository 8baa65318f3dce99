import type { actOnBooking, BodyOf } from '@fareline/contracts';
import { sql } from 'kysely';
import type { Booking } from '../bookings/booking.repository.ts';
import { mailKinds, type Database, type OutboxKind } from '../db/schema.ts';
import { canResend, notPossible } from './possible-actions.ts';

/** Makes the last mail of a kind due again, as another message. (REVIEW-02) */
export async function resendMail(
  trx: Database,
  booking: Booking,
  { actionId, mail }: Extract<BodyOf<typeof actOnBooking>, { action: 'resend' }>,
): Promise<void> {
  const latest = await trx
    .selectFrom('outbox')
    .select(['id', 'payload'])
    .where('subject', '=', booking.id)
    .where('kind', '=', mail as OutboxKind)
    .where('kind', 'in', mailKinds)
    .where('done_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  if (!latest) throw notPossible('This mail has not been sent yet.');
  if (!canResend(mail, booking)) throw notPossible('No person is looking at this booking any more.');
  await trx
    .updateTable('outbox')
    .set({
      ...{ done_at: null, attempts: 0, next_attempt_at: sql`now()` },
      payload: JSON.stringify({ ...latest.payload, actionId }),
    })
    .where('id', '=', latest.id)
    .execute();
}
