import { idempotencyHours, type CardDetails } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { fromNow, startHeartbeat } from '@fareline/service-kit/db/leases';
import type { FastifyRequest } from 'fastify';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Database, IdempotencyKeysTable } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { toStoredFailure } from '../stored-failure.ts';
import type { KeyedHasher } from '../keyed-hasher.ts';
import type { Requester, Visitor } from '../access/visitor.ts';

export type IdempotencyKey = Selectable<IdempotencyKeysTable>;

/** `is_own`: of the requester, not only repeated by them without the cookie. */
export type FoundKey = IdempotencyKey & { is_own: boolean };

/** `Retry-After` of a request that is in progress. */
const retryAfterSeconds = 2;

/** Reads the `Idempotency-Key` header. Throws IDEMPOTENCY_KEY_REQUIRED unless it has 8 to 255 characters. (MONEY-27) */
export function readIdempotencyKey(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') throw new AppError('IDEMPOTENCY_KEY_REQUIRED');
  if (key.length < 8 || key.length > 255)
    throw new AppError('IDEMPOTENCY_KEY_REQUIRED', {
      message: 'The Idempotency-Key header takes 8 to 255 characters.',
    });
  return key;
}

export const inProgressError = (details?: Record<string, unknown>) =>
  new AppError('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds, details });

/**
 * The hash by which a repeat of a request is recognised. Of a card it covers the last four digits, which the payment's row
 * has in clear text: enough to refuse another card, and nothing to find the number with. (MONEY-32)
 */
export const hashRequest = ({ hasher }: Deps, purpose: string, body: unknown): string =>
  hasher.hash(
    purpose,
    JSON.stringify(body, (name, value: unknown) =>
      name === 'cardDetails' && value ? { last4: (value as CardDetails).number.slice(-4) } : value,
    ),
  );

/** The ids that the row of a key may have: that of the key alone, and that of the visitor's key if another visitor has the first. */
function toKeyIds({ hasher }: Deps, scope: string, key: string, { visitor_hash }: Requester): string[] {
  const id = hasher.hash(`key ${scope}`, key);
  return visitor_hash === null ? [id] : [id, hasher.hash(`key ${scope} of ${visitor_hash}`, key)];
}

/**
 * Selects the requester's row, else that of which `isRepeated` is true; any other key of another visitor is another key. A booking's
 * owner also has its key. (ACCESS-06)
 */
function selectKey(
  db: Database,
  ids: string[],
  { visitor_hash, user_id }: Requester,
  isRepeated: RawBuilder<boolean>,
) {
  const isOwn = sql<boolean>`coalesce(keys.visitor_hash = ${visitor_hash} or keys.user_id = ${user_id}
    or bookings.visitor_hash = ${visitor_hash} or bookings.user_id = ${user_id}, false)`;
  return db
    .selectFrom('idempotency_keys as keys')
    .leftJoin('bookings', 'bookings.id', 'keys.booking_id')
    .selectAll('keys')
    .select(isOwn.as('is_own'))
    .where('keys.id', 'in', ids)
    .where((eb) => eb.or([isOwn, isRepeated]))
    .orderBy('is_own', 'desc');
}

const isRunning = sql<boolean>`(not keys.is_done and keys.locked_until > now())`;

/**
 * Throws if the key has a row that was hashed with the previous secret, whose visitor cannot be known: it may be the first request
 * of this repeat. A repeated payment begins anew with another key, a booking never does.
 */
async function assertNotHashedBefore(
  db: Database,
  { previous }: KeyedHasher,
  scope: string,
  key: string,
): Promise<void> {
  if (!previous) return;
  const found = await db
    .selectFrom('idempotency_keys')
    .select('id')
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${idempotencyHours})`)
    .where('id', '=', previous.hash(`key ${scope}`, key))
    .executeTakeFirst();
  if (found) throw scope === 'bookings' ? inProgressError() : new AppError('IDEMPOTENCY_KEY_REUSED');
}

interface KeyRequest {
  scope: string;
  key: string;
  visitor: Visitor;
  body: unknown;
}

/**
 * Acquires the key for a request. `isOwner` tells whether this request does the work: the key is new, or the lock of the
 * earlier request has expired. Another visitor's booking that has the same body is repeated. (PROVIDER-32)
 * Throws IDEMPOTENCY_KEY_REUSED for another body, and as `assertNotHashedBefore`.
 */
export async function acquireKey(
  deps: Deps,
  { scope, key, visitor, body }: KeyRequest,
): Promise<{ row: FoundKey; isOwner: boolean }> {
  const ids = toKeyIds(deps, scope, key, visitor);
  const lockMs = deps.config.BOOKING_LEASE_MS;
  const bodyHash = hashRequest(deps, `body ${scope}`, body);
  return deps.db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('idempotency_keys')
      .where('id', 'in', ids)
      .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${idempotencyHours})`)
      .execute();
    const isRepeated = sql<boolean>`${scope === 'bookings'} and keys.body_hash = ${bodyHash}
      and (keys.booking_id is not null or ${isRunning})`;
    const select = selectKey(trx, ids, visitor, isRepeated).forUpdate('keys');
    for (const id of ids) {
      const found = await select.executeTakeFirst();
      if (found) return acquireRow(trx, found, bodyHash, lockMs);
      await assertNotHashedBefore(trx, deps.hasher, scope, key);
      const inserted = await trx
        .insertInto('idempotency_keys')
        .values({
          id,
          body_hash: bodyHash,
          visitor_hash: visitor.visitor_hash,
          user_id: visitor.user_id,
          locked_until: fromNow(lockMs),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returningAll()
        .executeTakeFirst();
      if (inserted) return { row: { ...inserted, is_own: true }, isOwner: true };
    }
    return acquireRow(trx, await select.executeTakeFirstOrThrow(), bodyHash, lockMs);
  });
}

