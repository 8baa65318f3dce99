import type { MailProblem } from '@fareline/contracts';
import { isUuid } from '@fareline/service-kit/db/is-uuid';
import { toMailLine } from '@fareline/service-kit/mail';
import { sql } from 'kysely';
import type { Booking } from '../bookings/booking.repository.ts';
import { getNewestEmail, maskAddress } from '../bookings/contact-correction.ts';
import type { Deps } from '../deps.ts';
import type { Bounce } from '../mailgun/mailgun-event.ts';
import { openBookingCase } from '../review-cases/review-case.repository.ts';

const summaries: Record<MailProblem['kind'], string> = {
  bounced: 'Mails do not reach the address of the booking.',
  full: 'The mailbox of the booking does not take mails at the moment, as when it is full.',
  complained: 'A mail of the booking was reported as spam, so mails may not reach the traveller.',
};

/**
 * Marks the address of the booking whose mail it was, and queues a case. Does nothing when the booking's mails go to another address
 * by now, and for a mail that is not of a booking.
 */
export async function recordBounce(
  { db, log, countBounce }: Pick<Deps, 'db' | 'log' | 'countBounce'>,
  { kind, messageId, address, reason }: Bounce,
): Promise<void> {
  countBounce(kind);
  if (kind === 'refused')
    return log.error({ mail: messageId, reason }, 'a mail server does not take our mails');
  const [id = '', mail = ''] = messageId.replace(/@[^@]*$/, '').split('.');
  if (!isUuid(id)) return;
  const isRecorded = await db.transaction().execute(async (trx) => {
    // What a foreign mail server says may have characters that no jsonb takes.
    const cause = toMailLine(reason.toWellFormed());
    const bounce = { address, kind, reason: cause, mail, at: new Date().toISOString() };
    const booking = await trx
      .updateTable('bookings')
      .set({ mail_bounce: JSON.stringify(bounce) })
      .where('id', '=', id)
      .where(sql<boolean>`lower(coalesce(pending_email, contact_email)) = lower(${address})`)
      .returning(['id', 'mode', 'payment_id'])
      .executeTakeFirst();
    if (!booking) return false;
    await openBookingCase(trx, booking, { kind: 'mail_bounced', summary: summaries[kind] });
    return true;
  });
  if (isRecorded) log.info({ booking: id, kind, mail }, 'a mail did not reach its address');
}

type Addressed = Pick<Booking, 'mail_bounce' | 'contact_email' | 'pending_email'>;

/** What is wrong with the address to which mails of the booking go now. */
export const findBounce = (booking: Addressed) =>
  booking.mail_bounce?.address.toLowerCase() === getNewestEmail(booking).toLowerCase()
    ? booking.mail_bounce
    : undefined;

/** What the traveller is told of a bounce, with as much of the address as its owner recognises. */
export function describeBounce(booking: Addressed): MailProblem | null {
  const bounce = findBounce(booking);
  if (!bounce) return null;
  const { kind, address } = bounce;
  return { kind, address: maskAddress(address) };
}
