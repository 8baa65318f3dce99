import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../local/paths.ts';
import { removeRule, type Guard } from './guard.ts';
import { runVitest, type TestRun } from './vitest-run.ts';

export interface GuardResult {
  guard: Guard;
  line: number;
  /** Broken: the run shows nothing, as the code did not load or no test ran. */
  outcome: 'caught' | 'survived' | 'broken';
  /** Why it is broken. */
  problem?: string;
  seconds: number;
}

/** Takes each guard out in place, runs its tests and puts it back. Throws when the tests do not pass with the guards. */
export async function runGuards(
  guards: Guard[],
  signal: AbortSignal,
  report: (result: GuardResult) => void,
): Promise<GuardResult[]> {
  assertUnchanged(guards);
  await assertTestsPass(guards, signal);
  const results: GuardResult[] = [];
  for (const guard of guards) {
    const result = await runGuard(guard, signal);
    signal.throwIfAborted();
    report(result);
    results.push(result);
  }
  return results;
}

/** An interrupted run could not be undone if the files had changes that are not committed. */
function assertUnchanged(guards: Guard[]): void {
  const files = [...new Set(guards.map(({ file }) => file))];
  const changes = execFileSync('git', ['status', '--porcelain', '--', ...files], {
    cwd: repoRoot,
  }).toString();
  if (changes) throw new Error(`Commit or undo the changes in these files first:\n${changes.trimEnd()}`);
}

async function assertTestsPass(guards: Guard[], signal: AbortSignal): Promise<void> {
  const files = [...new Set(guards.map(({ test }) => test))];
  const titles = [...new Set(guards.map(({ title }) => title))];
  const run = await runVitest(files, titles, signal);
  signal.throwIfAborted();
  const problems = [...run.problems, ...run.failed.map(({ file, name }) => `${file}: ${name}`)];
  if (problems.length > 0) throw new Error(`Tests fail without a change:\n${problems.join('\n')}`);
  for (const { when, test, title } of guards)
    if (!run.passed.some(({ file, name }) => file === test && name.includes(title)))
      throw new Error(`${when}: no test of ${test} has "${title}" in its title`);
}

async function runGuard(guard: Guard, signal: AbortSignal): Promise<GuardResult> {
  const path = join(repoRoot, guard.file);
  const source = readFileSync(path, 'utf8');
  const line = source.slice(0, source.search(guard.code)).split('\n').length;
  const started = performance.now();
  try {
    writeFileSync(path, removeRule(source, guard));
    const run = await runVitest([guard.test], [guard.title], signal);
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    return { guard, line, seconds, ...judge(run) };
  } finally {
    writeFileSync(path, source);
  }
}

/** A test that fails because a name is missing says nothing about the rule. */
const loadErrorPattern = /^(ReferenceError|SyntaxError)\b/;

export function judge({ passed, failed, problems }: TestRun): Pick<GuardResult, 'outcome' | 'problem'> {
  if (failed.some(({ message }) => !loadErrorPattern.test(message))) return { outcome: 'caught' };
  const problem = problems[0] ?? failed[0]?.message ?? (passed.length === 0 ? 'no test ran' : undefined);
  return problem === undefined ? { outcome: 'survived' } : { outcome: 'broken', problem };
}
