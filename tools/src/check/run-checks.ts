import { type ChildProcess, spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { repoRoot } from '../local/paths.ts';
import type { Check } from './checks.ts';

export interface Outcome {
  passed: number;
  failed: number;
  /** What failed, each with its message. */
  failures: string[];
}

export const addOutcomes = (outcomes: readonly Outcome[]): Outcome =>
  outcomes.reduce(
    (sum, { passed, failed, failures }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      failures: [...sum.failures, ...failures],
    }),
    { passed: 0, failed: 0, failures: [] },
  );

/** Runs one check and prints its result. */
async function runCheck(check: Check, print: (line: string) => void): Promise<Outcome> {
  const started = performance.now();
  const { code, output } = await runAndCapture(check);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  print(`  ${code === 0 ? '✓' : '✗'} ${check.name.padEnd(24)}${seconds.padStart(6)} s`);
  if (code === 0) return { passed: 1, failed: 0, failures: [] };
  return { passed: 0, failed: 1, failures: [`${check.name}\n${output.trim()}`] };
}

/** Prints what failed, and then the sums: the end of a long output is what is read first. */
export function printOutcome({ passed, failed, failures }: Outcome, print: (line: string) => void): void {
  for (const failure of failures) print(`\n✗ ${failure.replace(/\n/g, '\n    ')}`);
  print(`\n${passed} passed, ${failed} failed`);
}

/** Most checks use one processor only. */
const maxConcurrent = 2;

/** Runs all checks in their order, some at the same time, also after a failure. */
export async function runChecks(checks: Check[], print: (line: string) => void): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  const running = new Set<Promise<void>>();
  const start = async (check: Check) => {
    outcomes.push(await runCheck(check, print));
  };
  for (const check of checks) {
    if (check.isAlone) await Promise.all(running);
    else if (running.size >= maxConcurrent) await Promise.race(running);
    const run: Promise<void> = start(check).finally(() => running.delete(run));
    running.add(run);
    if (check.isAlone) await run;
  }
  await Promise.all(running);
  return addOutcomes(outcomes);
}

/** Programs of the repository first, as in scripts of npm: Nx starts others by name. */
const getPath = () => [join(repoRoot, 'node_modules/.bin'), process.env.PATH].join(delimiter);

/** Runs a command until it exits; a signal or a missing binary counts as code 1. */
export function runAndCapture(check: Omit<Check, 'name'>): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const child = spawn(check.command, check.args, {
      cwd: repoRoot,
      env: { ...process.env, PATH: getPath(), FORCE_COLOR: '0', ...check.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const removeListeners = stopOnSignals(child);
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => {
      removeListeners();
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() });
    });
  });
}

/** Forwards signals to the child, so that it can clean up, and then exits. Returns a function that removes the listeners. */
function stopOnSignals(child: ChildProcess): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const forward = (signal: NodeJS.Signals) => {
    child.once('close', () => process.exit(130));
    child.kill(signal);
  };
  for (const signal of signals) process.once(signal, forward);
  return () => {
    for (const signal of signals) process.removeListener(signal, forward);
  };
}
