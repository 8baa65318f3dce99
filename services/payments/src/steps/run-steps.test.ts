import { randomUUID } from 'node:crypto';
import { LeaseLostError } from '@fareline/service-kit/db/leases';
import { testDatabase } from '@fareline/service-kit/testing';
import { sql, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deps } from '../deps.ts';
import { runSteps } from './run-steps.ts';
import {
  defineStep,
  type Answer,
  type Look,
  type Ready,
  type Step,
  type StepRow,
  type SteppedRows,
} from './step.ts';

const { db, schema, drop } = testDatabase<object>('steps');
beforeAll(async () => {
  await sql`create schema ${sql.id(schema)}`.execute(db);
  await sql`create table stepped (
    id uuid primary key, state text not null default 'open', request_id text not null default 'of the test',
    called_at timestamptz, call_accepted boolean not null default false, refusal jsonb,
    lease_token uuid, lease_until timestamptz, attempts integer not null default 0,
    next_attempt_at timestamptz not null default now(), state_since timestamptz not null default now(),
    created_at timestamptz not null default now())`.execute(db);
});
afterAll(drop);

const settleMs = 60_000;
const refusal = { code: 'taken' };
const absent = { code: 'absent' };

/** What the fake provider does with a call: it has the effect at once, never, or after its answer. */
const answers = {
  done: { effect: 'now', answer: { kind: 'done', outcome: 'made' } },
  refused: { effect: 'never', answer: { kind: 'refused', reason: refusal } },
  accepted: { effect: 'late', answer: { kind: 'doubt', cause: new Error('202'), isAccepted: true } },
  doubted: { effect: 'now', answer: { kind: 'doubt', cause: new Error('500') } },
  lost: { effect: 'never', answer: new Error('no answer') },
  'lost, done': { effect: 'now', answer: new Error('no answer') },
  'lost, done later': { effect: 'late', answer: new Error('no answer') },
} satisfies Record<string, { effect: 'now' | 'never' | 'late'; answer: Answer<string, object> | Error }>;
type AnswerName = keyof typeof answers;

/** The provider, and what the traveller is told. */
let world: {
  effects: number;
  late: number;
  calls: AnswerName[];
  next: AnswerName[];
  told: string[];
  events: string[];
  isGone: boolean;
  isSilent: boolean;
  ready: Ready<object>;
};
beforeEach(() => {
  world = {
    ...{ effects: 0, late: 0, calls: [], next: [], told: [], events: [] },
    ...{ isGone: false, isSilent: false, ready: 'now' },
  };
});

const leased = sql`lease_token = gen_random_uuid(), lease_until = now() + interval '1 minute'`;

async function move(deps: Deps, { id, state, lease_token }: StepRow, to: string): Promise<StepRow> {
  const called = to === 'doubted' ? sql`` : sql`called_at = null, call_accepted = false, refusal = null,`;
  const { rows } = await sql<StepRow>`
    update stepped set ${called} state = ${to}, state_since = now()
    where id = ${id} and state = ${state} and lease_token = ${lease_token} returning *`.execute(deps.db);
  if (!rows[0]) throw new LeaseLostError('lost');
  return rows[0];
}

async function look(): Promise<Look<string, object>> {
  if (world.isSilent) throw new Error('silent');
  if (world.isGone) return { kind: 'gone', reason: { code: 'gone' } };
  return world.effects > 0 ? { kind: 'done', outcome: 'made' } : { kind: 'absent' };
}

async function call(): Promise<Answer<string, object>> {
  const name = world.next.shift() ?? 'done';
  world.calls.push(name);
  // Who has done it before refuses to do it again.
  if (name === 'done' && world.effects > 0) return { kind: 'refused', reason: refusal };
  const { effect, answer } = answers[name];
  if (effect === 'now') world.effects += 1;
  if (effect === 'late') world.late += 1;
  if (answer instanceof Error) throw answer;
  return answer;
}

const tell = (what: string) => async (deps: Deps, row: StepRow) => {
  deps.killPoint('before:commit');
  const moved = await move(deps, row, what);
  world.told.push(what);
  deps.killPoint('after:commit');
  return moved;
};

const createRows = (absence: 'call' | { refuse: object }, giveUp = tell('review')) =>
  ({
    table: 'stepped',
    steps: [
      defineStep<StepRow, string, object>({
        ...{ name: 'test', from: ['open', 'doubted'], look, call },
        ready: async () => world.ready,
        settleMs: () => settleMs,
        absent: absence,
        doubt: async (deps, row) => (row.state === 'doubted' ? row : tell('doubted')(deps, row)),
        record: tell('done'),
        refuse: (deps, row, reason) => tell(`refused: ${(reason as { code: string }).code}`)(deps, row),
        giveUp,
      }),
      { from: ['waiting'], next: tell('open') },
    ],
    read: async (deps, id) => {
      const { rows } = await sql<StepRow>`select * from stepped where id = ${id}`.execute(deps.db);
      return rows[0]!;
    },
    enqueue: vi.fn(),
    readEvents: async (_deps, row) => {
      world.events.push(row.state);
      return row;
    },
  }) satisfies SteppedRows<StepRow>;

