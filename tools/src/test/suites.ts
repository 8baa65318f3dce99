import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { addOutcomes, runAndCapture, type Outcome } from '../check/run-checks.ts';
import { formatError } from '../local/user-error.ts';
import { getDataFolder, ensureFolder } from '../local/paths.ts';
import { runBrowserProjects } from './browser.ts';
import { readPlaywrightReport, readVitestReport } from './reports.ts';

type Print = (line: string) => void;

const costFile = () => join(ensureFolder(join(getDataFolder(), 'test-reports')), 'cpu.tsv');

/** Lines of the processor seconds and the path of each test file of the last `runUnitTests`. */
export const readFileCosts = (): string => (existsSync(costFile()) ? readFileSync(costFile(), 'utf8') : '');

/** Runs the unit and integration tests, with a separate PostgreSQL and Redis. */
export function runUnitTests(
  print: Print,
  env: Record<string, string>,
  selection: readonly string[] = [],
): Promise<Outcome> {
  const file = prepareReportFile('vitest.json');
  rmSync(costFile(), { force: true });
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  return runSuite(print, 'Unit and integration', file, {
    args: ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...selection],
    env: { ...env, TEST_CPU_FILE: costFile() },
    read: readVitestReport,
  });
}

/** Runs the selected browser tests on one product. */
export async function runBrowserTests(print: Print, selection: readonly string[]): Promise<Outcome> {
  try {
    const outcomes = await runBrowserProjects(print, (project, command, env) => {
      const file = prepareReportFile(`playwright-${project}.json`);
      const results = join(getDataFolder(), 'test-results', project);
      const options = ['--reporter=line,json', `--output=${results}`];
      return runSuite(print, `Browser, ${project}`, file, {
        args: [...command, ...options, ...selection],
        env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
        read: readPlaywrightReport,
        mayBeEmpty: selection.includes('--pass-with-no-tests'),
      });
    });
    return addOutcomes(outcomes);
  } catch (error) {
    return { passed: 0, failed: 1, failures: [`Browser tests\n${formatError(error)}`] };
  }
}

interface Suite {
  args: string[];
  /** Whether the selection may have no test. */
  mayBeEmpty?: boolean;
  env?: Record<string, string>;
  read(report: unknown): Outcome;
}

async function runSuite(
  print: Print,
  name: string,
  file: string,
  { args, env, read, mayBeEmpty }: Suite,
): Promise<Outcome> {
  const started = performance.now();
  const { code, output } = await runAndCapture({ command: process.execPath, args, env });
  const report = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
  const outcome = toOutcome(code, report, `${name}\n${output.trim()}`, mayBeEmpty);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const mark = outcome.failed === 0 ? '✓' : '✗';
  print(
    `  ${mark} ${name.padEnd(24)}${seconds.padStart(6)} s   ${outcome.passed} passed, ${outcome.failed} failed`,
  );
  for (const [line] of output.matchAll(/^Figures: .*/gm)) print(`    ${line}`);
  return outcome;
}

/**
 * A run that fails without a failed test, or that runs no test where it may not be empty, counts as one failure, of which at least its
 * output tells.
 */
export function toOutcome(
  code: number,
  reported: Outcome | undefined,
  output: string,
  mayBeEmpty = false,
): Outcome {
  const { passed, failed, failures } = reported ?? { passed: 0, failed: 0, failures: [] };
  return failed === 0 && (code !== 0 || (passed === 0 && !(mayBeEmpty && reported)))
    ? { passed, failed: 1, failures: failures.length > 0 ? failures : [output] }
    : { passed, failed, failures };
}

function prepareReportFile(name: string): string {
  const file = join(ensureFolder(join(getDataFolder(), 'test-reports')), name);
  rmSync(file, { force: true });
  return file;
}
