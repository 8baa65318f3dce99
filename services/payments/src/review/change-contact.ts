import { randomUUID } from 'node:crypto';
import { checkUserAddress, type User } from '@fareline/contracts';
import { insertOutboxRow } from '@fareline/service-kit/outbox';
import type { Booking } from '../bookings/booking.repository.ts';
import { getNewestEmail, startWait } from '../bookings/contact-correction.ts';
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

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * Corrects the address of a booking: ends all that the former one opens it with (codes, links, opened browsers and, with `isOfAccount`, an
 * account), mails the new one a code that makes it effective, and asks the former one, for which cancelling and changing by the traveller
 * wait. (TRIP-07, GUARD-11)
 */
export async function changeContact(
  trx: Database,
  { hasher }: Pick<Deps, 'hasher'>,
  booking: Booking,
  { actionId, email, isOfAccount }: { actionId: string; email: string; isOfAccount: boolean },
  { username }: Pick<User, 'username'>,
): Promise<void> {
  const { id: subject, contact_email } = booking;
  if (isSame(email, getNewestEmail(booking)))
    throw notPossible('Mails about this booking go to this address already.');
  await trx
    .updateTable('bookings')
    .set({ pending_email: email, mail_bounce: null })
    .where('id', '=', subject)
    .execute();
  await closeBookingCases(trx, subject, ['mail_bounced'], username);
  const former = await startWait(
    trx,
    await revokeAccess(trx, { booking, hasher, isOfAccount: isOfAccount || booking.is_claimed }),
    { hasher },
  );
  await insertOutboxRow(trx, { kind: 'mail_contact_code', subject, payload: { eventId: actionId } });
  // One that was effective only since the wait began is told too, and asked nothing.
  const told = isSame(former, contact_email) ? [former] : [former, contact_email];
  for (const to of told.filter((address) => !isSame(address, email)))
    await insertOutboxRow(trx, { kind: 'mail_contact', subject, payload: { eventId: randomUUID(), to } });
}
