import type { actOnBooking, BodyOf, User } from '@fareline/contracts';
import { insertOutboxRow } from '@fareline/service-kit/outbox';
import type { Booking } from '../bookings/booking.repository.ts';
import type { Database } from '../db/schema.ts';
import { closeBookingCases } from '../review-cases/review-case.repository.ts';
import { notPossible } from './possible-actions.ts';

type Request<Action> = Extract<BodyOf<typeof actOnBooking>, { action: Action }>;

/** Mails the text of the action to the traveller. (TRIP-07) */
export async function writeToTraveller(
  trx: Database,
  { id: subject }: Booking,
  { actionId: eventId }: Request<'write'>,
): Promise<void> {
  await insertOutboxRow(trx, { kind: 'mail_message', subject, payload: { eventId } });
}

/** Has the booking's mails go to another address, and tells the former one. (TRIP-07) */
export async function changeContact(
  trx: Database,
  { id, contact_email }: Booking,
  { actionId: eventId, email }: Request<'contact'>,
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
