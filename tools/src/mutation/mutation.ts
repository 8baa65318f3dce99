import { readArguments } from '@fareline/service-kit/command-line';
import startStores from '../test/vitest-services.ts';
import type { Guard } from './guard.ts';
import { guardsByPart } from './guards.ts';
import { listSurvivors, summarise } from './mutants.ts';
import { parts } from './parts.ts';
import { runGuards, type GuardResult } from './run-guards.ts';
import { runStryker } from './run-stryker.ts';

const { values, positionals } = readArguments(
  `npm run mutation -- libs/contracts                      mutates the rules of a part and lists the mutants that no test notices;
                                                        then breaks each of its guards and runs their tests
npm run mutation -- libs/contracts --concurrency 2      with two test runners at a time
npm run mutation -- libs/contracts --file <path>        mutates only this file, or several with more options
npm run mutation -- services/payments --guards          runs only the guards
npm run mutation -- services/payments --guard <text>    runs only the guards with this text
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

const [name = ''] = positionals;
const part = parts[name];
const guards = guardsByPart[name];
if (part || guards) await runPart();
else fail(`The parts are ${Object.keys({ ...parts, ...guardsByPart }).join(', ')}.`);

async function runPart(): Promise<void> {
  const onlyGuards = values.guards === true || values.guard !== undefined;
  const { guard: text = '' } = values;
  const selected = values.file ? [] : (guards ?? []).filter(({ when }) => when.includes(text));
  if (onlyGuards && selected.length === 0) return fail(`${name} has no such guard.`);
  const needsStores = part?.needsStores === true || selected.length > 0;
  const stopStores = needsStores ? await startStores() : undefined;
  try {
    if (part && !onlyGuards) await mutate();
    if (selected.length > 0) await removeGuards(selected);
  } catch (error) {
    fail((error as Error).message);
  } finally {
    await stopStores?.();
  }
}

async function mutate(): Promise<void> {
  const started = performance.now();
  const { file: files } = values;
  const mutants = await runStryker(name, {
    concurrency: Number(values.concurrency),
    ...(files ? { files } : {}),
  });
  for (const { file, survivors } of listSurvivors(mutants)) {
    print(`\n${file}: ${survivors.length}`);
    for (const { line, mutator, replacement, status } of survivors)
      print(`  ${file}:${line}  ${mutator}  ${status}  ${replacement.replace(/\s+/g, ' ').slice(0, 100)}`);
  }
  const { killed, survived, uncovered, timeout, score } = summarise(mutants);
  const seconds = Math.round((performance.now() - started) / 1_000);
  print(
    `\n${name}: ${mutants.length} mutants, ${killed} killed, ${survived} survived, ${uncovered} not covered, ${timeout} timeouts, score ${score.toFixed(1)} %, ${seconds} s`,
  );
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

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
