import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '@fareline/service-kit/command-line';
import pg from 'pg';
import { getDataFolder, repoRoot } from '../local/paths.ts';
import { findFreePort } from '../local/ports.ts';
import { preparePostgres } from '../local/postgres.ts';
import { Supervisor } from '../local/supervisor.ts';
import { removeTestData, createTestDataFolder } from '../local/test-data-folder.ts';
import { type Round, planRounds } from './plan-rounds.ts';
import { type FirstStartResult, runFirstStart } from './run-first-start.ts';

const { values } = readArguments(
  `npm run test:long                 runs the tests that take too long for npm test: starts the product 20 times with an
                                  empty data folder, some of them two at a time on one database, and sends 2,000
                                  generated requests to each endpoint as each principal
npm run test:long -- --starts 3   starts it 3 times
npm run test:long -- --cases 500  sends 500 requests; a failed run prints how to repeat it
`,
  { options: { starts: { type: 'string', default: '20' }, cases: { type: 'string', default: '2000' } } },
);
const print = (line: string) => void process.stdout.write(`${line}\n`);
const folder = createTestDataFolder(getDataFolder());
const supervisor = new Supervisor(print);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void supervisor.stopAll().then(() => process.exit(130)));
}

let server: string | undefined;
let databases = 0;
let passed = 0;
let failed = 0;
try {
  for (const round of planRounds(Number(values.starts))) await run(round);
} finally {
  await supervisor.stopAll();
  removeTestData(folder);
}
print(`${passed} of ${passed + failed} first starts succeeded`);
const isFuzzed = fuzzEndpoints(Number(values.cases));
process.exitCode = failed === 0 && passed > 0 && isFuzzed ? 0 : 1;

/** Runs the fuzz test of npm test with another seed and more cases. */
function fuzzEndpoints(cases: number): boolean {
  const args = [join(repoRoot, 'node_modules/vitest/vitest.mjs'), 'run', 'tools/src/endpoints', '-t', 'fuzz'];
  const seed = process.env.FUZZ_SEED ?? String(Date.now() % 2 ** 31);
  const env = { ...process.env, FUZZ_CASES: String(cases), FUZZ_SEED: seed };
  return spawnSync(process.execPath, args, { cwd: repoRoot, stdio: 'inherit', env }).status === 0;
}

async function run(round: Round): Promise<void> {
  removeBuilds();
  const env = round.sharesDatabase ? { DATABASE_URL: await createDatabase() } : undefined;
  const results = await Promise.all(
    Array.from({ length: round.starts }, async (_, index) => {
      const dataDir = join(folder, `start-${passed + failed + index}`);
      const result = await runFirstStart({
        port: await findFreePort(),
        dataDir,
        umask: round.umask,
        env: env ?? {},
      });
      removeTestData(dataDir);
      return result;
    }),
  );
  for (const result of results) report(round, result);
}

function report(round: Round, { seconds, problem, output }: FirstStartResult): void {
  if (problem) failed += 1;
  else passed += 1;
  print(
    `  ${problem ? '✗' : '✓'} ${round.name.padEnd(24)}${seconds.toFixed(1).padStart(6)} s   ${problem ?? ''}`,
  );
  if (problem) print(output.trimEnd().replace(/^/gm, '    '));
}

/** Removes everything that a new clone does not have after the installation of packages. */
function removeBuilds(): void {
  const built = ['shell', 'search-mfe', 'booking-mfe', 'account-mfe'].map((app) => `apps/${app}/dist`);
  for (const path of [...built, '.data/compile-cache', 'node_modules/.cache']) {
    rmSync(join(repoRoot, path), { recursive: true, force: true });
  }
}

/** Creates an empty database in the PostgreSQL of this run and returns its URL. */
async function createDatabase(): Promise<string> {
  server ??= await startPostgres();
  databases += 1;
  const name = `first_starts_${databases}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return server.replace(/\/[^/]*$/, `/${name}`);
}

async function startPostgres(): Promise<string> {
  const { url, program } = await preparePostgres({
    folder: join(folder, 'postgres'),
    password: randomUUID(),
    isTemporary: true,
  });
  await supervisor.start(program);
  return url.replace(/\/[^/]*$/, '/postgres');
}
