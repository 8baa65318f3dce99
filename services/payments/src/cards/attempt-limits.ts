import { AppError, toClientNetwork } from '@fareline/service-kit';
import { sql } from 'kysely';
import type { CardAttemptsTable, Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';

type Kind = CardAttemptsTable['kind'];
const minuteSeconds = 60;
const daySeconds = 24 * 3600;

async function countSince(db: Database, kind: Kind, subject: string, seconds: number): Promise<number> {
  const { count } = await db
    .selectFrom('card_attempts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('at', '>', sql<Date>`now() - ${seconds} * interval '1 second'`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Serialised per network by an advisory lock, so that concurrent attempts cannot exceed the limit. */
async function recordAndCountAttempt({ db, hasher }: Deps, network: string): Promise<number> {
  const subject = hasher.hash('try', network);
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(trx);
    await trx.insertInto('card_attempts').values({ kind: 'try', subject }).execute();
    return countSince(trx, 'try', subject, minuteSeconds);
  });
}

/** The attempts of a /24 are limited to this many times those of one of its IPv4 addresses. */
const rangeFactor = 4;

/** What attempts from an IP address count for, with the limits per minute. */
function getLimits({ config }: Deps, ipAddress: string): [network: string, limit: number][] {
  const network = toClientNetwork(ipAddress);
  const limit = config.CARD_TRIES_PER_MINUTE;
  const range = /^(\d+\.\d+\.\d+)\.\d+$/.exec(network)?.[1];
  return range
    ? [
        [network, limit],
        [`${range}.0/24`, rangeFactor * limit],
      ]
    : [[network, limit]];
}

/**
 * Throws TOO_MANY_ATTEMPTS above the limits of attempts per minute for an IP address (IPv6: for its /64 network) and for a
 * /24, or of declines per day for a visitor or user. (D34, PROVIDER-31, LIMIT-01)
 */
export async function checkAttemptLimits(
  deps: Deps,
  declineSubject: string,
  ipAddress: string,
): Promise<void> {
  const { config, db, hasher } = deps;
  for (const [network, limit] of getLimits(deps, ipAddress))
    if ((await recordAndCountAttempt(deps, network)) > limit)
      throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: minuteSeconds });
  const declines = await countSince(db, 'decline', hasher.hash('decline', declineSubject), daySeconds);
  if (declines >= config.CARD_DECLINES_PER_SESSION)
    throw new AppError('TOO_MANY_ATTEMPTS', {
      message: 'The card was declined several times. Please contact us, or try again tomorrow.',
      retryAfterSeconds: daySeconds,
    });
}

export async function recordDecline({ db, hasher }: Deps, declineSubject: string): Promise<void> {
  const subject = hasher.hash('decline', declineSubject);
  await db.insertInto('card_attempts').values({ kind: 'decline', subject }).execute();
}
