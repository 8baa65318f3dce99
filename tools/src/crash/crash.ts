import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '@fareline/service-kit/command-line';
import pg from 'pg';
import { ensureFolder, getDataFolder } from '../local/paths.ts';
import { drawCase, drawTripCase, isTripCase } from './cases.ts';
import { runCase, type RunResult } from './run-case.ts';
import { formatTable } from './table.ts';
import { withProduct } from './with-product.ts';

const { values } = readArguments(
  `npm run crash -- --runs 1000     books 1000 times while a part of the product is killed or a provider fails, and checks
                                money, orders, rows, mails and what the visitor was told; runs that are done are not
                                done again: their results are in .data/crash
npm run crash -- --trips 100      books 100 trips, which are then changed, get bags or are changed by the airline, likewise
npm run crash -- --seed 7        runs one again
npm run crash -- --trip-seed 7    runs one of a trip again
npm run crash -- --runs 60 --anew forgets what was done before
npm run crash -- --unscaled 3    runs 3 with the times of production, half an hour each at most
`,
  {
    options: {
      runs: { type: 'string', default: '0' },
      trips: { type: 'string', default: '0' },
      unscaled: { type: 'string', default: '0' },
      seed: { type: 'string' },
      'trip-seed': { type: 'string' },
      anew: { type: 'boolean' },
    },
  },
);
const print = (line: string) => void process.stdout.write(`${line}\n`);
/** Short, and long enough for a busy machine with two cores. */
const scale = 0.03;

const resultFile = join(ensureFolder(join(getDataFolder(), 'crash')), 'runs.jsonl');
if (values.anew) rmSync(resultFile, { force: true });
const readResults = (): RunResult[] =>
  existsSync(resultFile)
    ? readFileSync(resultFile, 'utf8')
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as RunResult)
    : [];

interface Run {
  seed: number;
  isScaled: boolean;
  isTrip: boolean;
}

const toKey = ({ seed, isScaled, isTrip }: Run) => [seed, isScaled, isTrip].join();
const toKeyOfResult = (result: RunResult) => toKey({ ...result, isTrip: isTripCase(result) });

function listRuns(): Run[] {
  const { seed, 'trip-seed': tripSeed, unscaled, runs, trips } = values;
  if (seed !== undefined) return [{ seed: Number(seed), isScaled: true, isTrip: false }];
  if (tripSeed !== undefined) return [{ seed: Number(tripSeed), isScaled: true, isTrip: true }];
  const list = (count: string, kind: Omit<Run, 'seed'>) =>
    Array.from({ length: Number(count) }, (_, index): Run => ({ seed: index + 1, ...kind }));
  const done = new Set(readResults().map(toKeyOfResult));
  return [
    ...list(unscaled, { isScaled: false, isTrip: false }),
    ...list(runs, { isScaled: true, isTrip: false }),
    ...list(trips, { isScaled: true, isTrip: true }),
  ].filter((run) => !done.has(toKey(run)));
}

const describe = ({ seed, victim, point, outcome, call, attempt }: RunResult) =>
  `seed ${seed}: ${victim} killed at ${point}, ${call} ${outcome}, ${attempt}`;

async function runAll(runs: readonly Run[]): Promise<void> {
  await withProduct({}, async ({ product }) => {
    const { duffelUrl: duffel = '', stripeUrl: stripe = '', mailUrl: mail = '' } = product;
    const pool = new pg.Pool({ connectionString: product.databaseUrl, max: 2 });
    // PostgreSQL is killed now and then.
    pool.on('error', () => undefined);
    try {
      for (const { seed, isScaled, isTrip } of runs) {
        const world = { product, pool, sandboxes: { duffel, stripe, mail }, scale: isScaled ? scale : 1 };
        const result = await runCase(world, (isTrip ? drawTripCase : drawCase)(seed));
        appendFileSync(resultFile, `${JSON.stringify(result)}\n`);
        print(`${result.violations.length > 0 ? '✗' : '✓'} ${describe(result)} (${result.seconds} s)`);
        for (const violation of result.violations) print(`    ${violation}`);
      }
    } finally {
      await pool.end();
    }
  });
}

const runs = listRuns();
if (runs.length > 0) await runAll(runs);
/** The last run of a seed counts. */
const results = [...new Map(readResults().map((run) => [toKeyOfResult(run), run])).values()];
const violated = results.filter(({ violations }) => violations.length > 0);
for (const line of formatTable(results)) print(line);
const count = (matches: (run: RunResult) => boolean) => results.filter(matches).length;
print(
  `${results.length} runs, ${count(({ isKilled }) => isKilled)} with a death, ${count(({ isScaled }) => !isScaled)} unscaled, ` +
    `${count(({ openCases }) => openCases.length > 0)} left to a person, ${violated.length} violated`,
);
for (const run of violated)
  print(
    `${describe(run)}: ${run.violations.join('; ')}; again: npm run crash -- --${isTripCase(run) ? 'trip-seed' : 'seed'} ${run.seed}`,
  );
process.exitCode = violated.length > 0 ? 1 : 0;
