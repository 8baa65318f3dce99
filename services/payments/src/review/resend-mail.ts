import type { actOnBooking, BodyOf } from '@fareline/contracts';
import type { Booking } from '../bookings/booking.repository.ts';
import { mailKinds, type Database } from '../db/schema.ts';
import { repeatMail } from '../mail/repeat-mail.ts';
import { canResend, notPossible } from './possible-actions.ts';

/** Makes the last mail of a kind due again, as another message. (REVIEW-02) */
export async function resendMail(
  trx: Database,
  booking: Booking,
  { actionId, mail }: Extract<BodyOf<typeof actOnBooking>, { action: 'resend' }>,
): Promise<void> {
  const kind = mailKinds.find((known) => known === mail);
  const isSent = kind && (await repeatMail(trx, { bookingId: booking.id, kind, actionId }));
  if (!isSent) throw notPossible('This mail has not been sent yet.');
  if (!canResend(mail, booking)) throw notPossible('No person is looking at this booking any more.');
}
