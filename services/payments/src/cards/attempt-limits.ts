import { randomUUID } from 'node:crypto';
import type { AttemptLimit } from '@fareline/contracts';
import { AppError, type LimitName } from '@fareline/service-kit/app-error';
import { ofClientAt } from '@fareline/service-kit/limits/client';
import { formatWait } from '@fareline/service-kit/limits/per-window';
import { sql, type RawBuilder } from 'kysely';
import type { PaymentsConfig } from '../config.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { cardLimits } from '../limits.ts';
import type { Visitor } from '../access/visitor.ts';

const minuteSeconds = 60;
const hourSeconds = 3600;
const daySeconds = 24 * 3600;
const { offerFactor, cardFactor, networkFactor, burstFactor, burstSeconds, raisedMax } = cardLimits;

const burstWait = 'in 10 minutes';
const burstText = `Unusually many cards are being declined right now, so we accept fewer tries for a while. Nothing was charged. Please try again ${burstWait}, or contact us.`;
const declinedTexts = {
  visitor: 'Your cards were declined several times.',
  offer: 'Cards were declined several times for this flight.',
  connection: 'Cards were declined several times from your connection.',
} as const;
const declinedWait = 'tomorrow';
const declinedAdvice = `Nothing was charged. Please contact us, or try again ${declinedWait}.`;
const toTriesText = (seconds: number) =>
  `Too many payment attempts. Nothing was charged. Please try again in ${formatWait(seconds)}.`;
const inProgressText = 'A payment is still being checked. Please try again in 5 seconds.';
const cardText =
  'This card was declined several times today. Nothing was charged. Please use another card, or try this one again tomorrow.';

/** The longest time from a reservation to the outcome of the card call. */
const getReservedSeconds = ({
  QUOTE_TIMEOUT_MS,
  STRIPE_TIMEOUT_MS,
  LEASE_MARGIN_MS,
}: PaymentsConfig): number => (QUOTE_TIMEOUT_MS + 3 * STRIPE_TIMEOUT_MS + LEASE_MARGIN_MS) / 1000;

/** Attempts of one kind by one subject, which is a keyed hash, within a time. */
interface Window {
  kind: 'try' | 'decline' | 'authorised';
  subject: string;
  seconds: number;
}

interface WindowLimit extends Window {
  max: number;
  /** When a try is possible again, in words; without it nothing is said before. */
  wait?: string;
  /** @param seconds until the oldest attempt is not counted any more */
  toError(seconds: number): AppError;
}

/** The windows of one subject. */
type CardLimit = readonly [WindowLimit, ...WindowLimit[]];

interface Count {
  count: number;
  /** Attempts that may still be declined. */
  reserved: number;
  /** Seconds until the oldest attempt is not counted any more. */
  seconds: number;
}

export const secondsAgo = (seconds: number | RawBuilder<number>) =>
  sql<Date>`now() - ${seconds} * interval '1 second'`;

/** Reads the counts of windows, in their order. `kind = any`, because `in` uses no index before PostgreSQL 18. */
export function selectCounts(config: PaymentsConfig, windows: readonly Window[]) {
  const [kinds, subjects, seconds] = (['kind', 'subject', 'seconds'] as const).map((field) =>
    windows.map((each) => each[field]),
  );
  const isReserved = sql`kind = 'reserved' and at > ${secondsAgo(getReservedSeconds(config))}`;
  return sql<Count>`
    select count(*) filter (where kind = counted)::int as count,
      count(*) filter (where ${isReserved})::int as reserved,
      coalesce(ceil(extract(epoch from min(at) filter (where kind = counted) - (${secondsAgo(sql`seconds`)}))), 0)::int as seconds
    from unnest(${kinds}::text[], ${subjects}::text[], ${seconds}::int[])
      with ordinality as windows (counted, of_subject, seconds, place)
    left join card_attempts
      on kind = any(array[counted, 'reserved']) and subject = of_subject and at > ${secondsAgo(sql`seconds`)}
    group by place, seconds order by place`;
}

async function countInWindows(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  windows: readonly Window[],
): Promise<Count[]> {
  return (await selectCounts(config, windows).execute(db)).rows;
}

/** Until the transaction ends, no other one counts for these subjects. Sorted, so that transactions do not wait for each other. */
export const lockSubjects = (trx: Database, subjects: string[]) =>
  sql`select pg_advisory_xact_lock(hashtextextended(subject, 0)) from unnest(${subjects.toSorted()}::text[]) as subject`.execute(
    trx,
  );

/**
 * Whether there is a burst: so many declines of all clients that cards are being tested from many networks.
 * Visitors without a payment then have lower limits. Earlier declines do not count, so that no visitor is refused
 * for mistakes of hours ago.
 */
async function isRaised(deps: Deps, { declineSubject }: Visitor): Promise<boolean> {
  const { hasher, config } = deps;
  const [declines, paid] = await countInWindows(deps, [
    { kind: 'decline', subject: hasher.hash('decline', 'all'), seconds: burstSeconds },
    { kind: 'authorised', subject: hasher.hash('decline', declineSubject), seconds: daySeconds },
  ]);
  return declines!.count >= burstFactor * config.CARD_DECLINES_PER_SESSION && paid!.count === 0;
}

