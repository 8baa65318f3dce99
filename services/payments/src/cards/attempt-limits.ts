import { AppError } from '@fareline/service-kit';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { CardAttemptsTable } from '../db/tables/card-attempts.ts';

type Kind = CardAttemptsTable['kind'];
const minute = 60;
const day = 24 * 3600;

async function countSince({ db }: Context, kind: Kind, subject: string, seconds: number): Promise<number> {
  const { count } = await db
    .selectFrom('card_attempts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('at', '>', sql<Date>`now() - ${seconds} * interval '1 second'`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function note({ db, secrets }: Context, kind: Kind, subject: string): Promise<string> {
  const hashed = secrets.hash(kind, subject);
  await db.insertInto('card_attempts').values({ kind, subject: hashed }).execute();
  return hashed;
}

/**
 * Five tries a minute for an address, three declines a day for a session. A try is written down before it is counted,
 * so that many at once cannot slip through. (D34, PROVIDER-31)
 */
export async function checkAttempts(context: Context, session: string, address: string): Promise<void> {
  const { config, secrets } = context;
  const subject = await note(context, 'try', address);
  if ((await countSince(context, 'try', subject, minute)) > config.CARD_TRIES_PER_MINUTE)
    throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: minute });
  const declines = await countSince(context, 'decline', secrets.hash('decline', session), day);
  if (declines >= config.CARD_DECLINES_PER_SESSION)
    throw new AppError('TOO_MANY_ATTEMPTS', {
      message: 'The card was declined several times. Please call us, or try again tomorrow.',
      retryAfterSeconds: day,
    });
}

export async function noteDecline(context: Context, session: string): Promise<void> {
  await note(context, 'decline', session);
}