async function acquireRow(
  trx: Database,
  row: FoundKey,
  bodyHash: string,
  lockMs: number,
): Promise<{ row: FoundKey; isOwner: boolean }> {
  if (row.body_hash !== bodyHash) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  if (row.is_done || !row.is_own) return { row, isOwner: false };
  const reacquired = await trx
    .updateTable('idempotency_keys')
    .set({ locked_until: fromNow(lockMs) })
    .where('id', '=', row.id)
    .where('locked_until', '<', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst();
  return { row: { ...row, ...reacquired }, isOwner: reacquired !== undefined };
}

/** Keeps the lock of a key while this process works on its request. Returns the function that ends it. */
export function startKeyHeartbeat(deps: Deps, { id }: IdempotencyKey): () => void {
  const { db, log, config } = deps;
  const leaseMs = config.BOOKING_LEASE_MS;
  return startHeartbeat({ log, leaseMs }, () =>
    db
      .updateTable('idempotency_keys')
      .set({ locked_until: fromNow(leaseMs) })
      .where('id', '=', id)
      .where('is_done', '=', false)
      .execute(),
  );
}

/** Ends the lock of a key whose request can be repeated at once. */
export async function unlockKey({ db }: Deps, id: string): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ locked_until: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/**
 * Finds the requester's row of a key, or another visitor's booking, regardless of the request body. Undefined when there is none, or
 * when its lock expired without a booking or a response.
 */
export async function findKey(
  deps: Deps,
  scope: string,
  key: string,
  requester: Requester,
): Promise<FoundKey | undefined> {
  const hasBooking = sql<boolean>`keys.booking_id is not null`;
  return selectKey(deps.db, toKeyIds(deps, scope, key, requester), requester, hasBooking)
    .where((eb) => eb.or([hasBooking, eb('keys.is_done', '=', true), isRunning]))
    .executeTakeFirst();
}

/** The page that made the request was closed, so another request reads the response. */
export async function markResumed({ db }: Deps, id: string): Promise<void> {
  await db.updateTable('idempotency_keys').set({ is_resumed: true }).where('id', '=', id).execute();
}

/** Completes the request of the key, with the failure to be replayed if there is one. */
export async function completeKey({ db }: Deps, id: string, failure?: AppError): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({
      is_done: true,
      failure: failure ? JSON.stringify(toStoredFailure(failure)) : null,
    })
    .where('id', '=', id)
    .execute();
}

/** Deletes the key of a request that had no effect, so that it can be retried with the same key. */
export async function releaseKey({ db }: Deps, id: string): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('id', '=', id).execute();
}

/** Whether the same request may succeed later, so that the failure is not stored as its response. */
export const isTransient = ({ status }: AppError): boolean => status >= 500 || status === 429;
