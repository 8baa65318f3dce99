import { randomUUID } from 'node:crypto';
import type { AttemptLimit } from '@fareline/contracts';
import { AppError, type LimitName } from '@fareline/service-kit/app-error';
import { ofClientAt } from '@fareline/service-kit/limits/client';
import { formatWait } from '@fareline/service-kit/limits/per-window';
import { sql } from 'kysely';
import type { PaymentsConfig } from '../config.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { cardLimits } from '../limits.ts';
import type { Visitor } from '../visitor.ts';

const minuteSeconds = 60;
const hourSeconds = 3600;
const daySeconds = 24 * 3600;
const { offerFactor, cardFactor, networkFactor, burstFactor, burstSeconds, raisedMax } = cardLimits;

const burstText =
  'Unusually many cards are being declined right now, so we accept fewer tries for a while. Nothing was charged. Please try again in 10 minutes, or contact us.';
const declinedTexts = {
  visitor: 'Your cards were declined several times.',
  offer: 'Cards were declined several times for this flight.',
  connection: 'Cards were declined several times from your connection.',
} as const;
const declinedAdvice = 'Nothing was charged. Please contact us, or try again tomorrow.';
const inProgressText = 'A payment is still being checked. Please try again in 5 seconds.';
const cardText =
  'This card was declined several times today. Nothing was charged. Please use another card, or try this one again tomorrow.';

/** The longest time from a reservation to the outcome of the card call. */
const getReservedSeconds = ({
  QUOTE_TIMEOUT_MS,
  STRIPE_TIMEOUT_MS,
  LEASE_MARGIN_MS,
}: PaymentsConfig): number => (QUOTE_TIMEOUT_MS + 3 * STRIPE_TIMEOUT_MS + LEASE_MARGIN_MS) / 1000;

interface CardLimit {
  kind: 'try' | 'decline';
  limit: keyof typeof declinedTexts;
  /** Keyed hash. */
  subject: string;
  /** Tries in a minute, or declines in a day. */
  max: number;
  /** Declines in an hour; Infinity outside of a burst. */
  hourMax: number;
}

interface Counts {
  tries: number;
  declines: number;
  recent: number;
  /** Attempts that may still be declined. */
  reserved: number;
  /** Seconds until the oldest try, or decline, is not counted any more. */
  trySeconds: number;
  declineSeconds: number;
}

export const secondsAgo = (seconds: number) => sql<Date>`now() - ${seconds} * interval '1 second'`;

