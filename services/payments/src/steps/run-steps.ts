import {
  fromNow,
  getRetryDelayMs,
  hasPassed,
  isStillLeased,
  keepLeases,
  LeaseLostError,
  renewLease,
} from '@fareline/service-kit/db/leases';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { runWithRequestId } from '../request-id.ts';
import type { Answer, Step, StepRow, SteppedRows } from './step.ts';

type Call<Row extends StepRow> = Extract<Step<Row>, { call: unknown }>;

/** Where a visit has left the row: in another state, or in the same, to come again. */
interface Visit<Row> {
  row: Row;
  isOver: boolean;
  /** Why it has to come again, if that is an error. */
  cause?: unknown;
}

/**
 * Runs the steps of a row that this process has leased, from its state on. Returns the row in a state without a step, or scheduled for
 * a retry. (MONEY-25, LEDGER-09)
 */
export async function runSteps<Row extends StepRow>(
  deps: Deps,
  rows: SteppedRows<Row>,
  leased: Row,
): Promise<Row> {
  const { db, log, config } = deps;
  const stopHeartbeat = keepLeases({ db, log, leaseMs: config.BOOKING_LEASE_MS }, rows.table, [leased]);
  try {
    return await runWithRequestId(leased, () => runFrom(deps, rows, leased));
  } catch (error) {
    if (error instanceof LeaseLostError) return await rows.read(deps, leased.id);
    throw error;
  } finally {
    stopHeartbeat();
  }
}

async function runFrom<Row extends StepRow>(deps: Deps, rows: SteppedRows<Row>, leased: Row): Promise<Row> {
  let row = leased;
  for (;;) {
    // A state that begins without a lease waits until it is due.
    const step = row.lease_until && rows.steps.find(({ from }) => from.includes(row.state));
    if (!step) return rows.readEvents(deps, row);
    const visit = await visitOrRetry(deps, rows, step, row);
    if (!visit.isOver) return scheduleRetry(deps, rows, step, visit.row);
    row = visit.row;
  }
}

/** A visit that fails comes again; after GIVE_UP_AFTER_MS it is given up as well. */
async function visitOrRetry<Row extends StepRow>(
  deps: Deps,
  rows: SteppedRows<Row>,
  step: Step<Row>,
  row: Row,
): Promise<Visit<Row>> {
  const visit = await visitStep(deps, rows, step, row).catch(async (cause: unknown): Promise<Visit<Row>> => {
    if (cause instanceof LeaseLostError) throw cause;
    const context = { err: cause, [rows.table]: row.id, state: row.state };
    deps.log.warn(context, 'step failed, will be retried');
    const current = await rows.read(deps, row.id);
    if (current.lease_token !== row.lease_token) throw new LeaseLostError(`${rows.table} ${row.id} is lost`);
    return again(current, cause);
  });
  if (visit.cause === undefined || !step.giveUp) return visit;
  if (!(await hasPassed(deps.db, deps.config.GIVE_UP_AFTER_MS, visit.row.state_since))) return visit;
  const givenUp = await step.giveUp(deps, visit.row, visit.cause);
  return { row: givenUp, isOver: !step.from.includes(givenUp.state) };
}

const again = <Row>(row: Row, cause?: unknown): Visit<Row> => ({ row, isOver: false, cause });

async function visitStep<Row extends StepRow>(
  deps: Deps,
  rows: SteppedRows<Row>,
  step: Step<Row>,
  leased: Row,
): Promise<Visit<Row>> {
  if (!('call' in step)) {
    const next = await step.next(deps, leased);
    return { row: next, isOver: next.state !== leased.state };
  }
  const row = leased.called_at && step.doubt ? await step.doubt(deps, leased) : leased;
  const known = await lookAtEffect(deps, step, row);
  if (known) return known;
  const ready = (await step.ready?.(deps, row)) ?? 'now';
  if (ready === 'later') return again(row);
  if (ready !== 'now') return { row: await step.refuse(deps, row, ready.refused), isOver: true };
  return callProvider(deps, rows, step, row);
}

