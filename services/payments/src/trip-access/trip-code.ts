import type { OutboxRow } from '@fareline/service-kit/outbox';
import { clearAttempts, decrementAttempts, tableWindow } from '@fareline/service-kit/limits/table-window';
import { sql } from 'kysely';
import { sendMailOfBooking } from '../mail/send-mail.ts';
import type { OutboxKind, OutboxPayload, TripSearch } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { tripCodeLimits } from '../limits.ts';
import { composeTripCodeMail, renderBookingMail } from '../mail/booking-mails.ts';
import { describeTripSearch, findTrip } from './find-trip.ts';

const codeLength = 6;
/** Bytes of a hash that make a number; so many more than six digits have that all codes are as likely. */
const numberBytes = 6;

/** The code of a request: the same when its mail has to be sent again, since mailboxes drop the second of two equal Message-IDs. */
const toCode = ({ hasher }: Pick<Deps, 'hasher'>, requestId: string): string =>
  String(
    Buffer.from(hasher.hash('trip code of a request', requestId), 'base64url').readUIntBE(0, numberBytes),
  )
    .slice(-codeLength)
    .padStart(codeLength, '0');

const hashCode = ({ hasher }: Pick<Deps, 'hasher'>, bookingId: string, code: string): string =>
  hasher.hash('trip code', `${bookingId} ${code}`);

const triesOf = (subject: string) => ({ ...tripCodeLimits.tries, subject });

/**
 * Mails a new code to the address of the booking that was searched for, if there is one and its mails are within their limit. In a job,
 * so that the request does the same work whatever was entered. (TRIP-06)
 */
export async function deliverTripCode(
  deps: Deps,
  { id, payload }: Pick<OutboxRow<OutboxKind, OutboxPayload>, 'id' | 'payload'>,
): Promise<void> {
  const { db } = deps;
  const booking = await findTrip(db, payload as TripSearch);
  if (!booking) return;
  const mails = { ...tripCodeLimits.mails, subject: booking.id };
  if (await tableWindow(db).count([mails])) return;
  try {
    const code = toCode(deps, id);
    const row = {
      code_hash: hashCode(deps, booking.id, code),
      expires_at: sql<Date>`now() + interval '15 minutes'`,
    };
    await db
      .insertInto('trip_codes')
      .values({ booking_id: booking.id, ...row })
      .onConflict((conflict) => conflict.column('booking_id').doUpdateSet(row))
      .execute();
    await clearAttempts(db, triesOf(booking.id));
    const brand = await deps.mailBrands(booking.brand);
    await sendMailOfBooking(deps, {
      fromName: brand.name,
      to: booking.contact_email,
      ...renderBookingMail(booking, brand, composeTripCodeMail(booking, code)),
      id: `${booking.id}.trip_code.${id}`,
    });
  } catch (error) {
    await decrementAttempts(db, mails);
    throw error;
  }
}

/**
 * The id of the booking that a code opens, which it does once; undefined for any other code, and for any at all after five tries. A
 * search that finds nothing is counted in the same way, so that the time of the answer does not tell it from a wrong code. (TRIP-06)
 */
export async function takeTripCode(
  deps: Deps,
  search: TripSearch,
  code: string,
): Promise<string | undefined> {
  const { db, hasher } = deps;
  const booking = await findTrip(db, search);
  const subject = booking?.id ?? hasher.hash('trip search', describeTripSearch(search));
  if (await tableWindow(db).count([triesOf(subject)])) return undefined;
  const taken = await db
    .deleteFrom('trip_codes')
    .where('code_hash', '=', hashCode(deps, subject, code))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('booking_id')
    .executeTakeFirst();
  return taken?.booking_id;
}
