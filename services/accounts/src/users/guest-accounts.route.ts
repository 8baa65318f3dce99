import { randomInt } from 'node:crypto';
import { createGuestAccountContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import type { Db } from '../db/tables.ts';
import { generatePassword, hashPassword } from './passwords.ts';
import { findById, insertUser, type UserRow } from './user.repository.ts';

const usernameFrom = (email: string): string => {
  const name =
    email
      .split('@')[0]
      ?.toLowerCase()
      .replace(/[^a-z0-9]+/g, '.')
      .replace(/^\.|\.$/g, '') || 'traveller';
  return `${name.slice(0, 40)}.${randomInt(1000, 10_000)}`;
};

const userOfBooking = async (db: Db, bookingId: string): Promise<UserRow | undefined> => {
  const row = await db
    .selectFrom('guest_accounts')
    .select('user_id')
    .where('booking_id', '=', bookingId)
    .executeTakeFirst();
  return row && findById(db, row.user_id);
};

const answerTo = (user: UserRow, secrets: { password: string; session_token: string } | null) => ({
  created: true as const,
  user_id: user.id,
  username: user.username,
  email: user.email,
  password: secrets?.password ?? null,
  session_token: secrets?.session_token ?? null,
});

/** Accounts that a booking makes for a guest. A repeat finds the account and tells no password. (D17, D35) */
export async function guestAccountsRoute(app: FastifyInstance, { db, sessions }: Context): Promise<void> {
  registerRoute(app, createGuestAccountContract, async ({ body }) => {
    const existing = await userOfBooking(db, body.booking_id);
    if (existing) return answerTo(existing, null);

    const password = generatePassword();
    const passwordHash = await hashPassword(password);
    const user = await db.transaction().execute(async (trx) => {
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const inserted = await insertUser(trx, {
          username: usernameFrom(body.email),
          email: body.email,
          firstName: body.first_name,
          lastName: body.last_name,
          passwordHash,
        });
        if (inserted === 'EMAIL_TAKEN') return undefined;
        if (inserted === 'USERNAME_TAKEN') continue;
        await trx
          .insertInto('guest_accounts')
          .values({ booking_id: body.booking_id, user_id: inserted.id })
          .execute();
        return inserted;
      }
      throw new Error('no free user name was found');
    });
    if (user) return answerTo(user, { password, session_token: await sessions.open(user.id) });

    // Two calls for one booking at once: the other one made the account.
    const other = await userOfBooking(db, body.booking_id);
    return other ? answerTo(other, null) : { created: false as const };
  });
}
