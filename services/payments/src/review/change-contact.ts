import type { User } from '@fareline/contracts';
import { insertOutboxRow } from '@fareline/service-kit/outbox';
import type { Booking } from '../bookings/booking.repository.ts';
import type { Database } from '../db/schema.ts';
import { closeBookingCases } from '../review-cases/review-case.repository.ts';
import { notPossible } from './not-possible.ts';

/** Has the booking's mails go to another address, and tells the former one. (TRIP-07) */
export async function changeContact(
  trx: Database,
  { id, contact_email }: Booking,
  { actionId: eventId, email }: { actionId: string; email: string },
  { username }: Pick<User, 'username'>,
): Promise<void> {
  if (email.toLowerCase() === contact_email.toLowerCase())
    throw notPossible('Mails about this booking go to this address already.');
  await trx
    .updateTable('bookings')
    .set({ contact_email: email, mail_bounce: null })
    .where('id', '=', id)
    .execute();
  await closeBookingCases(trx, id, ['mail_bounced'], username);
  // A reader of the former mailbox must not open the booking any more. (TRIP-06)
  for (const table of ['trip_codes', 'trip_sessions'] as const)
    await trx.deleteFrom(table).where('booking_id', '=', id).execute();
  await insertOutboxRow(trx, { kind: 'mail_contact', subject: id, payload: { eventId, to: contact_email } });
}
