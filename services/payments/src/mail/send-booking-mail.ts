import type { OutboxRow } from '@fareline/service-kit/outbox';
import {
  composeAirlineCancellationMail,
  composeAirlineChangeMail,
  composeCancellationMail,
  composeChangeFailureMail,
  composeChangeMail,
  composeChangeOfferMail,
  composeConfirmationMail,
  composeContactMail,
  composeFailureMail,
  composeMessageMail,
  composePendingMail,
  composeRefundMail,
  composeReviewMail,
  type MailBrand,
  type MailText,
} from '../bookings/booking-mail.ts';
import { getChange } from '../bookings/booking-change.repository.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import { getStatusLink } from '../status-token.ts';
import type { MailPayload, OutboxKind, OutboxPayload } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { findToken } from '../keyed-hasher.ts';
import { getTickets } from '../bookings/tickets.ts';
import { readBookingRefunds, readRefund } from '../bookings/booking-refund.ts';

/**
 * The claim link assigns the booking to an account of the mailbox owner. The token is that of the key with which its hash was
 * stored; without that key there is no link. (GUEST-05)
 */
export function getClaimLink(
  { hasher }: Pick<Deps, 'hasher'>,
  booking: Pick<Booking, 'id' | 'claim_token_hash' | 'site_origin' | 'guest_account' | 'contact_email'>,
): string | undefined {
  // Support has changed the address, and the account has the one until then.
  if (booking.guest_account && booking.guest_account.email !== booking.contact_email) return undefined;
  const token = findToken(hasher, 'deriveClaimToken', booking.id, booking.claim_token_hash);
  return token && `${booking.site_origin}/my-trips?claim=${token}`;
}

/** What support wrote in an action. (TRIP-07) */
async function readMessage({ db }: Pick<Deps, 'db'>, actionId: string | undefined): Promise<string> {
  const { text } = await db
    .selectFrom('booking_actions')
    .select('text')
    .where('id', '=', actionId ?? null)
    .executeTakeFirstOrThrow();
  return text;
}

async function composeMail(
  deps: Deps,
  booking: Booking,
  brand: MailBrand,
  kind: OutboxKind,
  { eventId }: MailPayload,
): Promise<MailText> {
  if (kind === 'mail_pending') return composePendingMail(booking, brand, getStatusLink(deps, booking));
  if (kind === 'mail_airline_change') return composeAirlineChangeMail(booking, brand);
  if (kind === 'mail_refunded' || kind === 'mail_refund_failed')
    return composeRefundMail(booking, brand, await readRefund(deps, eventId));
  if (kind === 'mail_message') return composeMessageMail(booking, brand, await readMessage(deps, eventId));
  if (kind === 'mail_change_offered')
    return composeChangeOfferMail(booking, brand, await getChange(deps.db, booking, eventId ?? ''));
  if (kind === 'mail_changed' || kind === 'mail_change_failed') {
    const change = await getChange(deps.db, booking, eventId ?? '');
    return kind === 'mail_changed'
      ? composeChangeMail(booking, brand, change)
      : composeChangeFailureMail(booking, brand, change);
  }
  if (kind === 'mail_contact') return composeContactMail(booking, brand);
  if (kind === 'mail_review') return composeReviewMail(booking, brand, getStatusLink(deps, booking));
  if (kind === 'mail_failed') return composeFailureMail(booking, brand);
  if (kind === 'mail_confirmed') {
    const { tickets } = await getTickets(deps, booking);
    return composeConfirmationMail(booking, brand, { claimLink: getClaimLink(deps, booking), tickets });
  }
  const refund = (await readBookingRefunds(deps.db, [booking])).get(booking.id);
  if (!refund) throw new Error(`booking ${booking.id} has no refund to tell of`);
  if (kind === 'mail_airline_cancelled') return composeAirlineCancellationMail(booking, brand, refund);
  return composeCancellationMail(booking, brand, refund);
}

/**
 * Sends the email of an outbox row. Its Message-ID contains the kind and event, so that duplicates can be detected, and the action of
 * support that has it sent again.
 */
export async function sendBookingMail(
  deps: Deps,
  booking: Booking,
  { kind, payload }: Pick<OutboxRow<OutboxKind, OutboxPayload>, 'kind' | 'payload'>,
): Promise<void> {
  // Where the mail server was down, the mail of its end says all.
  if (kind === 'mail_pending' && booking.state !== 'pending') return;
  const brand = await deps.mailBrands(booking.brand);
  const { eventId, actionId, to = booking.contact_email } = (payload ?? {}) as MailPayload;
  const { subject, text } = await composeMail(deps, booking, brand, kind, { eventId });
  await deps.sendMail({
    fromName: brand.name,
    to,
    // The answer to a person goes to persons.
    ...(kind === 'mail_message' && brand.contact.email ? { replyTo: brand.contact.email } : {}),
    subject,
    text,
    id: [booking.id, kind, eventId, actionId].filter(Boolean).join('.'),
  });
}
