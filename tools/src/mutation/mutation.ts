import { readArguments } from '@fareline/service-kit/command-line';
import startStores from '../test/vitest-services.ts';
import type { Guard } from './guard.ts';
import { guardsByPart } from './guards.ts';
import { listMutated, parts } from './parts.ts';
import { runGuards, type GuardResult } from './run-guards.ts';

const { values, positionals } = readArguments(
  `mutation.ts libs/contracts                      mutates the rules of a part and lists the mutants that no test notices;
                                                then breaks each of its guards and runs their tests
mutation.ts libs/contracts --concurrency 2      with two test runners at a time
mutation.ts libs/contracts --file <path>        mutates only this file, or several with more options
mutation.ts services/payments --guards          runs only the guards
mutation.ts services/payments --guard <text>    runs only the guards with this text
`,
  {
    allowPositionals: true,
    options: {
      concurrency: { type: 'string', default: '1' },
      file: { type: 'string', multiple: true },
      guards: { type: 'boolean' },
      guard: { type: 'string' },
    },
  },
  1,
);
const print = (line: string) => void process.stdout.write(`${line}\n`);
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stopped.abort(new Error('stopped')));

try {
  await runPart(positionals[0] ?? '');
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

async function runPart(name: string): Promise<void> {
  const names = Object.keys({ ...parts, ...guardsByPart });
  if (!names.includes(name)) throw new Error(`The parts are ${names.join(', ')}.`);
  const { file: files, guard: text = '' } = values;
  const onlyGuards = values.guards === true || values.guard !== undefined;
  const guards = files ? [] : (guardsByPart[name] ?? []).filter(({ when }) => when.includes(text));
  if (onlyGuards && guards.length === 0) throw new Error(`${name} has no such guard.`);
  const stopStores = await startStores();
  try {
    if (parts[name] && !onlyGuards) await mutate(name, files ?? listMutated(name));
    if (guards.length > 0) await removeGuards(guards);
  } finally {
    await stopStores();
  }
}

/** In place, with the options of stryker.config.json. Stryker puts the files back, also when it is stopped. */
async function mutate(name: string, files: string[]): Promise<void> {
  process.env.MUTATION_PART = name;
  const configFile = 'tools/src/mutation/stryker.config.json';
  // Not above: guards run, and arguments are refused, without the packages of mutations.
  const { Stryker } = await import('@stryker-mutator/core');
  await new Stryker({ configFile, mutate: files, concurrency: Number(values.concurrency) }).runMutationTest();
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
