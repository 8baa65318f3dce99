import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { repoRoot } from '../local/paths.ts';

const maxRunMs = 15 * 60_000;

/** The part of Vitest's JSON report that is used. */
const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

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
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'));
  const reportFile = join(folder, 'report.json');
  const filter = titles.length > 0 ? ['-t', titles.map(escapePattern).join('|')] : [];
  try {
    const output = await run(
      [...files, ...filter, '--reporter=json', `--outputFile=${reportFile}`],
      AbortSignal.any([signal, AbortSignal.timeout(maxRunMs)]),
    );
    if (!existsSync(reportFile)) return { passed: [], failed: [], problems: [output.trim().slice(-1_000)] };
    return readReport(readFileSync(reportFile, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs Vitest in its own process group, which is killed when the signal is aborted; returns what it wrote to stderr. */
function run(args: string[], signal: AbortSignal): Promise<string> {
  const child = spawn(process.execPath, [join(repoRoot, 'node_modules/vitest/vitest.mjs'), 'run', ...args], {
    cwd: repoRoot,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const kill = () => {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  signal.addEventListener('abort', kill);
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      signal.removeEventListener('abort', kill);
      resolve(signal.aborted ? 'stopped, or ran too long' : output);
    });
  });
}

/** Reads Vitest's JSON report. Skipped tests are left out. */
export function readReport(json: string): TestRun {
  const run: TestRun = { passed: [], failed: [], problems: [] };
  for (const { name, message, assertionResults } of reportSchema.parse(JSON.parse(json)).testResults) {
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
