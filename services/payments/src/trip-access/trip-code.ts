import { randomUUID } from 'node:crypto';
import { countMailedCode, tripCodes } from '@fareline/contracts';
import type { OutboxRow } from '@fareline/service-kit/outbox';
import { decrementAttempts, tableWindow } from '@fareline/service-kit/limits/table-window';
import { sql } from 'kysely';
import type { Booking } from '../bookings/booking.repository.ts';
import { confirmAddress, getNewestEmail } from '../bookings/contact-correction.ts';
import { insertTripSession } from '../bookings/trip-session.ts';
import { sendMailOfBooking } from '../mail/send-mail.ts';
import type {
  Database,
  MailPayload,
  OutboxKind,
  OutboxPayload,
  TripCodeMail,
  TripSearch,
} from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { hashToken } from '../keyed-hasher.ts';
import { tripCodeLimits } from '../limits.ts';
import { composeContactCodeMail, composeTripCodeMail, renderBookingMail } from '../mail/booking-mails.ts';
import { describeTripSearch, findTrip } from './find-trip.ts';

const codeLength = 6;
/** Bytes of a hash that make a number; so many more than six digits have that all codes are as likely. */
const numberBytes = 6;

const toCode = ({ hasher }: Pick<Deps, 'hasher'>, nonce: string): string =>
  String(Buffer.from(hasher.hash('trip code', nonce), 'base64url').readUIntBE(0, numberBytes))
    .slice(-codeLength)
    .padStart(codeLength, '0');

const toLinkToken = ({ hasher }: Pick<Deps, 'hasher'>, nonce: string): string =>
  hasher.hash('trip link', nonce);

const isLasting = sql<boolean>`trip_codes.expires_at > now()`;

/** The nonce of the code of a booking that lasts, or of a new one. It lasts for 15 minutes from now. (CARE-03) */
async function renewTripCode(deps: Deps, trx: Database, bookingId: string): Promise<string> {
  const nonce = randomUUID();
  const expires_at = sql<Date>`now() + make_interval(mins => ${tripCodes.minutes})`;
  const row = {
    nonce,
    link_hash: hashToken(toLinkToken(deps, nonce)),
    visitor_hashes: sql<string[]>`'{}'`,
    expires_at,
  };
  const made = await trx
    .insertInto('trip_codes')
    .values({ booking_id: bookingId, ...row })
    .onConflict((conflict) =>
      conflict
        .column('booking_id')
        .doUpdateSet(row)
        .where((eb) => eb.not(isLasting)),
    )
    .returning('nonce')
    .executeTakeFirst();
  if (made) return nonce;
  const lasting = await trx
    .updateTable('trip_codes')
    .set({ expires_at })
    .where('booking_id', '=', bookingId)
    .returning('nonce')
    .executeTakeFirstOrThrow();
  return lasting.nonce;
}

/** Locks the booking, so that what opens it is not made or taken while support corrects its address. */
const lockBooking = (trx: Database, id: string): Promise<Booking> =>
  trx.selectFrom('bookings').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

/** Mails code and link of a booking to its newest address, which they make effective; returns the nonce. (GUARD-11) */
async function mailTripCode(deps: Deps, { id: bookingId }: Pick<Booking, 'id'>, id: string): Promise<string> {
  const { booking, nonce } = await deps.db.transaction().execute(async (trx) => {
    const locked = await lockBooking(trx, bookingId);
    return { booking: locked, nonce: await renewTripCode(deps, trx, bookingId) };
  });
  const brand = await deps.mailBrands(booking.brand);
  const compose = booking.pending_email === null ? composeTripCodeMail : composeContactCodeMail;
  await sendMailOfBooking(deps, {
    fromName: brand.name,
    to: getNewestEmail(booking),
    ...renderBookingMail(booking, brand, compose(booking, toCode(deps, nonce), toLinkToken(deps, nonce))),
    id,
  });
  return nonce;
}

/** The code that a corrected address is to be confirmed with; nothing once it is. Support has counted its mails. (GUARD-11) */
export async function deliverContactCode(
  deps: Deps,
  booking: Booking,
  { kind, payload }: Pick<OutboxRow<OutboxKind, OutboxPayload>, 'kind' | 'payload'>,
): Promise<void> {
  if (booking.pending_email === null) return;
  const { eventId, actionId } = (payload ?? {}) as MailPayload;
  await mailTripCode(deps, booking, [booking.id, kind, eventId, actionId].filter(Boolean).join('.'));
}

/** Accounts counts a mail within milliseconds. */
const countTimeoutMs = 2_000;

/**
 * Whether a code may be mailed to an address, of whose mails of all kinds accounts keeps count. While accounts does not answer it may: a
 * traveller needs the trip then too, and the limits of booking and network hold. (LIMIT-05)
 */