const tooManyAttempts = (
  limit: AttemptLimit,
  message: string,
  retryAfterSeconds: number,
  limitName: LimitName = 'card_declines',
) => new AppError('TOO_MANY_ATTEMPTS', { message, retryAfterSeconds, details: { limit }, limit: limitName });

function getLimits(
  { config, hasher }: Deps,
  { ipAddress, declineSubject }: Visitor,
  offerId: string,
  raised: boolean,
): CardLimit[] {
  const decline = (
    limit: keyof typeof declinedTexts,
    of: string,
    factor: number,
    raisedFactor = factor,
  ): CardLimit => {
    const declines = { kind: 'decline', subject: hasher.hash('decline', of) } as const;
    const inDay: WindowLimit = {
      ...{ ...declines, seconds: daySeconds, max: factor * config.CARD_DECLINES_PER_SESSION },
      wait: declinedWait,
      toError: (seconds) => tooManyAttempts(limit, `${declinedTexts[limit]} ${declinedAdvice}`, seconds),
    };
    const inHour: WindowLimit = {
      ...{ ...declines, seconds: hourSeconds, max: raisedFactor * raisedMax },
      wait: burstWait,
      toError: () => tooManyAttempts('all', burstText, burstSeconds),
    };
    return raised ? [inDay, inHour] : [inDay];
  };
  return [
    ...ofClientAt(ipAddress, { max: config.CARD_TRIES_PER_MINUTE }).map(({ subject, max }): CardLimit => [
      {
        ...{ kind: 'try', subject: hasher.hash('try', subject), seconds: minuteSeconds, max },
        toError: (seconds) => tooManyAttempts('connection', toTriesText(seconds), seconds, 'card_tries'),
      },
    ]),
    decline('visitor', declineSubject, 1),
    decline('offer', `offer:${offerId}`, offerFactor),
    ...ofClientAt(ipAddress, { max: 1 }).map(({ subject, max }) =>
      decline('connection', `network:${subject}`, networkFactor * max, max),
    ),
  ];
}

async function assertWithin(deps: Pick<Deps, 'db' | 'config'>, limits: readonly CardLimit[]) {
  const counts = (await countInWindows(deps, limits.flat())).values();
  for (const windows of limits) {
    const counted = windows.map((window) => ({ ...window, ...counts.next().value! }));
    const full = counted.find(({ count, max }) => count >= max);
    if (full) throw full.toError(Math.max(1, full.seconds));
    if (counted.some(({ count, reserved, max }) => count + reserved >= max))
      throw tooManyAttempts('in_progress', inProgressText, 5);
  }
}

/**
 * Reserves an attempt before its card call and returns its id. Until the outcome is known it counts as a try
 * and as a decline, so that concurrent attempts cannot exceed a limit. Throws TOO_MANY_ATTEMPTS when one is
 * reached. (PROVIDER-31, LIMIT-01)
 */
export async function reserveAttempt(deps: Deps, visitor: Visitor, offerId: string): Promise<string> {
  const limits = getLimits(deps, visitor, offerId, await isRaised(deps, visitor));
  // A subject of several windows has one row.
  const attempts = limits.map(([{ kind, subject }]) => ({ kind, subject }));
  const attemptId = randomUUID();
  // First without locks, so that many refused attempts do not wait for each other.
  await assertWithin(deps, limits);
  await deps.db.transaction().execute(async (trx) => {
    const subjects = attempts.map(({ subject }) => subject);
    await lockSubjects(trx, subjects);
    await assertWithin({ ...deps, db: trx }, limits);
    await trx
      .insertInto('card_attempts')
      .values(
        attempts.map(({ kind, subject }) => ({
          ...{ subject, attempt_id: attemptId },
          kind: kind === 'try' ? kind : ('reserved' as const),
        })),
      )
      .execute();
  });
  return attemptId;
}

/** Says after a decline that one more would be the last, or that it was; undefined while more tries are left. (PROVIDER-31) */
export async function describeTriesLeft(
  deps: Deps,
  visitor: Visitor,
  offerId: string,
): Promise<{ isNone: boolean; text: string } | undefined> {
  const windows = getLimits(deps, visitor, offerId, await isRaised(deps, visitor)).flat();
  const counts = await countInWindows(deps, windows);
  const left = windows
    .map(({ max, wait }, index) => ({ wait, ...counts[index]!, tries: max - counts[index]!.count }))
    .filter(({ wait }) => wait !== undefined)
    .toSorted((one, other) => one.tries - other.tries)[0];
  if (!left || left.tries > 1) return undefined;
  if (left.tries < 1)
    return { isNone: true, text: `No try is left for now. Please contact us, or try again ${left.wait}.` };
  // An open challenge of another tab counts as a decline until it is answered.
  const condition = left.reserved > 0 ? ', unless a payment that is not finished needs it' : '';
  const text = `One more try is left${condition}. After that, please contact us, or try again ${left.wait}.`;
  return { isNone: false, text };
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
export async function isCardRefused(deps: Deps, fingerprint: string | null): Promise<boolean> {
  if (fingerprint === null) return false;
  const subject = toCardSubject(deps, fingerprint);
  const [declines] = await countInWindows(deps, [{ kind: 'decline', subject, seconds: daySeconds }]);
  return declines!.count >= cardFactor * deps.config.CARD_DECLINES_PER_SESSION;
}

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
