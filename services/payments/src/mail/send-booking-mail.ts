import { getBookingReference } from '@fareline/contracts';
import type { Booking } from '../bookings/booking.repository.ts';
import { getAcceptedCancellation } from '../cancellations/cancellation.repository.ts';
import type { Deps } from '../deps.ts';
import type { OutboxEventType } from '../db/tables/outbox.table.ts';
import {
  composeCancellationMail,
  composeConfirmationMail,
  composeFailureMail,
  type MailText,
} from './booking-mail.ts';

export const formatBookingReference = ({ booking_reference, order_id }: Booking): string =>
  getBookingReference({ bookingReference: booking_reference, duffelBookingId: order_id }) ?? '';

/** Whoever has the mailbox may put the booking into an account. (GUEST-05) */
function getClaimLink({ hasher: secrets }: Deps, booking: Booking): string | undefined {
  if (booking.claim_token_hash === null) return undefined;
  return `${booking.site_origin}/my-trips?claim=${secrets.deriveClaimToken(booking.id)}`;
}

async function composeMail(deps: Deps, booking: Booking, fact: OutboxEventType): Promise<MailText> {
  if (fact === 'mail_failed') return composeFailureMail(booking);
  if (fact === 'mail_confirmed')
    return composeConfirmationMail(booking, formatBookingReference(booking), getClaimLink(deps, booking));
  const { refund_minor: minor, currency } = await getAcceptedCancellation(deps.db, booking.id);
  return composeCancellationMail(booking, formatBookingReference(booking), { minor, currency });
}

/** Sends the mail of one fact. Its Message-ID names the fact, so that a second copy is known as the same. */
export async function sendBookingMail(deps: Deps, booking: Booking, fact: OutboxEventType): Promise<void> {
  const { subject, text } = await composeMail(deps, booking, fact);
  await deps.sendMail({ to: booking.contact_email, subject, text, id: `${booking.id}.${fact}` });
}
