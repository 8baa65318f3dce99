import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '@fareline/service-kit/command-line';
import { ensureFolder, getDataFolder } from '../local/paths.ts';
import startStores from '../test/vitest-services.ts';
import type { Guard } from './guard.ts';
import { guardsByPart } from './guards/index.ts';
import { listSurvivors, readMutants, summarise } from './mutants.ts';
import { parts } from './parts.ts';
import { readGuardResults, runGuards, type GuardResult } from './run-guards.ts';
import { runStryker } from './run-stryker.ts';

const { values, positionals } = readArguments(
  `npm run mutation -- libs/contracts                      mutates the rules of a part and lists the mutants that no test notices;
                                                        then runs its tests without each of its guards
npm run mutation -- libs/contracts --concurrency 2      with two test runners at a time
npm run mutation -- libs/contracts --file <path>        mutates only this file, or several with more options
npm run mutation -- services/payments --guards          runs only the guards
npm run mutation -- services/payments --guard <id>      runs only one guard
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
const reportFile = join(ensureFolder(join(getDataFolder(), 'mutation')), name.replaceAll('/', '-'));
if (part || guards) await runPart();
else fail(`The parts are ${Object.keys({ ...parts, ...guardsByPart }).join(', ')}.`);

async function runPart(): Promise<void> {
  const onlyGuards = values.guards === true || values.guard !== undefined;
  const selected = values.file ? [] : (guards ?? []).filter(({ id }) => !values.guard || id === values.guard);
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
  const others = files ? readMutants(`${reportFile}.json`).filter(({ file }) => !files.includes(file)) : [];
  writeFileSync(`${reportFile}.json`, `${JSON.stringify([...others, ...mutants], null, 1)}\n`);
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
  writeGuardResults(results);
  const count = (outcome: GuardResult['outcome']) =>
    results.filter((result) => result.outcome === outcome).length;
  print(
    `${results.length} guards: ${count('caught')} caught, ${count('survived')} survived, ${count('broken')} broken`,
  );
  if (count('caught') < results.length) process.exitCode = 1;
}

function printResult({ id, outcome, file, line, seconds, problem }: GuardResult): void {
  print(`${outcome.padEnd(10)}${id.padEnd(44)}${`${seconds.toFixed(1)} s`.padStart(8)}  ${file}:${line}`);
  if (problem) print(problem.replace(/^/gm, '    '));
}

/** Keeps the last results of the guards that were not run. */
function writeGuardResults(results: GuardResult[]): void {
  const file = `${reportFile}-guards.json`;
  const byId = new Map([...readGuardResults(file), ...results].map((result) => [result.id, result]));
  const current = (guards ?? []).flatMap(({ id }) => byId.get(id) ?? []);
  writeFileSync(file, `${JSON.stringify(current, null, 2)}\n`);
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
