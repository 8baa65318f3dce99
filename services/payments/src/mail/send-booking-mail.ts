import type { BookingRefund } from '@fareline/contracts';
import type { OutboxRow } from '@fareline/service-kit/outbox';
import type { MailBrand, MailContent } from '@fareline/mails';
import {
  composeAirlineCancellationMail,
  composeCancellationMail,
  composeCheckInMail,
  composeConfirmationMail,
  composeContactMail,
  composeFailureMail,
  composeMessageMail,
  composePendingMail,
  composeRefundMail,
  composeReviewMail,
  renderBookingMail,
  type ContactAnswer,
} from './booking-mails.ts';
import {
  composeAirlineChangeMail,
  composeChangeFailureMail,
  composeChangeMail,
  composeChangeOfferMail,
  composeCancelFailureMail,
  composeUnpaidChangeMail,
} from './change-mails.ts';
import { getChange, type StoredChange } from '../amendments/amendment.repository.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import { findWait } from '../bookings/contact-correction.ts';
import { isAsTold } from '../bookings/pending-event.repository.ts';
import { sendMailOfBooking } from './send-mail.ts';
import { getStatusLink } from '../access/status-token.ts';
import type { MailKind, MailPayload, OutboxKind, OutboxPayload } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { getCalendarFile } from '../documents/calendar-file.ts';
import { getTravelDocument } from '../documents/travel-document.ts';
import type { TravelFile } from '../documents/travel-file.ts';
import { findToken } from '../keyed-hasher.ts';
import { getTickets } from '../bookings/tickets.ts';
import { readPaidBooking } from '../amendments/booking-payment.ts';
import { getCancellationMoment } from '../amendments/cancellability.ts';
import { readNow } from '../db/read-now.ts';
import { getPayment } from '../cards/payment.repository.ts';
import { readBookingRefunds, readRefund } from '../refunds/booking-refund.ts';

/**
 * The claim link assigns the booking to an account of the mailbox owner. The token is that of the key with which its hash was
 * stored; without that key there is no link. (GUEST-05)
 */
