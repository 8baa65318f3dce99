import { checkUserAddress, type User } from '@fareline/contracts';
import { insertOutboxRow } from '@fareline/service-kit/outbox';
import type { Booking } from '../bookings/booking.repository.ts';
import { revokeAccess } from '../bookings/revoke-access.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { closeBookingCases } from '../review-cases/review-case.repository.ts';
import { notPossible } from './not-possible.ts';

/** Whether the account that has the booking, if one has, has the address of the booking. */
export const hasAccountOfContact = async (
  { callAccounts }: Pick<Deps, 'callAccounts'>,
  { user_id, contact_email: email }: Booking,
): Promise<boolean> =>
  user_id !== null && (await callAccounts(checkUserAddress, { body: { user_id, email } })).is_of_user;

/**
 * Has the booking's mails go to another address, tells the former one, and ends all that it opens the booking with: codes, links,
 * opened browsers and, with `isOfAccount`, an account. (TRIP-07, GUARD-11)
 */
export async function changeContact(
  trx: Database,
  { hasher }: Pick<Deps, 'hasher'>,
  booking: Booking,
  { actionId: eventId, email, isOfAccount }: { actionId: string; email: string; isOfAccount: boolean },
  { username }: Pick<User, 'username'>,
): Promise<void> {
  const { id, contact_email } = booking;
  if (email.toLowerCase() === contact_email.toLowerCase())
    throw notPossible('Mails about this booking go to this address already.');
  await trx
    .updateTable('bookings')
    .set({ contact_email: email, mail_bounce: null })
    .where('id', '=', id)
    .execute();
  await closeBookingCases(trx, id, ['mail_bounced'], username);
  await revokeAccess(trx, { booking, hasher, isOfAccount });
  await insertOutboxRow(trx, { kind: 'mail_contact', subject: id, payload: { eventId, to: contact_email } });
}