async function countMail({ callAccounts, log }: Deps, mail: { id: string; email: string }): Promise<boolean> {
  try {
    const counted = await callAccounts(countMailedCode, { body: mail, timeoutMs: countTimeoutMs });
    return counted.is_within_limit;
  } catch (error) {
    log.warn({ err: error }, 'a code is mailed that accounts has not counted');
    return true;
  }
}

/**
 * Mails code and link to the address of the booking that was searched for, if there is one and its mails are within their limit: the
 * same as before while they last. In a job, so that the request does the same work whatever was entered. (TRIP-06, CARE-03)
 */
export async function deliverTripCode(
  deps: Deps,
  { id, payload }: Pick<OutboxRow<OutboxKind, OutboxPayload>, 'id' | 'payload'>,
): Promise<void> {
  const { db } = deps;
  const search = payload as TripCodeMail;
  const booking = await findTrip(db, search);
  if (!booking) return;
  const mails = [
    { ...tripCodeLimits.mailsOfNetwork, subject: `${booking.id} ${search.network_hash}` },
    { ...tripCodeLimits.mails, subject: booking.id },
  ];
  if (await tableWindow(db).count(mails)) return;
  let isMailed = false;
  try {
    if (!(await countMail(deps, { id, email: getNewestEmail(booking) }))) return;
    const nonce = await mailTripCode(deps, booking, `${booking.id}.trip_code.${id}`);
    // Once it is mailed: the limit of the mails is that of the visitors with tries of their own.
    const visitors = sql<string[]>`array_remove(visitor_hashes, ${search.visitor_hash})`;
    await db
      .updateTable('trip_codes')
      .set({ visitor_hashes: sql<string[]>`array_append(${visitors}, ${search.visitor_hash})` })
      .where('nonce', '=', nonce)
      .execute();
    isMailed = true;
  } finally {
    if (!isMailed) for (const limit of mails) await decrementAttempts(db, limit);
  }
}

interface OpenedTrip {
  id: string;
  /** Of the session that opens it. */
  token: string;
}

/**
 * The booking that a code opens, which it does once; undefined for any other code. A visitor for whom the code was mailed has
 * five tries, all others together have 20. A search that finds nothing is counted like those of the others, so that the time of the
 * answer does not tell it from a wrong code. (TRIP-06, CARE-03)
 */
export async function takeTripCode(
  deps: Deps,
  search: TripSearch,
  code: string,
): Promise<OpenedTrip | undefined> {
  const { db, hasher } = deps;
  const booking = await findTrip(db, search);
  const lasting = await db
    .selectFrom('trip_codes')
    .select(['nonce', 'visitor_hashes'])
    .where('booking_id', '=', booking?.id ?? null)
    .where(isLasting)
    .executeTakeFirst();
  const subject = lasting?.nonce ?? hasher.hash('trip search', describeTripSearch(search));
  const { visitor_hash } = search;
  const hasAsked = visitor_hash !== null && lasting?.visitor_hashes.includes(visitor_hash);
  const tries = hasAsked
    ? { ...tripCodeLimits.visitorTries, subject: `${subject} ${visitor_hash}` }
    : { ...tripCodeLimits.otherTries, subject };
  if (await tableWindow(db).count([tries])) return undefined;
  if (!lasting || toCode(deps, lasting.nonce) !== code) return undefined;
  return takeTrip(db, { nonce: lasting.nonce });
}

/** The booking that a mailed link opens, which it does once, in place of the code. (CARE-03) */
export const takeTripLink = ({ db }: Pick<Deps, 'db'>, token: string): Promise<OpenedTrip | undefined> =>
  takeTrip(db, { link_hash: hashToken(token) });

/**
 * Takes the code, makes a corrected address effective that it was mailed to, and opens the booking, in one transaction that has locked the
 * booking: support may correct the address at the same time, which ends codes and sessions. (GUARD-11)
 */
const takeTrip = (
  db: Database,
  key: { nonce: string } | { link_hash: string },
): Promise<OpenedTrip | undefined> =>
  db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('trip_codes')
      .select('booking_id')
      .where((eb) => eb.and(key))
      .executeTakeFirst();
    if (!found) return undefined;
    const booking = await lockBooking(trx, found.booking_id);
    const taken = await trx
      .deleteFrom('trip_codes')
      .where((eb) => eb.and(key))
      .where(isLasting)
      .returning('booking_id')
      .executeTakeFirst();
    if (!taken) return undefined;
    await confirmAddress(trx, booking);
    return { id: booking.id, token: await insertTripSession(trx, booking.id) };
  });
