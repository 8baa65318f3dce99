import { exitOnUsageError, readArguments } from '@fareline/service-kit/command-line';
import { runAndCapture } from '../check/run-checks.ts';
import { runParts, type Part } from './cost.ts';
import { assertNumbers, listPrograms, parseShard, type Program } from './programs.ts';
import { readFileCosts, runBrowserTests, runUnitTests, toOutcome } from './suites.ts';

const { values } = readArguments(
  `npm run test:full                    runs all that npm test does not: the files *.full.test.ts, the browser tests without
                                     @smoke, generated requests and sequences, bookings with crashes, first starts,
                                     Lighthouse, alerts (on Debian: apt-get install prometheus prometheus-alertmanager), a
                                     restore (apt-get install postgresql), PgBouncer (apt-get install pgbouncer), a Redis
                                     Cluster, Kubernetes manifests (kubectl)
npm run test:full -- --shard 1/4     runs a quarter of it
npm run test:full -- --crash 1000    books 1,000 times with crashes; default 60
npm run test:full -- --trips 240     changes 240 trips with crashes; default 30
npm run test:full -- --sequences 500 runs 500 sequences of events and actions after a booking; default 100
npm run test:full -- --fuzz 2000     sends 2,000 generated requests to each endpoint as each principal; default 20
A failed run of generated tests prints how to repeat it.
`,
  {
    options: {
      shard: { type: 'string', default: '1/1' },
      crash: { type: 'string', default: '60' },
      trips: { type: 'string', default: '30' },
      sequences: { type: 'string', default: '100' },
      fuzz: { type: 'string', default: '20' },
    },
  },
);

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function runProgram({ name, args, env }: Program) {
  const { code, output } = await runAndCapture({ command: process.execPath, args, env });
  print(`  ${code === 0 ? '✓' : '✗'} ${name}`);
  const passed = code === 0 ? 1 : 0;
  return toOutcome(code, { passed, failed: 0, failures: [] }, `${name}\n${output.trim()}`);
}

try {
  const shard = parseShard(values.shard);
  assertNumbers(values);
  const option = `--shard=${shard.index}/${shard.count}`;
  // A part of the browser tests that run alone may have none.
  const sharded = shard.count > 1 ? ['--pass-with-no-tests'] : [];
  const browserSelection = ['--grep-invert=@smoke', option, ...sharded, `--global-timeout=${60 * 60_000}`];
  const seed = String(Date.now() % 2 ** 31);
  const fuzz = { FUZZ_CASES: values.fuzz, FUZZ_SEED: process.env.FUZZ_SEED ?? seed };
  const parts: Part[] = [
    { name: 'Unit and integration', run: () => runUnitTests(print, fuzz, ['.full.test.', option]) },
    { name: 'Browser', run: () => runBrowserTests(print, browserSelection) },
    ...listPrograms(values, shard, seed).map((program) => ({
      name: program.name,
      run: () => runProgram(program),
    })),
  ];
  process.exitCode = (await runParts(parts, print, readFileCosts)) ? 0 : 1;
} catch (error) {
  exitOnUsageError(error);
  throw error;
}
