import { recordAuditEvent, tripCodes } from '@fareline/contracts';
import type { Outbox, OutboxRow } from '@fareline/service-kit/outbox';
import { sql } from 'kysely';
import { getBooking } from './bookings/booking.repository.ts';
import { ensureGuestAccount } from './checkout/guest-account.ts';
import {
  mailKinds,
  type AuditEvent,
  type MailKind,
  type OutboxKind,
  type OutboxPayload,
} from './db/schema.ts';
import { waitingKinds } from './bookings/contact-correction.ts';
import type { Deps } from './deps.ts';
import { runWithRequestId } from './request-id.ts';
import { deliverContactCode, deliverTripCode } from './trip-access/trip-code.ts';
import { sendBookingMail } from './mail/send-booking-mail.ts';

/** Whoever asked for a code has given up by then. */
const tripCodeGiveUpMs = tripCodes.minutes * 60_000;

type Row = OutboxRow<OutboxKind, OutboxPayload>;

const isReady = sql<boolean>`(kind <> all(${waitingKinds}::text[]) or subject not in (
  select id::text from bookings where pending_email is not null))`;

/** Mails and accounts of bookings, and the actions for the audit trail of accounts, which ignores those that it has. (MAIL-01, ACCOUNT-05) */
export function createOutbox(deps: Deps): Outbox<OutboxKind, OutboxPayload> {
  const { db, config, log, killPoint, callAccounts } = deps;
  /** Sends mails only while this process has their rows. */
  const withFence = (fence: () => Promise<void>): Deps => ({
    ...deps,
    sendMail: (message) => fence().then(() => deps.sendMail(message)),
  });
  const ofBooking = (
    deliver: (fenced: Deps, booking: Awaited<ReturnType<typeof getBooking>>, row: Row) => Promise<unknown>,
  ) => ({
    async deliver([row]: readonly [Row, ...Row[]], fence: () => Promise<void>) {
      const { kind, subject } = row;
      killPoint(`before:outbox:${kind}`);
      const booking = await getBooking(db, subject);
      await runWithRequestId(booking, async () => {
        await deliver(withFence(fence), booking, row);
        log.info({ booking: subject, kind }, 'outbox row delivered');
      });
      killPoint(`after:outbox:${kind}`);
    },
  });
  const mail = ofBooking(sendBookingMail);
  return {
    db,
    log,
    leaseMs: config.BOOKING_LEASE_MS,
    retry: config,
    isReady,
    kinds: {
      ...(Object.fromEntries(mailKinds.map((kind) => [kind, mail])) as Record<MailKind, typeof mail>),
      mail_contact_code: ofBooking(deliverContactCode),
      guest_account: ofBooking((fenced, booking) =>
        ensureGuestAccount(fenced, booking, { withCredentials: false }),
      ),
      trip_code: {
        giveUpAfterMs: tripCodeGiveUpMs,
        deliver: ([row], fence) => deliverTripCode(withFence(fence), row),
      },
      audit_event: {
        async deliver([{ id, payload }]) {
          await callAccounts(recordAuditEvent, { body: { event_id: id, ...(payload as AuditEvent) } });
        },
      },
    },
  };
}
