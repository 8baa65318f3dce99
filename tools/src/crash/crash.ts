import { readArguments } from '@fareline/service-kit/command-line';
import pg from 'pg';
import { withProduct } from '../endpoints/testing/with-product.ts';
import { drawCase, drawTripCase, isTripCase } from './cases.ts';
import { connectSandboxes } from './facts.ts';
import { runCase, type RunResult } from './run-case.ts';

const { values } = readArguments(
  `npm run crash -- --runs 1000     books 1000 times while a part of the product is killed or a provider fails, and checks
                                money, orders, rows, mails and what the visitor was told
npm run crash -- --trips 100      books 100 trips, which are then changed, get bags or are changed by the airline, likewise
npm run crash -- --seed 7        runs one again
npm run crash -- --trip-seed 7    runs one of a trip again
`,
  {
    options: {
      runs: { type: 'string', default: '0' },
      trips: { type: 'string', default: '0' },
      seed: { type: 'string' },
      'trip-seed': { type: 'string' },
    },
  },
);
const print = (line: string) => void process.stdout.write(`${line}\n`);

const listSeeds = (count: string, seed: string | undefined): number[] =>
  seed === undefined ? Array.from({ length: Number(count) }, (_, index) => index + 1) : [Number(seed)];
const cases = [
  ...listSeeds(values.runs, values.seed).map(drawCase),
  ...listSeeds(values.trips, values['trip-seed']).map(drawTripCase),
];

const describe = ({ seed, victim, point, outcome, call, attempt }: RunResult) =>
  `seed ${seed}: ${victim} killed at ${point}, ${call} ${outcome}, ${attempt}`;

const results = await withProduct(async ({ product }) => {
  const pool = new pg.Pool({ connectionString: product.databaseUrl, max: 2 });
  // PostgreSQL is killed now and then.
  pool.on('error', () => undefined);
  const world = { product, pool, ...connectSandboxes(product) };
  const list: RunResult[] = [];
  for (const crashCase of cases) {
    const started = performance.now();
    const result = await runCase(world, crashCase);
    list.push(result);
    const seconds = Math.round((performance.now() - started) / 1000);
    print(`${result.violations.length > 0 ? '✗' : '✓'} ${describe(result)} (${seconds} s)`);
  }
  await pool.end();
  return list;
});

const violated = results.filter(({ violations }) => violations.length > 0);
const count = (matches: (run: RunResult) => boolean) => results.filter(matches).length;
print(
  `${results.length} runs, ${count(({ isKilled }) => isKilled)} with a death, ` +
    `${count(({ openCases }) => openCases.length > 0)} left to a person, ${violated.length} violated`,
);
for (const run of violated)
  print(
    `${describe(run)}: ${run.violations.join('; ')}; told ${JSON.stringify(run.told)}; again: npm run crash -- --${isTripCase(run) ? 'trip-seed' : 'seed'} ${run.seed}`,
  );
process.exitCode = violated.length > 0 ? 1 : 0;