/** Commits what the provider shows of the effect. Undefined when it is absent and no earlier call can have it later. */
async function lookAtEffect<Row extends StepRow>(
  deps: Deps,
  step: Call<Row>,
  row: Row,
): Promise<Visit<Row> | undefined> {
  const refuse = async (reason: object) => ({ row: await step.refuse(deps, row, reason), isOver: true });
  // A person has stopped what was not asked for yet.
  if (!row.called_at && row.refusal) return refuse(row.refusal);
  const look = await step.look(deps, row);
  if (look.kind === 'done') return { row: await step.record(deps, row, look.outcome), isOver: true };
  if (look.kind === 'gone') return refuse(look.reason);
  if (!row.called_at) return undefined;
  if (!(await hasPassed(deps.db, step.settleMs(deps, row), row.called_at))) return again(row);
  if (row.refusal) return refuse(row.refusal);
  return step.absent === 'call' ? undefined : refuse(step.absent.refuse);
}

/** Calls after it is committed that the call goes out, so that whoever continues knows that it may have had its effect. */
async function callProvider<Row extends StepRow>(
  deps: Deps,
  rows: SteppedRows<Row>,
  step: Call<Row>,
  row: Row,
): Promise<Visit<Row>> {
  const { db, config, killPoint, log } = deps;
  const isFirst = row.called_at === null;
  const called = await patch(deps, rows, row, sql`called_at = clock_timestamp()`);
  killPoint(`before:call:${step.name}`);
  // A process that stalled since stops here, because another one has taken the row.
  await renewLease(db, rows.table, config.BOOKING_LEASE_MS, called);
  const answer = await step.call(deps, called);
  killPoint(`after:call:${step.name}`);
  if (answer.kind === 'done') return { row: await step.record(deps, called, answer.outcome), isOver: true };
  if (answer.kind === 'refused' && isFirst)
    return { row: await step.refuse(deps, called, answer.reason), isOver: true };
  const unknown = await recordDoubt(deps, rows, step, called, answer);
  const known = await lookAtEffect(deps, step, unknown);
  if (known?.isOver) return known;
  const cause = answer.kind === 'doubt' ? answer.cause : answer.reason;
  log.warn({ err: cause, [rows.table]: row.id, state: row.state }, `the outcome of ${step.name} is unknown`);
  // The first call has no earlier one to give up.
  return again(unknown, isFirst ? undefined : cause);
}

/** Commits that a call may have had its effect; also one that is refused, because an earlier one may have it. */
async function recordDoubt<Row extends StepRow>(
  deps: Deps,
  rows: SteppedRows<Row>,
  step: Call<Row>,
  row: Row,
  answer: Exclude<Answer<unknown, object>, { kind: 'done' }>,
): Promise<Row> {
  if (answer.kind === 'refused') {
    const refusal = JSON.stringify(answer.reason);
    return patch(deps, rows, row, sql`refusal = ${refusal}`);
  }
  const doubted = answer.isAccepted ? await patch(deps, rows, row, sql`call_accepted = true`) : row;
  return (await step.doubt?.(deps, doubted)) ?? doubted;
}

/** Changes columns of a row that this process has leased. Throws LeaseLostError. */
async function patch<Row extends StepRow>(
  { db }: Deps,
  { table }: SteppedRows<Row>,
  row: Row,
  columns: ReturnType<typeof sql>,
): Promise<Row> {
  const { rows } = await sql<Row>`
    update ${sql.table(table)} set ${columns} where ${isStillLeased(row)} returning *`.execute(db);
  const [updated] = rows;
  if (!updated) throw new LeaseLostError(`${table} ${row.id} is no longer leased in ${row.state}`);
  return updated;
}

async function scheduleRetry<Row extends StepRow>(
  deps: Deps,
  rows: SteppedRows<Row>,
  step: Step<Row>,
  row: Row,
): Promise<Row> {
  const delayMs = getRetryDelayMs(deps.config, row.attempts);
  const until = ('until' in step && step.until?.(row)) || null;
  const due = sql`attempts = attempts + 1, lease_until = null,
    next_attempt_at = greatest(${fromNow(delayMs)}, ${until}::timestamptz)`;
  const scheduled = await patch(deps, rows, row, due);
  rows.enqueue(deps, row.id, delayMs);
  return scheduled;
}
