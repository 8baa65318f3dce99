import type { FastifyBaseLogger } from 'fastify';
import { sql, type ColumnType, type Generated, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { z } from 'zod';
import {
  fenceRows,
  fromNow,
  getRetryDelayMs,
  isLeasedAs,
  keepLeases,
  leaseDue,
  msUntilDue,
  rerunWhenDue,
  type LeaseColumns,
} from './db/leases.ts';
import { defineJob, defineJobHandler } from './jobs/define-job.ts';

interface OutboxColumns<Kind> {
  kind: Kind;
  /** What the row is about, such as the id of a booking or an email address. */
  subject: string;
  /** Due rows of the same batch are delivered together; null: alone. */
  batch: string | null;
  lease_token: string | null;
}

/** Mails and calls to other services: a table of each service that has such. */
export interface OutboxTable<Kind, Payload> extends OutboxColumns<Kind>, LeaseColumns {
  id: Generated<string>;
  /** Removed when the row is done, except the id of its event. (ACCOUNT-03) */
  payload: ColumnType<Payload | null, string | null, string | null>;
  /** When it was delivered or given up. */
  done_at: Date | null;
}

export interface OutboxRow<Kind, Payload> extends OutboxColumns<Kind> {
  id: string;
  payload: Payload;
  attempts: number;
  created_at: Date;
}

interface NewOutboxRow {
  kind: string;
  subject: string;
  payload?: unknown;
  batch?: RawBuilder<string>;
  /** When it is due; default: now. */
  dueAt?: RawBuilder<Date>;
}

/**
 * Inserts a row and returns its id; undefined if an index of the table says that there is one already. Call it in the transaction of
 * the event that causes it; the dispatch-outbox job, or the sweep, delivers it.
 */
export async function insertOutboxRow(
  db: QueryExecutorProvider,
  { kind, subject, payload, batch, dueAt = sql<Date>`now()` }: NewOutboxRow,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into outbox (kind, subject, payload, batch, next_attempt_at)
    values (${kind}, ${subject}, ${payload === undefined ? null : JSON.stringify(payload)},
      ${batch ?? sql`null`}, ${dueAt})
    on conflict do nothing returning id`.execute(db);
  return rows[0]?.id;
}

const isOfKinds = (kinds: readonly string[] | undefined) =>
  kinds === undefined ? sql`true` : sql`kind = any(${kinds}::text[])`;

/** The rows of these kinds, by default of all, that are not done. */
export async function countWaiting(db: QueryExecutorProvider, kinds?: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from outbox where ${isOfKinds(kinds)} and done_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

interface OutboxKind<Row> {
  /**
   * Delivers a row, or the rows of a batch. Called without a connection or transaction, which a server that hangs would hold.
   * @param fence to be called right before what must not happen twice; throws LeaseLostError when another process has a row
   */
  deliver(rows: readonly [Row, ...Row[]], fence: () => Promise<void>): Promise<void>;
  /** Default: never. */
  giveUpAfterMs?: number;
}

export interface Outbox<Kind extends string, Payload> {
  db: QueryExecutorProvider;
  log: FastifyBaseLogger;
  kinds: Readonly<Record<Kind, OutboxKind<OutboxRow<Kind, Payload>>>>;
  leaseMs: number;
  retry: Parameters<typeof getRetryDelayMs>[0];
  /** Condition of a row that may be delivered now; one that may not waits without an attempt. Default: each may. */
  isReady?: RawBuilder<boolean>;
}

/** Rows that one run delivers at the same time, so that one that hangs does not delay all others. */
const parallel = 4;
/** Rows of one batch: with the longest messages of customers still a mail that mail servers accept. */
const maxBatch = 100;
const dayMs = 24 * 3600_000;

/** Delivers leased rows and ends their leases. Returns whether they were delivered. */
async function deliver<Kind extends string, Payload>(
  { db, log, kinds, leaseMs, retry }: Outbox<Kind, Payload>,
  rows: [OutboxRow<Kind, Payload>, ...OutboxRow<Kind, Payload>[]],
): Promise<boolean> {
  const [{ id, kind, attempts, created_at }] = rows;
  const { deliver, giveUpAfterMs = Infinity } = kinds[kind];
  // Without the id of its event, the next mail of the kind could not be told from this one.
  const done = sql`done_at = now(),
    payload = case when payload ? 'eventId' then jsonb_build_object('eventId', payload -> 'eventId') end`;
  const endLeases = (change: RawBuilder<unknown>, condition = isLeasedAs(rows)) =>
    sql`update outbox set attempts = attempts + 1, lease_until = null, ${change}
      where ${condition} and done_at is null`.execute(db);
  const stopHeartbeat = keepLeases({ db, log, leaseMs }, 'outbox', rows);
  try {
    await deliver(rows, () => fenceRows(db, 'outbox', leaseMs, rows)).finally(stopHeartbeat);
    // What is delivered is done, also where another process has leased it meanwhile: the fence of that one then stops it.
    await endLeases(done, sql`id = any(${rows.map((row) => row.id)}::uuid[])`);
    return true;
  } catch (error) {
    const ageMs = Date.now() - created_at.getTime();
    const isGivenUp = ageMs > giveUpAfterMs;
    const details = { err: error, id, kind, rows: rows.length, attempts: attempts + 1 };
    if (isGivenUp) log.error(details, 'outbox row given up');
    else if (ageMs > dayMs) log.error(details, 'outbox row not delivered for a day, will be retried');
    else log.warn(details, 'outbox row not delivered, will be retried');
    await endLeases(isGivenUp ? done : sql`next_attempt_at = ${fromNow(getRetryDelayMs(retry, attempts))}`);
    return false;
  }
}

const isReady = ({ isReady: condition }: Pick<Outbox<string, unknown>, 'isReady'>) => condition ?? sql`true`;

/** Delivers due rows, or only the one with this id if it is due. Ends early when nothing of a batch was delivered, as in an outage. */
export async function deliverDue<Kind extends string, Payload>(
  outbox: Outbox<Kind, Payload>,
  id?: string,
): Promise<void> {
  const lease = (where: RawBuilder<unknown>, limit: number) =>
    leaseDue<OutboxRow<Kind, Payload>>(outbox.db, 'outbox', {
      leaseMs: outbox.leaseMs,
      // A later release may have inserted other kinds, which it will deliver itself.
      where: sql`done_at is null and ${isOfKinds(Object.keys(outbox.kinds))} and ${isReady(outbox)} and ${where}`,
      limit,
    });
  const deliverBatch = async (rows: OutboxRow<Kind, Payload>[]) => {
    const [first, ...others] = rows;
    if (!first) return false;
    const { batch } = first;
    const more = batch === null ? [] : await lease(sql`batch = ${batch}`, maxBatch - rows.length);
    return deliver(outbox, [first, ...others, ...more]);
  };
  for (;;) {
    const rows = await lease(id === undefined ? sql`true` : sql`id = ${id}`, parallel);
    const batches = Map.groupBy(rows, (row) => row.batch ?? row.id);
    const outcomes = await Promise.all([...batches.values()].map(deliverBatch));
    if (!outcomes.includes(true)) return;
  }
}

export const dispatchOutboxJob = defineJob({
  name: 'dispatch-outbox',
  payload: z.object({ outboxId: z.uuid() }),
});

export const dispatchOutboxHandler = <Kind extends string, Payload>(outbox: Outbox<Kind, Payload>) =>
  defineJobHandler({
    job: dispatchOutboxJob,
    async run({ outboxId }) {
      await deliverDue(outbox, outboxId);
      const { rows } = await sql<{ ms: number }>`
        select ${msUntilDue} as ms from outbox
        where id = ${outboxId} and done_at is null and ${isReady(outbox)}`.execute(outbox.db);
      return rerunWhenDue(rows[0]);
    },
  });

/** Delivers due rows whose job was lost or could not be queued. */
export const sweepOutboxHandler = <Kind extends string, Payload>(
  outbox: Outbox<Kind, Payload>,
  everyMs: number,
) =>
  defineJobHandler({
    job: defineJob({ name: 'sweep-outbox', payload: z.object({}), everyMs }),
    run: () => deliverDue(outbox),
  });
