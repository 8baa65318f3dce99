import { randomInt } from 'node:crypto';
import type { BodyOf, createGuestAccount } from '@fareline/contracts';
import { usernameSchema } from '@fareline/contracts/schemas';
import { createGuestAccountContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { tableWindow } from '@fareline/service-kit/limits/table-window';
import { insertAuditEntry } from '../audit/audit.repository.ts';
import type { AccountsConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import type { Database } from '../db/schema.ts';
import { findSite } from '../mail/link-origin.ts';
import { createVerificationMailLimits } from '../mail/mail-limits.ts';
import { insertMail } from '../mail/outbox.repository.ts';
import { describeDevice } from '../security-notices/describe-device.ts';
import { createGuestSession, type GuestSignIn } from '../sessions/sessions.ts';
import { generatePassword, hashPassword } from '../users/password.ts';
import { findById, hasEmail, insertUser, type UserRow } from '../users/user.repository.ts';

const generateUsername = (email: string): string => {
  const name =
    email
      .split('@')[0]
      ?.toLowerCase()
      .replace(/[^a-z0-9]+/g, '.')
      .replace(/^\.|\.$/g, '') || 'traveller';
  return usernameSchema.parse(`${name.slice(0, 40)}.${randomInt(1000, 10_000)}`);
};

/** The account that was made for a booking: undefined before, null once its user has deleted it. */
async function findUserByBooking(db: Database, bookingId: string): Promise<UserRow | null | undefined> {
  const row = await db
    .selectFrom('guest_accounts')
    .select('user_id')
    .where('booking_id', '=', bookingId)
    .executeTakeFirst();
  if (!row) return undefined;
  return (row.user_id && (await findById(db, row.user_id))) || null;
}

/** Queues the mail that tells a guest of the account; none beyond the limit of the address, whose user can ask for a link. (LIMIT-05) */
async function insertAccountMail(
  trx: Database,
  config: AccountsConfig,
  { id, email }: UserRow,
  origin: string,
): Promise<string | undefined> {
  if (await tableWindow(trx).count(createVerificationMailLimits(email))) return undefined;
  return insertMail(trx, { kind: 'guest-account', subject: id, ...(await findSite(config, trx, origin)) });
}

/**
 * Inserts an account for a booking, with a mail about it. If the password will not be returned to the caller, its hash is also stored as unissued.
 * Returns undefined if the email address is taken.
 */
async function insertGuestAccount(
  { config, db, enqueue }: Deps,
  body: BodyOf<typeof createGuestAccount>,
  password: string,
): Promise<UserRow | undefined> {
  const passwordHash = await hashPassword(password);
  const [user, mailId] = await db.transaction().execute<[UserRow?, string?]>(async (trx) => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const inserted = await insertUser(trx, {
        username: generateUsername(body.email),
        email: body.email,
        firstName: body.first_name,
        lastName: body.last_name,
        passwordHash,
        linkOrigin: body.origin,
      });
      if (inserted === 'EMAIL_TAKEN') return [];
      if (inserted === 'USERNAME_TAKEN') continue;
      await trx
        .insertInto('guest_accounts')
        .values({
          booking_id: body.booking_id,
          user_id: inserted.id,
          unissued_password_hash: body.with_credentials ? null : passwordHash,
        })
        .execute();
      await insertAuditEntry(trx, {
        action: 'registered',
        actor: 'system',
        subject: inserted.username,
        details: { booking: body.booking_id },
      });
      return [inserted, await insertAccountMail(trx, config, inserted, body.origin)];
    }
    throw new Error('no unused user name was found');
  });
  if (mailId) enqueue.mail(mailId);
  return user;
}

/** Replaces an unissued password by a new one and returns it; null if one was already issued or the user has set another. */
async function issuePassword(db: Database, bookingId: string): Promise<string | null> {
  const password = generatePassword();
  const updated = await db
    .updateTable('users')
    .from('guest_accounts')
    .set({ password_hash: await hashPassword(password) })
    .where('guest_accounts.booking_id', '=', bookingId)
    .whereRef('users.id', '=', 'guest_accounts.user_id')
    .whereRef('users.password_hash', '=', 'guest_accounts.unissued_password_hash')
    .returning('users.id')
    .executeTakeFirst();
  return updated ? password : null;
}

/** Creates guest accounts for bookings. The password is returned once, and only on request. (STATUS-02) */
export const guestAccountsRoute = routePlugin(
  { name: 'guest-accounts', dependencies: ['sessions'] },
  (app, deps: Deps) => {
    const { db } = deps;
    const toResponse = async (user: UserRow, password: string | null, signIn: GuestSignIn) => ({
      created: true as const,
      user_id: user.id,
      username: user.username,
      email: user.email,
      password,
      session_token: password === null ? null : await createGuestSession(app, deps, user, signIn),
    });

    registerRoute(app, createGuestAccountContract, async ({ body, request }) => {
      const signIn = {
        booking: body.booking_id,
        request: { ip: body.ip_address ?? null, id: request.id },
        device: body.user_agent ? describeDevice(body.user_agent) : null,
      };
      if ((await findUserByBooking(db, body.booking_id)) === undefined) {
        const password = generatePassword();
        const user = await insertGuestAccount(deps, body, password);
        if (user) return toResponse(user, body.with_credentials ? password : null, signIn);
      }
      // Created by an earlier or concurrent request for the same booking.
      const existing = await findUserByBooking(db, body.booking_id);
      // Support has corrected the address of the booking: the account of the one before has nothing more of it. (GUARD-11)
      if (!existing || !hasEmail(existing, body.email)) return { created: false as const };
      const password = body.with_credentials ? await issuePassword(db, body.booking_id) : null;
      return toResponse(existing, password, signIn);
    });
  },
);
