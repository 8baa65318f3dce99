import type { ErrorCode } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit';
import type { FastifyRequest } from 'fastify';
import { sql, type Selectable } from 'kysely';
import { fromNow } from '../db/leases.ts';
import type { IdempotencyKeysTable } from '../db/schema.ts';
import type { Deps } from '../deps.ts';

export type IdempotencyKey = Selectable<IdempotencyKeysTable>;

/** `Retry-After` of a request that is in progress. */
const retryAfterSeconds = 2;

/** Reads the `Idempotency-Key` header. Throws IDEMPOTENCY_KEY_REQUIRED unless it has 8 to 255 characters. (D3) */
export function readIdempotencyKey(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') throw new AppError('IDEMPOTENCY_KEY_REQUIRED');
  if (key.length < 8 || key.length > 255)
    throw new AppError('IDEMPOTENCY_KEY_REQUIRED', {
      message: 'The Idempotency-Key header takes 8 to 255 characters.',
    });
  return key;
}

export const inProgressError = () => new AppError('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds });

/**
 * Acquires the key for a request. `isOwner` tells whether this request does the work: the key is new, or the lock of the
 * earlier request has expired. Throws IDEMPOTENCY_KEY_REUSED for another body.
 */
export async function acquireKey(
  { db, hasher }: Deps,
  scope: string,
  key: string,
  body: unknown,
  lockMs: number,
): Promise<{ row: IdempotencyKey; isOwner: boolean }> {
  const id = hasher.hash(`key ${scope}`, key);
  const bodyHash = hasher.hash(`body ${scope}`, JSON.stringify(body));
  return db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('idempotency_keys')
      .where('id', '=', id)
      .where('created_at', '<', sql<Date>`now() - interval '72 hours'`)
      .execute();
    const inserted = await trx
      .insertInto('idempotency_keys')
      .values({ id, body_hash: bodyHash, locked_until: fromNow(lockMs) })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (inserted) return { row: inserted, isOwner: true };
    const row = await trx
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (row.body_hash !== bodyHash) throw new AppError('IDEMPOTENCY_KEY_REUSED');
    if (row.is_done) return { row, isOwner: false };
    const reacquired = await trx
      .updateTable('idempotency_keys')
      .set({ locked_until: fromNow(lockMs) })
      .where('id', '=', id)
      .where('locked_until', '<', sql<Date>`now()`)
      .returningAll()
      .executeTakeFirst();
    return { row: reacquired ?? row, isOwner: reacquired !== undefined };
  });
}

/**
 * Finds the row of a key, regardless of the request body. Undefined when there is none, or when its lock expired without a
 * booking or a response.
 */
export async function findKey(
  { db, hasher }: Deps,
  scope: string,
  key: string,
): Promise<IdempotencyKey | undefined> {
  return db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('id', '=', hasher.hash(`key ${scope}`, key))
    .where((eb) =>
      eb.or([
        eb('booking_id', 'is not', null),
        eb('is_done', '=', true),
        eb('locked_until', '>', sql<Date>`now()`),
      ]),
    )
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
      failure: failure
        ? JSON.stringify({
            code: failure.code,
            message: failure.message,
            ...(failure.details ? { details: failure.details } : {}),
          })
        : null,
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

/** Recreates the error from a stored failure. */
export const storedFailure = (failure: {
  code: string;
  message: string;
  details?: Record<string, unknown>;
}) => new AppError(failure.code as ErrorCode, { message: failure.message, details: failure.details });
