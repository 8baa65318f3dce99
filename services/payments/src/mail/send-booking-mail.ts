import { getBookingReference } from '@fareline/contracts';
import type { Booking } from '../bookings/booking-rows.ts';
import { acceptedCancellation } from '../cancellations/cancellation-rows.ts';
import type { Context } from '../context.ts';
import type { OutboxFact } from '../db/tables/outbox.ts';
import { cancellationMail, confirmationMail, failureMail, type MailText } from './booking-mail.ts';

export const referenceOf = ({ booking_reference, order_id }: Booking): string =>
  getBookingReference({ bookingReference: booking_reference, duffelBookingId: order_id }) ?? '';

/** Whoever has the mailbox may put the booking into an account. (GUEST-05) */
function claimLink({ secrets }: Context, booking: Booking): string | undefined {
  if (booking.claim_token_hash === null) return undefined;
  return `${booking.site_origin}/my-trips?claim=${secrets.claimTokenOf(booking.id)}`;
}

async function compose(context: Context, booking: Booking, fact: OutboxFact): Promise<MailText> {
  if (fact === 'mail_failed') return failureMail(booking);
  if (fact === 'mail_confirmed')
    return confirmationMail(booking, referenceOf(booking), claimLink(context, booking));
  const { refund_minor: minor, currency } = await acceptedCancellation(context.db, booking.id);
  return cancellationMail(booking, referenceOf(booking), { minor, currency });
}

/** Sends the mail of one fact. Its Message-ID names the fact, so that a second copy is known as the same. */
export async function sendBookingMail(context: Context, booking: Booking, fact: OutboxFact): Promise<void> {
  const { subject, text } = await compose(context, booking, fact);
  await context.sendMail({ to: booking.contact_email, subject, text, id: `${booking.id}.${fact}` });
}
