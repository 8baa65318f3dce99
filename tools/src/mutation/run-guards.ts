import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { repoRoot } from '../local/paths.ts';
import { removeGuard, type Guard } from './guard.ts';
import { runVitest, type TestCase, type TestRun } from './vitest-run.ts';

const guardResultSchema = z.object({
  id: z.string(),
  requirements: z.array(z.string()),
  file: z.string(),
  line: z.number(),
  /** Broken: the run shows nothing, as the code did not load or no test ran. */
  outcome: z.enum(['caught', 'survived', 'broken']),
  failedTests: z.array(z.object({ file: z.string(), name: z.string() })),
  /** Why it is broken. */
  problem: z.string().optional(),
  seconds: z.number(),
});
export type GuardResult = z.output<typeof guardResultSchema>;

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
  const files = [...new Set(guards.flatMap(({ tests }) => tests))];
  const titles = new Set(guards.map(({ title }) => title ?? ''));
  const run = await runVitest(files, titles.has('') ? [] : [...titles], signal);
  signal.throwIfAborted();
  const problems = [...run.problems, ...run.failed.map(({ file, name }) => `${file}: ${name}`)];
  if (problems.length > 0) throw new Error(`Tests fail without a change:\n${problems.join('\n')}`);
  for (const { id, tests, title = '' } of guards) {
    const isNamed = ({ file, name }: TestCase) => tests.includes(file) && name.includes(title);
    if (!run.passed.some(isNamed)) throw new Error(`${id}: no test of its files has "${title}" in its title`);
  }
}

async function runGuard(guard: Guard, signal: AbortSignal): Promise<GuardResult> {
  const { id, requirements, file, code, tests, title } = guard;
  const path = join(repoRoot, file);
  const source = readFileSync(path, 'utf8');
  const line = source.slice(0, source.indexOf(code)).split('\n').length;
  const started = performance.now();
  try {
    writeFileSync(path, removeGuard(source, guard));
    const run = await runVitest(tests, title ? [title] : [], signal);
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    return { id, requirements, file, line, seconds, ...judge(run) };
  } finally {
    writeFileSync(path, source);
  }
}

/** A test that fails because a name is missing says nothing about the rule. */
const loadErrorPattern = /^(ReferenceError|SyntaxError)\b/;

export function judge({
  passed,
  failed,
  problems,
}: TestRun): Pick<GuardResult, 'outcome' | 'failedTests' | 'problem'> {
  const failedTests = failed
    .filter(({ message }) => !loadErrorPattern.test(message))
    .map(({ file, name }) => ({ file, name }));
  if (failedTests.length > 0) return { outcome: 'caught', failedTests };
  const problem = problems[0] ?? failed[0]?.message ?? (passed.length === 0 ? 'no test ran' : undefined);
  return problem === undefined
    ? { outcome: 'survived', failedTests }
    : { outcome: 'broken', failedTests, problem };
}

/** The results of the last runs. */
export function readGuardResults(file: string): GuardResult[] {
  if (!existsSync(file)) return [];
  return z.array(guardResultSchema).parse(JSON.parse(readFileSync(file, 'utf8')));
}
