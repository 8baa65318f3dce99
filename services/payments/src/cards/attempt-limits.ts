import { AppError } from '@fareline/service-kit';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import type { Database } from '../db/tables.ts';
import type { CardAttemptsTable } from '../db/tables/card-attempts.table.ts';

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

/** Counts and notes a try in one go, one after the other for an address, so that many at once cannot slip through. */
async function recordAndCountAttempt({ db, hasher: secrets }: Deps, address: string): Promise<number> {
  const subject = secrets.hash('try', address);
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(trx);
    await trx.insertInto('card_attempts').values({ kind: 'try', subject }).execute();
    return countSince(trx, 'try', subject, minuteSeconds);
  });
}

/** Five tries a minute for an address, three declines a day for a session. (D34, PROVIDER-31) */
export async function checkAttemptLimits(deps: Deps, session: string, address: string): Promise<void> {
  const { config, db, hasher: secrets } = deps;
  if ((await recordAndCountAttempt(deps, address)) > config.CARD_TRIES_PER_MINUTE)
    throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: minuteSeconds });
  const declines = await countSince(db, 'decline', secrets.hash('decline', session), daySeconds);
  if (declines >= config.CARD_DECLINES_PER_SESSION)
    throw new AppError('TOO_MANY_ATTEMPTS', {
      message: 'The card was declined several times. Please call us, or try again tomorrow.',
      retryAfterSeconds: daySeconds,
    });
}

export async function recordDecline({ db, hasher: secrets }: Deps, session: string): Promise<void> {
  const subject = secrets.hash('decline', session);
  await db.insertInto('card_attempts').values({ kind: 'decline', subject }).execute();
}
