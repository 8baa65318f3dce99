import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '@fareline/service-kit/command-line';
import { getDataFolder, repoRoot } from '../local/paths.ts';
import { findFreePort } from '../local/ports.ts';
import { removeTestData, createTestDataFolder } from '../local/test-data-folder.ts';
import { runFirstStart } from './run-first-start.ts';

const { values } = readArguments(
  `npm run test:long                 runs the tests that take too long for npm test: starts the product 20 times with an
                                  empty data folder, every other time with the umask 077, sends 2,000 generated requests
                                  to each endpoint as each principal, books 1,000 times with crashes and changes 240 trips,
                                  runs 500 sequences of events and actions after a booking, measures all screens with Lighthouse, fires alerts and
                                  checks their routes (on Debian: apt-get install prometheus prometheus-alertmanager), loses
                                  the databases and restores them (apt-get install postgresql), books through PgBouncer
                                  (apt-get install pgbouncer) and on a Redis Cluster, replaces services of the newest tag
                                  while bookings are held, compares what the tests of the Kubernetes manifests read with
                                  what kubectl applies, and releases search-mfe from a repository of its own
npm run test:long -- --starts 3   starts it 3 times
npm run test:long -- --cases 500  sends 500 requests; a failed run prints how to repeat it
npm run test:long -- --runs 200   books 200 times
npm run test:long -- --trips 50   changes 50 trips
npm run test:long -- --sequences 50
                                  runs 50 sequences; a failed one prints its steps and how to repeat it
`,
  {
    options: {
      starts: { type: 'string', default: '20' },
      cases: { type: 'string', default: '2000' },
      runs: { type: 'string', default: '1000' },
      trips: { type: 'string', default: '240' },
      sequences: { type: 'string', default: '500' },
    },
  },
);
const print = (line: string) => void process.stdout.write(`${line}\n`);
const folder = createTestDataFolder(getDataFolder());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const starts = Number(values.starts);
let passed = 0;
try {
  for (let index = 0; index < starts; index += 1) if (await start(index)) passed += 1;
} finally {
  removeTestData(folder);
}
print(`${passed} of ${starts} first starts succeeded`);
const newSeed = String(Date.now() % 2 ** 31);
const isFuzzed = runTests('tools/src/endpoints', 'fuzz', {
  FUZZ_CASES: values.cases,
  FUZZ_SEED: process.env.FUZZ_SEED ?? newSeed,
});
const isOrdered = runTests('services/payments/src/recovery/sequences.test.ts', 'any sequence', {
  SEQUENCES: values.sequences,
  SEQUENCES_SEED: process.env.SEQUENCES_SEED ?? newSeed,
});
const isConsistent = runNode(['tools/src/crash/crash.ts', '--runs', values.runs, '--trips', values.trips]);
const isMeasured = runNode(['tools/src/lighthouse/lighthouse.ts']);
const isAlerting = [
  run('promtool', ['test', 'rules', 'deploy/prometheus/alerts.test.yaml']),
  // Without the token, which is no part of the repository.
  run('promtool', ['check', 'config', '--syntax-only', 'deploy/prometheus/prometheus.yml']),
  run('amtool', ['check-config', 'deploy/prometheus/alertmanager.yml']),
].every(Boolean);
const isRestored = runNode(['tools/src/stores/restore-drill.ts']);
const isPooled = runNode(['tools/src/stores/pgbouncer.ts']);
const isClustered = runNode(['tools/src/stores/redis-cluster.ts']);
const isUpgradable = runNode(['tools/src/upgrade/upgrade.ts']);
const isApplied = runNode(['tools/src/kubernetes/compare.ts']);
const isSeparable = runNode(['tools/src/own-repository/try.ts']);
const isOk = [
  passed === starts,
  passed > 0,
  isFuzzed,
  isOrdered,
  isConsistent,
  isMeasured,
  isAlerting,
  isRestored,
  isPooled,
  isClustered,
  isUpgradable,
  isApplied,
  isSeparable,
].every(Boolean);
process.exitCode = isOk ? 0 : 1;

function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
  const options = { cwd: repoRoot, stdio: 'inherit', env: { ...process.env, ...env } } as const;
  const { status, error } = spawnSync(command, args, options);
  if (error) print(`${command}: ${error.message}`);
  return status === 0;
}

function runNode(args: string[], env?: Record<string, string>): boolean {
  return run(process.execPath, args, env);
}

/** Runs a generated test of npm test with another seed and more cases. */
function runTests(path: string, title: string, env: Record<string, string>): boolean {
  return runNode(['node_modules/vitest/vitest.mjs', 'run', path, '-t', title], env);
}

async function start(index: number): Promise<boolean> {
  removeBuilds();
  const dataDir = join(folder, `start-${index}`);
  const umask = index % 2 === 0 ? '022' : '077';
  const started = performance.now();
  const problem = await runFirstStart({ port: await findFreePort(), dataDir, umask });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  removeTestData(dataDir);
  print(`  ${problem ? '✗' : '✓'} umask ${umask}${seconds.padStart(6)} s`);
  if (problem) print(problem.replace(/^/gm, '    '));
  return !problem;
}

/** Removes everything that a new clone does not have after the installation of packages. */
function removeBuilds(): void {
  const built = ['shell', 'search-mfe', 'booking-mfe', 'account-mfe'].map((app) => `apps/${app}/dist`);
  for (const path of [...built, '.data/compile-cache', 'node_modules/.cache']) {
    rmSync(join(repoRoot, path), { recursive: true, force: true });
  }
}
