import { findCancellationEnd, getOpenChange, toInstant, type AddressCorrection } from '@fareline/contracts';
import { changesWait } from '@fareline/contracts/promises';
import { formatUtc } from '@fareline/presentation/formats';
import { AppError } from '@fareline/service-kit/app-error';
import { sql } from 'kysely';
import { readNow } from '../db/read-now.ts';
import { mailKinds, type Database, type OutboxKind } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { hashToken } from '../keyed-hasher.ts';
import { closeBookingCases } from '../review-cases/review-case.repository.ts';
import type { Booking } from './booking.repository.ts';

type Corrected = Pick<Booking, 'id' | 'booking_data' | 'created_at'>;

const hourMs = 3600_000;
const longestWaitMs = 24 * hourMs;
/** Left to the traveller before a moment after which less comes back. */
const marginMs = 2 * hourMs;

/**
 * The moments after which less comes back of a booking: the end of the first 24 hours where its fare gives less, the day to answer a change by
 * the airline, and each departure. A quote is none of them: the same is quoted anew, and whoever asks for one must not end a wait.
 */
function listDeadlines({ booking_data: data, created_at }: Corrected): number[] {
  const booked = { created_at: created_at.toISOString(), cancellability: 'first_24_hours' as const };
  const firstEnd = findCancellationEnd(data, booked);
  const flights = data.slices.flatMap(({ segments: [first] }) => (first?.departing_at ? [first] : []));
  const answerBy = getOpenChange(data)?.answer_by;
  const zone = flights[0]?.origin.time_zone ?? null;
  return [
    ...(firstEnd === undefined ? [] : [Date.parse(firstEnd)]),
    ...(answerBy === undefined ? [] : [toInstant(`${answerBy}T23:59:59`, zone).getTime()]),
    ...flights.map(({ departing_at, origin }) => toInstant(departing_at!, origin.time_zone).getTime()),
  ];
}

/**
 * Until when cancelling and changing by the traveller wait after a correction of the email address: 24 hours, but never past two hours
 * before the next moment after which less comes back. Once that has passed they wait again. (GUARD-11)
 */
export function getWaitEnd(booking: Corrected, correctedAt: Date, now: Date): Date {
  const deadlines = listDeadlines(booking).filter((at) => at > now.getTime());
  return new Date(Math.min(correctedAt.getTime() + longestWaitMs, ...deadlines.map((at) => at - marginMs)));
}

/** What cancelling and changing by the traveller wait for. */
export interface Wait {
  until: Date;
  /** The address from which a press ends it. */
  former: string;
}

/** The wait that stands for a booking after a correction of its email address; undefined without one. (GUARD-11) */
export async function findWait(db: Database, booking: Corrected): Promise<Wait | undefined> {
  const correction = await db
    .selectFrom('contact_corrections')
    .select(['former_email', 'corrected_at'])
    .where('booking_id', '=', booking.id)
    .where('agreed_at', 'is', null)
    .executeTakeFirst();
  if (!correction) return undefined;
  const now = await readNow(db);
  const until = getWaitEnd(booking, correction.corrected_at, now);
  return until > now ? { until, former: correction.former_email } : undefined;
}

/** As much of an address as its owner recognises. */
export const maskAddress = (address: string): string =>
  `${address.charAt(0)}…${address.slice(address.lastIndexOf('@'))}`;

export const describeWait = ({ until, former }: Wait): string =>
  changesWait(formatUtc(until.toISOString()), maskAddress(former));

/** What the traveller is told of a corrected address, as long as something waits. (GUARD-11) */
export async function describeCorrection(db: Database, booking: Booking): Promise<AddressCorrection | null> {
  const wait = await findWait(db, booking);
  const pending = booking.pending_email === null ? null : maskAddress(booking.pending_email);
  if (!wait && pending === null) return null;
  return { pending, wait: wait ? { until: wait.until.toISOString(), text: describeWait(wait) } : null };
}

/**
 * Throws ADDRESS_UNCONFIRMED while cancelling and changing by the traveller wait. What ends the trip or moves money asks it in its transaction,
 * which has locked the booking, because support may correct the address meanwhile. (GUARD-11)
 */
export async function assertNoWait(db: Database, booking: Corrected): Promise<void> {
  const wait = await findWait(db, booking);
  if (wait) throw new AppError('ADDRESS_UNCONFIRMED', { message: describeWait(wait) });
}

/** What waits for the code of a corrected address: the mails of a trip, and the account of a guest. (GUARD-11) */
export const waitingKinds: readonly OutboxKind[] = [
  ...mailKinds.filter((kind) => kind !== 'mail_contact' && kind !== 'mail_contact_code'),
  'guest_account',
];

/** Where mails of the booking go, or will once a code from there is entered. */
export const getNewestEmail = ({
  pending_email,
  contact_email,
}: Pick<Booking, 'contact_email' | 'pending_email'>): string => pending_email ?? contact_email;

/** The same in words of support: a corrected address gets nothing of the trip before its code is entered. */
export const nameRecipient = ({ contact_email, pending_email }: Booking): string =>
  pending_email === null ? contact_email : `${pending_email}, once its code is entered,`;

/** Says of a corrected address that its code was entered, in a transaction that has locked the booking. (GUARD-11) */
export async function confirmAddress(trx: Database, { id, pending_email }: Booking): Promise<void> {
  if (pending_email === null) return;
  await trx
    .updateTable('bookings')
    .set({ contact_email: pending_email, pending_email: null })
    .where('id', '=', id)
    .execute();
  await closeBookingCases(trx, id, ['mail_bounced'], 'the code of the address');
  // Back at the address before, nobody else is to be asked.
  await trx
    .deleteFrom('contact_corrections')
    .where('booking_id', '=', id)
    .where(sql<boolean>`lower(former_email) = lower(${pending_email})`)
    .execute();
}

/** Records that a correction is to wait for its former address, which is returned. Call it after all access was revoked. (GUARD-11) */
export async function startWait(
  trx: Database,
  booking: Booking,
  { hasher }: Pick<Deps, 'hasher'>,
): Promise<string> {
  // A second correction while the first one waits must not be confirmed from the address of the first.
  const wait = await findWait(trx, booking);
  const former_email = wait?.former ?? booking.contact_email;
  const token_hash = hashToken(hasher.deriveContactToken(booking));
  const started = { former_email, token_hash, corrected_at: sql<Date>`now()`, agreed_at: null };
  await trx
    .insertInto('contact_corrections')
    .values({ booking_id: booking.id, ...started })
    .onConflict((conflict) =>
      conflict.column('booking_id').doUpdateSet({
        ...started,
        // Who has to be corrected twice waits no longer for it.
        ...(wait && { corrected_at: sql<Date>`contact_corrections.corrected_at` }),
      }),
    )
    .execute();
  return former_email;
}
