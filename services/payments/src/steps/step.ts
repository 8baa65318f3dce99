import type { Selectable } from 'kysely';
import type { Deps } from '../deps.ts';
import type { StepColumns } from '../db/step-columns.ts';

export type StepRow = Selectable<StepColumns> & { id: string; state: string };

/** What the provider shows of the effect of a call. */
export type Look<Outcome, Reason> =
  | { kind: 'done'; outcome: Outcome }
  | { kind: 'absent' }
  /** It cannot be had any more. */
  | { kind: 'gone'; reason: Reason };

/** What the provider answers to a call. After `doubt` it may have had its effect, or have it later. */
export type Answer<Outcome, Reason> =
  | { kind: 'done'; outcome: Outcome }
  | { kind: 'refused'; reason: Reason }
  | { kind: 'doubt'; cause: unknown; isAccepted?: boolean };

export type Ready<Reason> = 'now' | 'later' | { refused: Reason };

/**
 * Called while the step cannot be brought to its end for longer than GIVE_UP_AFTER_MS: opens a case, once. It is tried on, unless the
 * next state waits for a person. (LEDGER-10)
 */
type GiveUp<Row extends StepRow> = (deps: Deps, row: Row, cause: unknown) => Promise<Row>;

/** A state without a call, which ends by what is read or done when the row is due. */
interface Wait<Row extends StepRow> {
  from: readonly Row['state'][];
  /** The row in the next state, or in the same to come again. */
  next: (deps: Deps, row: Row) => Promise<Row>;
  /** Until when it does not come again, unless an event makes it due. */
  until?: (row: Row) => Date | null;
  /** As of a call; for a state that reads from a provider. */
  giveUp?: GiveUp<Row>;
}

/**
 * How a provider is asked for one effect. The functions may run several times; those that commit throw a LeaseLostError when another
 * process has taken the row. A rejection means that nothing is known, and is tried again. (LEDGER-09)
 */
interface Call<Row extends StepRow, Outcome, Reason extends object> {
  /** Names its kill points. */
  name: string;
  /** The states in which it runs. */
  from: readonly Row['state'][];
  /** Reads what may forbid the call: a price that is fetched again, or what the providers have of it besides. */
  ready?: (deps: Deps, row: Row) => Promise<Ready<Reason>>;
  /** Reads the effect from the provider. */
  look: (deps: Deps, row: Row) => Promise<Look<Outcome, Reason>>;
  /** Has the effect. */
  call: (deps: Deps, row: Row) => Promise<Answer<Outcome, Reason>>;
  /** How long after a call its absence means nothing, in milliseconds. */
  settleMs: (deps: Deps, row: Row) => number;
  /** What absence means after that time: that it is called again, or refused for this reason. */
  absent: 'call' | { refuse: Reason };
  /** Commits that the outcome is unknown. */
  doubt?: (deps: Deps, row: Row) => Promise<Row>;
  /** Commits the next state after the effect. */
  record: (deps: Deps, row: Row, outcome: Outcome) => Promise<Row>;
  /** Commits the next state after a refusal. */
  refuse: (deps: Deps, row: Row, reason: Reason) => Promise<Row>;
  giveUp: GiveUp<Row>;
}

export type Step<Row extends StepRow> = Wait<Row> | Call<Row, unknown, object>;

/** A step, whose own types of outcome and reason its caller need not know. */
export const defineStep = <Row extends StepRow, Outcome, Reason extends object>(
  step: Call<Row, Outcome, Reason>,
): Step<Row> => step as unknown as Step<Row>;

/** The rows of a table that steps lead. */
export interface SteppedRows<Row extends StepRow> {
  table: string;
  steps: readonly Step<Row>[];
  read: (deps: Deps, id: string) => Promise<Row>;
  /** Enqueues the job that continues the row. */
  enqueue: (deps: Deps, id: string, delayMs: number) => void;
  /** Acts on the events that came while the row was in work. (LEDGER-11) */
  readEvents: (deps: Deps, row: Row) => Promise<Row>;
}
