import { ofClientAt, toClientNetwork } from '@fareline/service-kit/limits/client';
import { perWindow, tooManyRequests } from '@fareline/service-kit/limits/per-window';
import {
  attemptKey,
  clearAttempts,
  decrementAttempts,
  tableWindow,
  type AttemptLimit,
} from '@fareline/service-kit/limits/table-window';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { limits } from '../limits.ts';
import { toHashClient, verifyPassword } from '../users/password.ts';
import type { UserRow } from '../users/user.repository.ts';
import { countPasswordRequest } from './form-request-limit.ts';

/** Counted, so that the queries are the same for a known client, and never reached. */
const unlimited = 1_000_000;

/** Limits of the wrong passwords for one account: from one client, and from all clients that it does not know. (LIMIT-04) */
export interface PasswordAttempt {
  client: AttemptLimit;
  account: AttemptLimit;
  networks: AttemptLimit[];
  /** Marks the client as known, from which the account was signed in to before. */
  known: Pick<AttemptLimit, 'kind' | 'subject'>;
}

/** The counter that marks a client as known to an account. */
export const toKnownClient = (account: string, ipAddress: string): PasswordAttempt['known'] => ({
  kind: 'known client',
  subject: `${account} ${toClientNetwork(ipAddress)}`,
});

/** Whether a client or device was marked as known, see `rememberClient`. */
export async function isKnownClient(db: Database, known: PasswordAttempt['known']): Promise<boolean> {
  const query = db.selectFrom('attempts').select('key').where('key', '=', attemptKey(known));
  return (await query.where('window_ends_at', '>', sql<Date>`now()`).executeTakeFirst()) !== undefined;
}

interface Entered {
  kind: 'sign-in' | 'password-change';
  user: UserRow | undefined;
  name: string;
  passwordHash: string;
  password: string;
}

/**
 * The limits of an attempt. Unknown names are counted with the same queries, so that a limit does not reveal
 * which names exist. A client that the account knows has counters of its own, which guesses from elsewhere do
 * not slow down. A replaced password begins new counters.
 */
async function createAttempt(
  { db, config }: Deps,
  { kind, user, name }: Entered,
  ip: string,
): Promise<PasswordAttempt> {
  const account = user?.id ?? `name ${name.toLowerCase()}`;
  const known = toKnownClient(account, ip);
  const isKnown = await isKnownClient(db, known);
  const counted = `${account} ${user?.password_changed_at?.getTime() ?? ''}`;
  const client = `${counted} ${toClientNetwork(ip)}`;
  const free = config.PASSWORD_ATTEMPTS_PER_ACCOUNT;
  const { accountWindowSeconds, networkWindowSeconds, accountFactor, delay } = limits.passwords;
  const slowDown = { windowSeconds: accountWindowSeconds, delay };
  return {
    client: { ...slowDown, kind: `${kind} from client`, subject: client, max: free },
    account: { ...slowDown, kind, subject: isKnown ? client : counted, max: accountFactor * free },
    networks: ofClientAt(ip, {
      kind: 'password from network',
      max: isKnown ? unlimited : config.PASSWORD_ATTEMPTS_PER_ADDRESS,
      windowSeconds: networkWindowSeconds,
    }).map((limit) => (isKnown ? { ...limit, subject: `${limit.subject} ${client}` } : limit)),
    known,
  };
}

const tooManyPasswords = tooManyRequests(
  'wrong_passwords',
  (wait) => `Too many wrong passwords. Try again in ${wait}, or reset your password.`,
);

/** Verifies an entered password within the limits. Throws TOO_MANY_REQUESTS when one is reached. (SECURITY-06, LIMIT-04) */
export async function verifyAttempt(
  deps: Deps,
  request: FastifyRequest,
  entered: Entered,
): Promise<{ attempt: PasswordAttempt; isCorrect: boolean }> {
  await countPasswordRequest(deps, request);
  const attempt = await createAttempt(deps, entered, request.ip);
  const { client, account, networks } = attempt;
  await perWindow(tableWindow(deps.db), [...networks, client, account], tooManyPasswords);
  const { passwordHash, password } = entered;
  try {
    return { attempt, isCorrect: await verifyPassword(passwordHash, password, toHashClient(request)) };
  } catch (error) {
    // The password was not verified, because the queue is full or the client has disconnected.
    for (const limit of [client, account, ...networks]) await decrementAttempts(deps.db, limit);
    throw error;
  }
}

/** Marks a client as known to an account, because it proved to be its user's. */
export const rememberClient = (db: Database, known: PasswordAttempt['known']) =>
  sql`
    insert into attempts (key, count, window_ends_at)
    values (${attemptKey(known)}, 1, now() + make_interval(secs => ${limits.passwords.knownSeconds}))
    on conflict (key) do update set window_ends_at = excluded.window_ends_at`.execute(db);

/** Call it when the password was right: resets the account's counters and removes the attempt from those of the networks. */
export async function acceptPasswordAttempt(
  db: Database,
  { client, account, networks, known }: PasswordAttempt,
): Promise<void> {
  // One by one, because one statement locks several rows in any order.
  for (const limit of [client, account]) await clearAttempts(db, limit);
  for (const limit of networks) await decrementAttempts(db, limit);
  await rememberClient(db, known);
}