export function getClaimLink(
  { hasher }: Pick<Deps, 'hasher'>,
  booking: Pick<Booking, 'id' | 'access_version' | 'claim_token_hash' | 'site_origin'>,
): string | undefined {
  const token = findToken(hasher, 'deriveClaimToken', booking, booking.claim_token_hash);
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

/**
 * How the former address of a corrected one answers; undefined for any other one, and once nothing waits for it. The token is in the fragment,
 * which no browser sends. (GUARD-11)
 */
async function readContactAnswer(
  { db, hasher }: Pick<Deps, 'db' | 'hasher'>,
  booking: Booking,
  to: string | undefined,
): Promise<ContactAnswer | undefined> {
  const wait = await findWait(db, booking);
  if (!wait || wait.former !== to) return undefined;
  const { token_hash } = await db
    .selectFrom('contact_corrections')
    .select('token_hash')
    .where('booking_id', '=', booking.id)
    .executeTakeFirstOrThrow();
  const token = findToken(hasher, 'deriveContactToken', booking, token_hash);
  return token === undefined
    ? undefined
    : { until: wait.until, link: `${booking.site_origin}/address-change#${token}` };
}

/** The mail with the code is that of Find your trip. */
type SentKind = Exclude<MailKind, 'mail_contact_code'>;

async function composeMail(
  deps: Deps,
  booking: Booking,
  brand: MailBrand,
  kind: SentKind,
  { eventId, before, to }: MailPayload,
): Promise<MailContent> {
  const readPaid = async () =>
    readPaidBooking(deps.db, booking, await getPayment(deps.db, booking.payment_id));
  const readChange = () => getChange(deps.db, booking, eventId ?? '');
  const readMoment = async () => getCancellationMoment(booking, await readNow(deps.db));
  switch (kind) {
    case 'mail_pending':
      return composePendingMail(booking, getStatusLink(deps, booking));
    case 'mail_confirmed':
      return composeConfirmationMail(booking, brand, {
        ...(await readPaid()),
        claimLink: getClaimLink(deps, booking),
      });
    case 'mail_failed':
      return composeFailureMail(booking);
    case 'mail_review':
      return composeReviewMail(booking, getStatusLink(deps, booking));
    case 'mail_cancelled':
      return composeCancellationMail(booking, await readRefundOf(deps, booking), await readPaid());
    case 'mail_airline_cancelled':
      return composeAirlineCancellationMail(booking, await readRefundOf(deps, booking), await readPaid());
    case 'mail_airline_change':
      return composeAirlineChangeMail(booking, before);
    case 'mail_refunded':
    case 'mail_refund_failed':
      return composeRefundMail(booking, await readRefund(deps, eventId));
    case 'mail_changed':
      return composeChangeMail(booking, await readChange(), await readPaid());
    case 'mail_change_failed': {
      const change = await readChange();
      return composeChangeFailureMail(booking, change, {
        isReleased: await isReleased(deps, change),
        isAsBefore: await isAsTold(deps.db, booking),
      });
    }
    case 'mail_cancel_failed':
      return composeCancelFailureMail(booking, await isAsTold(deps.db, booking));
    case 'mail_change_unpaid':
      return composeUnpaidChangeMail(booking, await readChange(), await readMoment());
    case 'mail_change_offered':
      return composeChangeOfferMail(booking, await readChange(), await readMoment());
    case 'mail_check_in':
      return composeCheckInMail(booking);
    case 'mail_contact':
      return composeContactMail(booking, await readContactAnswer(deps, booking, to));
    case 'mail_message':
      return composeMessageMail(booking, await readMessage(deps, eventId));
  }
}

/** Whether the amount that was held for a change is released: somebody may have charged it at the card provider. */
const isReleased = async ({ db }: Pick<Deps, 'db'>, { payment_id }: StoredChange): Promise<boolean> =>
  payment_id !== null && (await getPayment(db, payment_id)).state === 'voided';

/** Mails after which tickets and files of the trip are others. (DOC-03) */
const kindsWithFiles: readonly MailKind[] = [
  'mail_confirmed',
  'mail_changed',
  'mail_change_unpaid',
  'mail_airline_change',
  'mail_cancelled',
  'mail_airline_cancelled',
];

/** Travel document and calendar file. A mail without them, which the trip page has too, is better than none. */
async function makeAttachments(deps: Deps, booking: Booking): Promise<TravelFile[]> {
  try {
    return [await getTravelDocument(deps, booking), await getCalendarFile(deps, booking)];
  } catch (error) {
    deps.log.error({ err: error, booking: booking.id }, 'the files of a mail could not be made');
    return [];
  }
}

async function readRefundOf({ db }: Pick<Deps, 'db'>, booking: Booking): Promise<BookingRefund> {
  const refund = (await readBookingRefunds(db, [booking])).get(booking.id);
  if (!refund) throw new Error(`booking ${booking.id} has no refund to tell of`);
  return refund;
}

/**
 * Sends the email of an outbox row. Its Message-ID contains the kind and event, so that duplicates can be detected, and the action of
 * support that has it sent again.
 */
export async function sendBookingMail(
  deps: Deps,
  booking: Booking,
  row: Pick<OutboxRow<OutboxKind, OutboxPayload>, 'kind' | 'payload'>,
): Promise<void> {
  const kind = row.kind as SentKind;
  // Where the mail server was down, the mail of its end says all.
  if (kind === 'mail_pending' && booking.state !== 'pending') return;
  const payload = (row.payload ?? {}) as MailPayload;
  // Support has corrected the address since the row was leased.
  if (booking.pending_email !== null && payload.to === undefined)
    throw new Error(`the new address of booking ${booking.id} waits for its code`);
  const brand = await deps.mailBrands(booking.brand);
  const { eventId, before, actionId, to = booking.contact_email } = payload;
  const hasFiles = kindsWithFiles.includes(kind);
  // The airline is asked once for the tickets, so that text and files have the same.
  const known = hasFiles ? { ...booking, tickets: (await getTickets(deps, booking)).tickets } : booking;
  const content = await composeMail(deps, known, brand, kind, { eventId, before, to });
  const attachments = hasFiles ? await makeAttachments(deps, known) : [];
  await sendMailOfBooking(deps, {
    fromName: brand.name,
    to,
    ...(kind === 'mail_message' && {
      autoSubmitted: 'no' as const,
      // The answer to a person goes to persons.
      ...(brand.contact.email && { replyTo: brand.contact.email }),
    }),
    ...renderBookingMail(known, brand, content, attachments),
    attachments,
    id: [booking.id, kind, eventId, actionId].filter(Boolean).join('.'),
  });
}
