import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { repoRoot } from '../local/paths.ts';
import { vitestReport } from '../test/reports.ts';

const maxRunMs = 15 * 60_000;

export interface TestRun {
  passed: TestCase[];
  failed: (TestCase & { message: string })[];
  /** Why the run, or a file of it, ended without results of tests. */
  problems: string[];
}

interface TestCase {
  /** Path from the root of the repository. */
  file: string;
  name: string;
}

/** Runs test files; with titles, only the tests whose name contains one of them. */
export async function runVitest(files: string[], titles: string[], signal: AbortSignal): Promise<TestRun> {
  const report = join(tmpdir(), `mutation-${process.pid}.json`);
  const filter = titles.length > 0 ? ['-t', titles.map(escapePattern).join('|')] : [];
  const vitest = join(repoRoot, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', ...files, ...filter, '--reporter=json', `--outputFile=${report}`];
  const options = { cwd: repoRoot, signal, timeout: maxRunMs, killSignal: 'SIGKILL' } as const;
  try {
    // Vitest exits with 1 when a test fails, too.
    const problem = await promisify(execFile)(process.execPath, args, options).then(
      () => 'no report',
      ({ stderr, message }: { stderr?: string; message: string }) => (stderr || message).trim(),
    );
    if (!existsSync(report)) return { passed: [], failed: [], problems: [problem.slice(-1_000)] };
    return readReport(readFileSync(report, 'utf8'));
  } finally {
    rmSync(report, { force: true });
  }
}

/** Reads Vitest's JSON report. Skipped tests are left out. */
export function readReport(json: string): TestRun {
  const run: TestRun = { passed: [], failed: [], problems: [] };
  for (const { name, message, assertionResults } of vitestReport.parse(JSON.parse(json)).testResults) {
    const file = relative(repoRoot, name);
    if (message) run.problems.push(`${file}: ${message}`);
    for (const { fullName, status, failureMessages } of assertionResults) {
      if (status === 'passed') run.passed.push({ file, name: fullName });
      if (status === 'failed') run.failed.push({ file, name: fullName, message: failureMessages?.[0] ?? '' });
    }
  }
  return run;
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
