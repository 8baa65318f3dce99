import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { handleHelpOption } from '../local/help.ts';
import { ensureFolder, getDataFolder } from '../local/paths.ts';
import startStores from '../test/vitest-services.ts';
import { guardsByPart } from './guards/index.ts';
import type { Guard } from './guard.ts';
import { readGuardResults, runGuards, type GuardResult } from './run-guards.ts';

handleHelpOption(`npm run mutation -- services/payments                takes each guard of a part out and checks that a test fails
npm run mutation -- services/payments --guard <id>   only one guard
`);

const print = (line: string) => void process.stdout.write(`${line}\n`);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { guard: { type: 'string' } },
});
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stopped.abort(new Error('stopped')));

const [part = ''] = positionals;
const guards = guardsByPart[part];
if (guards) await runPart(guards);
else fail(`The parts with guards are ${Object.keys(guardsByPart).join(', ')}.`);

async function runPart(all: Guard[]): Promise<void> {
  const selected = all.filter(({ id }) => !values.guard || id === values.guard);
  if (selected.length === 0) return fail(`${part} has no guard ${values.guard}.`);
  const stopStores = await startStores();
  try {
    const results = await runGuards(selected, stopped.signal, printResult);
    writeResults(all, results);
    const count = (outcome: GuardResult['outcome']) =>
      results.filter((result) => result.outcome === outcome).length;
    print(
      `${results.length} guards: ${count('caught')} caught, ${count('survived')} survived, ${count('broken')} broken`,
    );
    if (count('caught') < results.length) process.exitCode = 1;
  } catch (error) {
    fail((error as Error).message);
  } finally {
    await stopStores();
  }
}

function printResult({ id, outcome, file, line, seconds, problem }: GuardResult): void {
  print(`${outcome.padEnd(10)}${id.padEnd(44)}${`${seconds.toFixed(1)} s`.padStart(8)}  ${file}:${line}`);
  if (problem) print(problem.replace(/^/gm, '    '));
}

/** Keeps the last results of the guards that were not run. */
function writeResults(all: Guard[], results: GuardResult[]): void {
  const folder = ensureFolder(join(getDataFolder(), 'mutation'));
  const file = join(folder, `${part.replace('/', '-')}-guards.json`);
  const byId = new Map([...readGuardResults(file), ...results].map((result) => [result.id, result]));
  const kept = all.flatMap(({ id }) => byId.get(id) ?? []);
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
