import { readArguments } from '@fareline/service-kit/command-line';
import startStores from '../testing/vitest-services.ts';
import type { Guard } from './guard.ts';
import { guards } from './guards.ts';
import { runGuards, type GuardResult } from './run-guards.ts';

const { values, positionals } = readArguments(
  `mutation.ts <file> ...               changes the rules of files of a part and lists the changes that no test beside them notices: of
                                     rules that run in the process of their tests, not of markup, routes or SQL
mutation.ts --guards                 breaks each guard and runs its tests
mutation.ts --guards --when <text>   only the guards with this text
`,
  {
    allowPositionals: true,
    options: { guards: { type: 'boolean' }, when: { type: 'string', default: '' } },
  },
  Infinity,
);
const print = (line: string) => void process.stdout.write(`${line}\n`);
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stopped.abort(new Error('stopped')));

try {
  const selected = guards.filter(({ when }) => when.includes(values.when));
  if (values.guards ? selected.length === 0 : positionals.length === 0)
    throw new Error('Name files of one part to change, or guards that exist. See --help.');
  const stopStores = await startStores();
  try {
    await (values.guards ? removeGuards(selected) : mutate(positionals));
  } finally {
    await stopStores();
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

/** In place, with the options of stryker.config.json. Stryker puts the files back, also when it is stopped. */
async function mutate(files: string[]): Promise<void> {
  process.env.MUTATION_FILES = files.join();
  // Not above: guards run, and arguments are refused, without the packages of mutations.
  const { Stryker } = await import('@stryker-mutator/core');
  const options = { configFile: 'tools/src/mutation/stryker.config.json', mutate: files, concurrency: 1 };
  await new Stryker(options).runMutationTest();
}

async function removeGuards(selected: Guard[]): Promise<void> {
  const results = await runGuards(selected, stopped.signal, printResult);
  const count = (outcome: GuardResult['outcome']) =>
    results.filter((result) => result.outcome === outcome).length;
  print(
    `${results.length} guards: ${count('caught')} caught, ${count('survived')} survived, ${count('broken')} broken`,
  );
  if (count('caught') < results.length) process.exitCode = 1;
}

function printResult({ guard, outcome, line, seconds, problem }: GuardResult): void {
  const time = `${seconds.toFixed(1)} s`.padStart(8);
  print(`${outcome.padEnd(10)}${time}  ${guard.when}  ${guard.file}:${line}`);
  if (problem) print(problem.replace(/^/gm, '    '));
}