async function countDeclines(db: Database, subject: string, seconds: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from card_attempts
    where kind = 'decline' and subject = ${subject} and at > ${secondsAgo(seconds)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Until the transaction ends, no other one counts for these subjects. Sorted, so that transactions do not wait for each other. */
export const lockSubjects = (trx: Database, subjects: string[]) =>
  sql`select pg_advisory_xact_lock(hashtextextended(subject, 0)) from unnest(${subjects.toSorted()}::text[]) as subject`.execute(
    trx,
  );

async function readCounts(
  trx: Database,
  config: PaymentsConfig,
  subjects: string[],
): Promise<(subject: string) => Counts> {
  const isTry = sql`kind = 'try' and at > ${secondsAgo(minuteSeconds)}`;
  const isReserved = sql`kind = 'reserved' and at > ${secondsAgo(getReservedSeconds(config))}`;
  const secondsLeft = (condition: typeof isTry, seconds: number) =>
    sql`coalesce(ceil(extract(epoch from min(at) filter (where ${condition}) - (${secondsAgo(seconds)}))), 0)::int`;
  const { rows } = await sql<Counts & { subject: string }>`
    select subject,
      count(*) filter (where ${isTry})::int as tries,
      count(*) filter (where kind = 'decline')::int as declines,
      count(*) filter (where kind = 'decline' and at > ${secondsAgo(hourSeconds)})::int as recent,
      count(*) filter (where ${isReserved})::int as reserved,
      ${secondsLeft(isTry, minuteSeconds)} as "trySeconds",
      ${secondsLeft(sql`kind = 'decline'`, daySeconds)} as "declineSeconds"
    from card_attempts
    where kind in ('try', 'decline', 'reserved') and subject = any(${subjects}) and at > ${secondsAgo(daySeconds)}
    group by subject`.execute(trx);
  const none = { tries: 0, declines: 0, recent: 0, reserved: 0, trySeconds: 0, declineSeconds: 0 };
  return (subject) => rows.find((row) => row.subject === subject) ?? none;
}

/**
 * Whether there is a burst: so many declines of all clients that cards are being tested from many networks.
 * Visitors without a payment then have lower limits. Earlier declines do not count, so that no visitor is refused
 * for mistakes of hours ago.
 */
async function isRaised({ db, hasher, config }: Deps, visitor: Visitor): Promise<boolean> {
  const declines = await countDeclines(db, hasher.hash('decline', 'all'), burstSeconds);
  if (declines < burstFactor * config.CARD_DECLINES_PER_SESSION) return false;
  const paid = await db
    .selectFrom('card_attempts')
    .select('id')
    .where('kind', '=', 'authorised')
    .where('subject', '=', hasher.hash('decline', visitor.declineSubject))
    .where('at', '>', secondsAgo(daySeconds))
    .executeTakeFirst();
  return !paid;
}

function getLimits(
  { config, hasher }: Deps,
  { ipAddress, declineSubject }: Visitor,
  offerId: string,
  raised: boolean,
): CardLimit[] {
  const decline = (limit: CardLimit['limit'], subject: string, factor: number, raisedFactor = factor) => ({
    kind: 'decline' as const,
    limit,
    subject: hasher.hash('decline', subject),
    max: factor * config.CARD_DECLINES_PER_SESSION,
    hourMax: raised ? raisedFactor * raisedMax : Infinity,
  });
  return [
    ...ofClientAt(ipAddress, { max: config.CARD_TRIES_PER_MINUTE }).map(({ subject, max }) => ({
      ...({ kind: 'try', limit: 'connection', max, hourMax: Infinity } as const),
      subject: hasher.hash('try', subject),
    })),
    decline('visitor', declineSubject, 1),
    decline('offer', `offer:${offerId}`, offerFactor),
    ...ofClientAt(ipAddress, { max: 1 }).map(({ subject, max }) =>
      decline('connection', `network:${subject}`, networkFactor * max, max),
    ),
  ];
}

const tooManyAttempts = (
  limit: AttemptLimit,
  message: string,
  retryAfterSeconds: number,
  limitName: LimitName = 'card_declines',
) => new AppError('TOO_MANY_ATTEMPTS', { message, retryAfterSeconds, details: { limit }, limit: limitName });

function assertWithin(
  { kind, limit, subject, max, hourMax }: CardLimit,
  counts: (subject: string) => Counts,
) {
  const { tries, declines, recent, reserved, trySeconds, declineSeconds } = counts(subject);
  if (kind === 'try') {
    if (tries < max) return;
    const wait = Math.max(1, trySeconds);
    const text = `Too many payment attempts. Nothing was charged. Please try again in ${formatWait(wait)}.`;
    throw tooManyAttempts(limit, text, wait, 'card_tries');
  }
  if (declines >= max)
    throw tooManyAttempts(limit, `${declinedTexts[limit]} ${declinedAdvice}`, Math.max(1, declineSeconds));
  if (recent >= hourMax) throw tooManyAttempts('all', burstText, burstSeconds);
  if (declines + reserved >= max || recent + reserved >= hourMax)
    throw tooManyAttempts('in_progress', inProgressText, 5);
}

/**
 * Reserves an attempt before its card call and returns its id. Until the outcome is known it counts as a try
 * and as a decline, so that concurrent attempts cannot exceed a limit. Throws TOO_MANY_ATTEMPTS when one is
 * reached. (PROVIDER-31, LIMIT-01)
 */
export async function reserveAttempt(deps: Deps, visitor: Visitor, offerId: string): Promise<string> {
  const raised = await isRaised(deps, visitor);
  const limits = getLimits(deps, visitor, offerId, raised);
  const subjects = limits.map(({ subject }) => subject);
  const attemptId = randomUUID();
  const assertAllWithin = async (db: Database) => {
    const counts = await readCounts(db, deps.config, subjects);
    for (const limit of limits) assertWithin(limit, counts);
  };
  // First without locks, so that many refused attempts do not wait for each other.
  await assertAllWithin(deps.db);
  await deps.db.transaction().execute(async (trx) => {
    await lockSubjects(trx, subjects);
    await assertAllWithin(trx);
    await trx
      .insertInto('card_attempts')
      .values(
        limits.map(({ kind, subject }) => ({
          ...{ subject, attempt_id: attemptId },
          kind: kind === 'try' ? kind : ('reserved' as const),
        })),
      )
      .execute();
  });
  return attemptId;
}

/** Keeps an attempt reserved until a time, by the time at which it counts as made. */
export const extendAttempt = ({ db, config }: Deps, attemptId: string, until: Date) =>
  db
    .updateTable('card_attempts')
    .set({ at: new Date(until.getTime() - getReservedSeconds(config) * 1000) })
    .where('attempt_id', '=', attemptId)
    .where('kind', '=', 'reserved')
    .execute();

/** Ends the reservation of an attempt that was not declined. */
export const releaseAttempt = ({ db }: Deps, attemptId: string) =>
  db.deleteFrom('card_attempts').where('attempt_id', '=', attemptId).where('kind', '=', 'reserved').execute();

/** Takes an attempt back in which the traveller was asked something before the card: it is no try either. (STATUS-05) */
export const forgetAttempt = ({ db }: Deps, attemptId: string) =>
  db.deleteFrom('card_attempts').where('attempt_id', '=', attemptId).execute();

export const toCardSubject = ({ hasher }: Pick<Deps, 'hasher'>, fingerprint: string) =>
  hasher.hash('decline', `card:${fingerprint}`);

/** The refusal of a card that was declined too often, whatever its last outcome: the answer must not tell a valid card. */
export const refusedCard = {
  code: 'TOO_MANY_ATTEMPTS',
  message: cardText,
  retryAfterSeconds: daySeconds,
  limit: 'card_declines',
} as const;

/** Whether a card was declined too often today, by any visitors. Its fingerprint is known from the outcome of the card call only. */
export const isCardRefused = async (deps: Deps, fingerprint: string | null): Promise<boolean> =>
  fingerprint !== null &&
  (await countDeclines(deps.db, toCardSubject(deps, fingerprint), daySeconds)) >=
    cardFactor * deps.config.CARD_DECLINES_PER_SESSION;

/** Counts a reserved attempt as a decline, also of its card and of all clients. Returns whether the card is refused. */
export async function recordDecline(
  deps: Deps,
  attemptId: string,
  fingerprint: string | null,
): Promise<boolean> {
  const { db, hasher } = deps;
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('card_attempts')
      .set({ kind: 'decline' })
      .where('attempt_id', '=', attemptId)
      .where('kind', '=', 'reserved')
      .executeTakeFirstOrThrow();
    const cardSubject = fingerprint === null ? undefined : toCardSubject(deps, fingerprint);
    if (cardSubject) await lockSubjects(trx, [cardSubject]);
    const isRefused = await isCardRefused({ ...deps, db: trx }, fingerprint);
    // Another process has counted it.
    if (numUpdatedRows === 0n) return isRefused;
    const subjects = [hasher.hash('decline', 'all'), ...(cardSubject && !isRefused ? [cardSubject] : [])];
    await trx
      .insertInto('card_attempts')
      .values(subjects.map((subject) => ({ kind: 'decline' as const, subject })))
      .execute();
    return isRefused;
  });
}

/** Ends the reservation of an attempt that was authorised; its visitor is known as one who pays. */
export async function recordAuthorised(deps: Deps, attemptId: string, visitor: Visitor): Promise<void> {
  await releaseAttempt(deps, attemptId);
  const subject = deps.hasher.hash('decline', visitor.declineSubject);
  await deps.db.insertInto('card_attempts').values({ kind: 'authorised', subject }).execute();
}