class Died extends Error {}

/** What a process is given that dies at a kill point: nothing that it does afterwards reaches the database. */
function createDeps(killPoint = '', plugins: KyselyPlugin[] = []): Deps {
  let isDead = false;
  const dying: KyselyPlugin = {
    transformQuery({ node }) {
      if (isDead) throw new Died();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    db: [dying, ...plugins].reduce((all, plugin) => all.withPlugin(plugin), db),
    log: { info: vi.fn(), warn: vi.fn() },
    config: {
      ...{ BOOKING_LEASE_MS: 60_000, RETRY_BASE_MS: 1, RETRY_MAX_MS: 1 },
      GIVE_UP_AFTER_MS: 3_600_000,
    },
    killPoint(name: string) {
      if (name !== killPoint) return;
      isDead = true;
      throw new Died();
    },
  } as unknown as Deps;
}

async function insert(values = sql`default`): Promise<string> {
  const id = randomUUID();
  await sql`insert into stepped (id, called_at) values (${id}, ${values})`.execute(db);
  return id;
}

async function visit(
  id: string,
  rows: SteppedRows<StepRow>,
  deps = createDeps(),
): Promise<StepRow | undefined> {
  const { rows: found } = await sql<StepRow>`
    update stepped set ${leased} where id = ${id} returning *`.execute(db);
  return runSteps(deps, rows, found[0]!).catch((error: unknown) => {
    if (!(error instanceof Died)) throw error;
    return undefined;
  });
}

const hasEnded = ({ state }: StepRow) => !['open', 'doubted', 'waiting'].includes(state);

/** The settle time of the last call passes, in which the provider has the effect that it was late with. */
async function settle(id: string): Promise<void> {
  world.effects += world.late;
  world.late = 0;
  await sql`update stepped set called_at = called_at - ${settleMs} * interval '1 millisecond'
    where id = ${id}`.execute(db);
}

async function visitUntilEnd(id: string, rows: SteppedRows<StepRow>, first = createDeps()): Promise<StepRow> {
  for (let count = 0; count < 6; count += 1) {
    await visit(id, rows, count === 0 ? first : createDeps());
    const calls = world.calls.length;
    const row = await visit(id, rows);
    // Before the settle time is over nothing is asked for again.
    if (calls > 0) expect(world.calls).toHaveLength(calls);
    if (row && hasEnded(row)) return row;
    await settle(id);
  }
  throw new Error('the row has not ended');
}

const long = sql`now() - interval '1 day'`;
const killPoints = ['never', 'before:call:test', 'after:call:test', 'before:commit', 'after:commit'] as const;
type Point = (typeof killPoints)[number];

interface Case {
  answer: AnswerName;
  point: Point;
  which: 'first' | 'later';
}
const cases = Object.keys(answers).flatMap((answer) =>
  killPoints.flatMap((point) =>
    (['first', 'later'] as const).map((which) => ({ answer, point, which }) as Case),
  ),
);

/** Whether the process dies before it has stored what the provider has answered. */
const isForgotten = ({ answer, point, which }: Case): boolean => {
  if (point === 'before:call:test' || point === 'after:call:test') return true;
  // The refusal of a later call is stored, and told after the settle time.
  return point === 'before:commit' && !(answer === 'refused' && which === 'later');
};

/** Runs a case, and checks what holds of all: one effect at most, told once, as it is. */
async function run({ answer, point, which }: Case, rows: SteppedRows<StepRow>): Promise<string> {
  const id = await insert(which === 'later' ? long : undefined);
  if (which === 'later') await sql`update stepped set state = 'doubted' where id = ${id}`.execute(db);
  world.next = point === 'before:call:test' ? [] : [answer];
  const { state, ...row } = await visitUntilEnd(id, rows, createDeps(point));
  expect([world.effects, world.late]).toEqual([state === 'done' ? 1 : 0, 0]);
  expect(world.told.filter((what) => what !== 'doubted')).toEqual([state]);
  expect(world.told.filter((what) => what === 'doubted').length).toBeLessThan(2);
  expect(row).toMatchObject({ called_at: null, call_accepted: false, refusal: null });
  expect(world.events.at(-1)).toBe(state);
  return state;
}

describe('[LEDGER-09] [MONEY-25] a step that is asked for again when its effect is absent', () => {
  it.each(cases)('$answer to the $which call, dies $point', async (given) => {
    const isTold = given.answer === 'refused' && !isForgotten(given);
    expect(await run(given, createRows('call'))).toBe(isTold ? 'refused: taken' : 'done');
  });
});

describe('[PROVIDER-34] [PROVIDER-35] a step that is refused when its effect is absent', () => {
  it.each(cases.filter(({ which }) => which === 'first'))('$answer, dies $point', async (given) => {
    const { answer, point } = given;
    const end = await run(given, createRows({ refuse: absent }));
    const isAbsent = point === 'before:call:test' || answer === 'lost' || answer === 'refused';
    const isTold = answer === 'refused' && !isForgotten(given);
    expect(end).toBe(isTold ? 'refused: taken' : isAbsent ? 'refused: absent' : 'done');
    expect(world.calls.length).toBeLessThan(2);
  });

  it('calls nothing again, and finds the effect that came long before', async () => {
    world.effects = 1;
    const row = await visit(await insert(long), createRows({ refuse: absent }));
    expect([row?.state, world.calls]).toEqual(['done', []]);
  });
});

describe('[LEDGER-09] a refusal of a repeat', () => {
  it('is no refusal when the earlier call has its effect afterwards', async () => {
    const [id, rows] = [await insert(long), createRows('call')];
    world.next = ['refused'];
    await visit(id, rows);
    expect(world.told).toEqual(['doubted']);
    // Executed after the repeat was refused.
    world.late = 1;
    await settle(id);
    expect(await visit(id, rows)).toMatchObject({ state: 'done' });
    expect(world.calls).toEqual(['refused']);
  });

  it('is told with its reason after the settle time', async () => {
    const [id, rows] = [await insert(long), createRows('call')];
    world.next = ['refused'];
    expect(await visit(id, rows)).toMatchObject({ state: 'doubted', refusal });
    await settle(id);
    expect(await visit(id, rows)).toMatchObject({ state: 'refused: taken' });
  });
});

describe('[REVIEW-05] a process that has lost its row', () => {
  /** Another process takes the row right after this one has stored something. */
  const takeAfter = (column: string): KyselyPlugin => {
    let taken: 'not yet' | 'now' | 'before' = 'not yet';
    return {
      transformQuery: ({ node }) => {
        if (taken === 'not yet' && JSON.stringify(node).includes(`${column} =`)) taken = 'now';
        return node;
      },
      async transformResult({ result }) {
        if (taken === 'now') await sql`update stepped set lease_token = gen_random_uuid()`.execute(db);
        if (taken === 'now') taken = 'before';
        return result;
      },
    };
  };

  it('calls nothing, although it has stored that it calls', async () => {
    const id = await insert();
    const row = await visit(id, createRows('call'), createDeps('never', [takeAfter('called_at')]));
    expect([world.calls, world.told, row?.state]).toEqual([[], [], 'open']);
    expect(row?.called_at).not.toBeNull();
  });

  it('leaves the lease to the process that has taken it, although its own call failed', async () => {
    const id = await insert();
    world.next = ['lost'];
    const row = await visit(id, createRows('call'), createDeps('never', [takeAfter('lease_until')]));
    expect(world.calls).toEqual(['lost']);
    expect(row).toMatchObject({ attempts: 0 });
    expect(row?.lease_until).not.toBeNull();
  });

  it('stores no refusal and no retry', async () => {
    const id = await insert(long);
    world.next = ['refused'];
    const row = await visit(id, createRows('call'), createDeps('never', [takeAfter('lease_until')]));
    expect(row).toMatchObject({ refusal: null, attempts: 0 });
  });
});

describe('before the call', () => {
  it.each([
    ['later', 'open', []],
    [{ refused: { code: 'dear' } }, 'refused: dear', ['refused: dear']],
  ] as const)('%j calls nothing', async (ready, state, told) => {
    world.ready = ready;
    const row = await visit(await insert(), createRows('call'));
    expect([row?.state, row?.called_at, world.calls, world.told]).toEqual([state, null, [], told]);
  });

  it('[LEDGER-10] what a person has stopped is refused, although the provider cannot be read', async () => {
    const id = await insert();
    await sql`update stepped set refusal = ${JSON.stringify({ code: 'stopped' })} where id = ${id}`.execute(
      db,
    );
    world.isSilent = true;
    expect(await visit(id, createRows('call'))).toMatchObject({ state: 'refused: stopped' });
  });

  it('what is gone at the provider is refused', async () => {
    world.isGone = true;
    expect(await visit(await insert(), createRows('call'))).toMatchObject({ state: 'refused: gone' });
  });

  it('[LEDGER-04] nothing is called while the provider cannot be read', async () => {
    world.isSilent = true;
    const rows = createRows('call');
    expect(await visit(await insert(), rows)).toMatchObject({
      state: 'open',
      attempts: 1,
      lease_until: null,
    });
    expect([world.calls, rows.enqueue.mock.calls.length]).toEqual([[], 1]);
  });

  it('a state without a call goes on when it is due', async () => {
    const id = await insert();
    await sql`update stepped set state = 'waiting' where id = ${id}`.execute(db);
    expect(await visit(id, createRows('call'))).toMatchObject({ state: 'done' });
  });

  it('a state without a call that has not ended comes again, and not before its time', async () => {
    const until = new Date(Date.now() + 3_600_000);
    const waits: Step<StepRow> = { from: ['open'], next: async (_, row) => row, until: () => until };
    const row = await visit(await insert(), { ...createRows('call'), steps: [waits] });
    expect(row).toMatchObject({ state: 'open', attempts: 1, lease_until: null, next_attempt_at: until });
  });

  it('a state that begins without a lease is left until it is due', async () => {
    const id = await insert();
    const ends: Step<StepRow> = {
      from: ['open'],
      next: async (deps, row) => ({ ...(await move(deps, row, 'waiting')), lease_until: null }),
    };
    const { steps, ...rows } = createRows('call');
    expect(await visit(id, { ...rows, steps: [ends, ...steps] })).toMatchObject({ state: 'waiting' });
  });
});

describe('[LEDGER-10] a step that fails for longer than GIVE_UP_AFTER_MS', () => {
  const age = (id: string) =>
    sql`update stepped set state_since = now() - interval '2 hours' where id = ${id}`.execute(db);

  it('is tried on, and given up at each try, so that its case is open as long as it fails', async () => {
    const giveUp = vi.fn(async (_deps: Deps, row: StepRow) => row);
    const [id, rows] = [await insert(long), createRows('call', giveUp)];
    world.isSilent = true;
    await visit(id, rows);
    expect(giveUp).not.toHaveBeenCalled();
    await age(id);
    expect(await visit(id, rows)).toMatchObject({ state: 'doubted', attempts: 2 });
    expect(giveUp).toHaveBeenCalledTimes(1);
    world.isSilent = false;
    expect(await visit(id, rows)).toMatchObject({ state: 'done' });
    expect(giveUp).toHaveBeenCalledTimes(1);
  });

  it.each(['doubted', 'lost', 'accepted'] as const)(
    'is given up also when the provider answers: %s',
    async (name) => {
      const id = await insert(long);
      await sql`update stepped set state = 'doubted' where id = ${id}`.execute(db);
      await age(id);
      world.next = [name];
      const row = await visit(id, createRows('call'));
      expect(row?.state).toBe(name === 'doubted' ? 'done' : 'review');
    },
  );

  it('is given up also when it only reads', async () => {
    const id = await insert();
    await age(id);
    const reads: Step<StepRow> = {
      from: ['open'],
      next: () => Promise.reject(new Error('silent')),
      giveUp: tell('review'),
    };
    expect(await visit(id, { ...createRows('call'), steps: [reads] })).toMatchObject({ state: 'review' });
  });

  it('is left where the next state waits for a person', async () => {
    const id = await insert(long);
    await sql`update stepped set state = 'doubted' where id = ${id}`.execute(db);
    await age(id);
    world.isSilent = true;
    expect(await visit(id, createRows('call'))).toMatchObject({ state: 'review' });
    expect([world.told, world.events]).toEqual([['review'], ['review']]);
  });

  it('is not given up while it only waits', async () => {
    const id = await insert();
    await age(id);
    world.ready = 'later';
    expect(await visit(id, createRows('call'))).toMatchObject({ state: 'open', attempts: 1 });
    expect(world.told).toEqual([]);
  });
});

it('[LEDGER-10] a step that calls and says not how it is given up does not compile', () => {
  const step = { name: 'test', from: ['open'], look, call, settleMs: () => 0, absent: 'call' } as const;
  // @ts-expect-error giveUp is missing
  expect(defineStep<StepRow, string, object>({ ...step, record: tell('done'), refuse: tell('no') })).toEqual(
    expect.not.objectContaining({ giveUp: expect.anything() }),
  );
});

it('[LEDGER-11] events that came meanwhile are read when the work ends, not before', async () => {
  const [id, rows] = [await insert(), createRows('call')];
  world.next = ['lost'];
  await visit(id, rows);
  expect(world.events).toEqual([]);
  await settle(id);
  await visit(id, rows);
  expect(world.events).toEqual(['done']);
});
