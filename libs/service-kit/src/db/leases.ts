import { sql, type Generated, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type { Reschedule } from '../jobs/define-job.ts';

/** Another process has leased the row or changed its state, so this process must stop working on it. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

/** The time in `ms` milliseconds, by the database's clock. */
export const fromNow = (ms: number) => sql<Date>`now() + ${ms} * interval '1 millisecond'`;

/** Whether more than `ms` milliseconds have passed since a time, by the database's clock. */
export async function hasPassed(db: QueryExecutorProvider, ms: number, since: Date): Promise<boolean> {
  const { rows } = await sql<{ past: boolean }>`select ${since} < ${fromNow(-ms)} as past`.execute(db);
  return rows[0]?.past === true;
}

/** Condition: no process has leased the row, or its lease has ended. */
export const isNotLeased = sql<boolean>`(lease_until is null or lease_until < now())`;

export interface LeaseColumns {
  lease_token: string | null;
  lease_until: Date | null;
  next_attempt_at: Generated<Date>;
  attempts: Generated<number>;
  created_at: Generated<Date>;
}

interface LeaseOptions {
  leaseMs: number;
  /** A condition besides being due and not leased. */
  where: RawBuilder<unknown>;
  /** Further assignments of the statement. */
  set?: RawBuilder<unknown>;
  limit?: number;
}

/**
 * Leases a batch of rows that are due, the longest due first. Concurrent calls share the rows. The table has the columns `id`,
 * `lease_token`, `lease_until` and `next_attempt_at`.
 */
export async function leaseDue<Row>(
  db: QueryExecutorProvider,
  table: string,
  { leaseMs, where, set, limit = 10 }: LeaseOptions,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with due as (
      select id from ${sql.table(table)}
      where ${where} and next_attempt_at <= now() and ${isNotLeased}
      order by next_attempt_at limit ${limit} for update skip locked)
    update ${sql.table(table)}
    set lease_token = gen_random_uuid(), lease_until = ${fromNow(leaseMs)}${set ? sql`, ${set}` : sql``}
    where id in (select id from due) returning *`.execute(db);
  return rows;
}

const renewalsPerLease = 3;

export interface HeartbeatOptions {
  log: FastifyBaseLogger;
  leaseMs: number;
}

/**
 * Calls `renew` while this process works on a row, because a provider's call may take two minutes; the row of a killed process is
 * free after one lease. Returns the function that stops the heartbeat.
 */
export function startHeartbeat(
  { log, leaseMs }: HeartbeatOptions,
  renew: () => Promise<unknown>,
): () => void {
  const beat = () =>
    void renew().catch((error: unknown) => log.warn({ err: error }, 'lease not renewed, will be retried'));
  const timer = setInterval(beat, leaseMs / renewalsPerLease);
  return () => clearInterval(timer);
}

interface LeasedRow {
  id: string;
  lease_token: string | null;
}

/** Renews the leases of rows that this process still has. */
const renewLeases = (db: QueryExecutorProvider, table: string, leaseMs: number, rows: readonly LeasedRow[]) =>
  sql`update ${sql.table(table)} set lease_until = ${fromNow(leaseMs)}
    where ${isLeasedAs(rows)} and lease_until is not null`.execute(db);

/** Renews the leases of rows until the returned function is called, or until they are ended or taken. */
export const keepLeases = (
  { db, ...options }: HeartbeatOptions & { db: QueryExecutorProvider },
  table: string,
  rows: readonly LeasedRow[],
): (() => void) => startHeartbeat(options, () => renewLeases(db, table, options.leaseMs, rows));

/** Does for rows without a state what `renewLease` does for one with a state. Throws LeaseLostError unless this process has all of them. */
export async function fenceRows(
  db: QueryExecutorProvider,
  table: string,
  leaseMs: number,
  rows: readonly LeasedRow[],
): Promise<void> {
  const { numAffectedRows } = await renewLeases(db, table, leaseMs, rows);
  if (numAffectedRows !== BigInt(rows.length))
    throw new LeaseLostError(`${table} ${rows.map(({ id }) => id).join()} is no longer leased`);
}

interface LeasedInState extends LeasedRow {
  state: string;
}

/** Condition: no other process has leased the row or changed its state meanwhile. */
export const isStillLeased = ({ id, state, lease_token }: LeasedInState) =>
  sql<boolean>`(id = ${id} and state = ${state} and lease_token = ${lease_token})`;

/**
 * Renews the lease of a row right before a call that must not be made twice: a process that stalled since its last commit stops here,
 * because another one has taken the row. Throws LeaseLostError. (REVIEW-05)
 */
export async function renewLease(
  db: QueryExecutorProvider,
  table: string,
  leaseMs: number,
  row: LeasedInState,
): Promise<void> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set lease_until = ${fromNow(leaseMs)} where ${isStillLeased(row)}`.execute(db);
  if (numAffectedRows === 0n)
    throw new LeaseLostError(`${table} ${row.id} is no longer leased in ${row.state}`);
}

/** Condition: no other process has leased the rows meanwhile. */
export const isLeasedAs = (rows: readonly LeasedRow[]) =>
  sql<boolean>`id = any(${rows.map(({ id }) => id)}::uuid[])
    and lease_token = any(${rows.map(({ lease_token }) => lease_token)}::uuid[])`;

/** Exponential backoff in milliseconds, from RETRY_BASE_MS up to RETRY_MAX_MS. */
export const getRetryDelayMs = (
  { RETRY_BASE_MS, RETRY_MAX_MS }: { RETRY_BASE_MS: number; RETRY_MAX_MS: number },
  attempts: number,
): number => Math.min(RETRY_MAX_MS, RETRY_BASE_MS * 2 ** Math.min(attempts, 20));

/** Milliseconds until a row is due by the database's clock: its next attempt or the end of its lease, whichever is later. */
export const msUntilDue = sql<number>`
  (extract(epoch from (greatest(next_attempt_at, lease_until) - now())) * 1000)::float8`;

/** Minimum delay, so that a row that is about to become due is not polled in a tight loop. */
const minDelayMs = 50;

/** The result with which a job asks to be rescheduled when its row is due; undefined when no work is left. */
export const rerunWhenDue = (row: { ms: number } | undefined): Reschedule | undefined =>
  row && { rescheduleInMs: Math.max(minDelayMs, Math.ceil(row.ms)) };
