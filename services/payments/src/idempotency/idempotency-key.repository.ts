import type { ErrorCode } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit';
import type { FastifyRequest } from 'fastify';
import { sql, type Selectable } from 'kysely';
import type { Deps } from '../deps.ts';
import { fromNow } from '../db/leases.ts';
import type { IdempotencyKeysTable } from '../db/tables/idempotency-keys.table.ts';

export type IdempotencyKey = Selectable<IdempotencyKeysTable>;

/** Seconds after which asking again makes sense. */
const retryAfterSeconds = 2;

/** The header of a call that must not happen twice. (D3) */
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
 * Takes the key for one attempt. `isNew` is the one to do the work; otherwise the row tells what came of it so far, and
 * `isMine` whether the worker before is gone, so that the caller goes on in its place.
 */
export async function acquireKey(
  { db, hasher: secrets }: Deps,
  scope: string,
  key: string,
  body: unknown,
  lockMs: number,
): Promise<{ row: IdempotencyKey; isNew: boolean; isMine: boolean }> {
  const id = secrets.hash(`key ${scope}`, key);
  const bodyHash = secrets.hash(`body ${scope}`, JSON.stringify(body));
  return db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('idempotency_keys')
      .where('id', '=', id)
      .where('created_at', '<', sql<Date>`now() - interval '72 hours'`)
      .execute();
    const made = await trx
      .insertInto('idempotency_keys')
      .values({ id, body_hash: bodyHash, locked_until: fromNow(lockMs) })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (made) return { row: made, isNew: true, isMine: true };
    const row = await trx
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (row.body_hash !== bodyHash) throw new AppError('IDEMPOTENCY_KEY_REUSED');
    if (row.is_done) return { row, isNew: false, isMine: false };
    const taken = await trx
      .updateTable('idempotency_keys')
      .set({ locked_until: fromNow(lockMs) })
      .where('id', '=', id)
      .where('locked_until', '<', sql<Date>`now()`)
      .returningAll()
      .executeTakeFirst();
    return { row: taken ?? row, isNew: false, isMine: taken !== undefined };
  });
}

/**
 * The attempt of a key, whatever its body was. Undefined where there is none, or where its worker ended before anything
 * was booked.
 */
export async function findKey(
  { db, hasher: secrets }: Deps,
  scope: string,
  key: string,
): Promise<IdempotencyKey | undefined> {
  return db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('id', '=', secrets.hash(`key ${scope}`, key))
    .where((eb) =>
      eb.or([
        eb('booking_id', 'is not', null),
        eb('is_done', '=', true),
        eb('locked_until', '>', sql<Date>`now()`),
      ]),
    )
    .executeTakeFirst();
}

/** The page that made the call is gone: its answer reaches nobody. */
export async function markResumed({ db }: Deps, id: string): Promise<void> {
  await db.updateTable('idempotency_keys').set({ is_resumed: true }).where('id', '=', id).execute();
}

/** The attempt has its answer. */
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

/** Nothing came of the attempt and nothing was begun: it may be made again under the same key. */
export async function releaseKey({ db }: Deps, id: string): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('id', '=', id).execute();
}

/** Whether the same request may succeed a moment later, so that its refusal is not kept as the answer. */
export const isTransient = ({ status }: AppError): boolean => status >= 500 || status === 429;

/** A refusal as it was kept. */
export const storedFailure = (failure: {
  code: string;
  message: string;
  details?: Record<string, unknown>;
}) => new AppError(failure.code as ErrorCode, { message: failure.message, details: failure.details });
