import { sql } from 'kysely';
import type { Database, OrderPassenger } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { lockSubjects, secondsAgo } from './attempt-limits.ts';

const daySeconds = 24 * 3600;

/**
 * Records the card of a booking for its email address and passengers, and returns with how many cards one of them has booked in a
 * day. Concurrent bookings of one traveller wait for each other, so that each card is counted.
 */
export async function countCardsOfTraveller(
  trx: Database,
  { hasher }: Pick<Deps, 'hasher'>,
  cardHash: string | null,
  { email, passengers }: { email: string; passengers: readonly OrderPassenger[] },
): Promise<number> {
  if (cardHash === null) return 0;
  const travellers = [
    `email:${email}`,
    ...passengers.map(({ given_name, family_name, born_on }) => `${given_name} ${family_name} ${born_on}`),
  ];
  const subjects = [
    ...new Set(travellers.map((traveller) => hasher.hash('booked', traveller.toLowerCase()))),
  ];
  await lockSubjects(trx, subjects);
  await trx
    .insertInto('card_attempts')
    .values(subjects.map((subject) => ({ kind: 'booked', subject, card_hash: cardHash })))
    .execute();
  const { rows } = await sql<{ cards: number }>`
    select count(distinct card_hash)::int as cards from card_attempts
    where kind = 'booked' and subject = any(${subjects}) and at > ${secondsAgo(daySeconds)}
    group by subject`.execute(trx);
  return Math.max(...rows.map(({ cards }) => cards));
}
