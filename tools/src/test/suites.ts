import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { addOutcomes, runAndCapture, type Outcome } from '../check/run-checks.ts';
import { formatError } from '../local/user-error.ts';
import { getDataFolder, ensureFolder, repoRoot } from '../local/paths.ts';
import { buildReleases } from '../local/testing.ts';
import { findChromium } from './chromium.ts';
import { readPlaywrightReport, readVitestReport } from './reports.ts';

type Print = (line: string) => void;

/** Runs the unit and integration tests, with a separate PostgreSQL and Redis. */
export function runUnitTests(print: Print): Promise<Outcome> {
  const file = prepareReportFile('vitest.json');
  return runSuite(print, 'Unit and integration', file, {
    args: ['vitest/vitest.mjs', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
    read: readVitestReport,
  });
}

/**
 * Runs the browser tests against separate products: the project of two workers by itself, then both halves of the exclusive one, whose
 * tests mostly wait.
 */
export async function runBrowserTests(print: Print): Promise<Outcome> {
  try {
    const chromium = await findChromium(print);
    // Once, before each run starts a product with them.
    await buildReleases();
    const run = (name: string, ...options: string[]) => runBrowserProject(print, name, options, chromium);
    return addOutcomes([
      await run('pages', '--project=pages'),
      ...(await Promise.all([
        run('exclusive-1', '--project=exclusive', '--shard=1/2'),
        run('exclusive-2', '--project=exclusive', '--shard=2/2'),
      ])),
    ]);
  } catch (error) {
    return { passed: 0, failed: 1, failures: [`Browser tests\n${formatError(error)}`] };
  }
}

function runBrowserProject(
  print: Print,
  name: string,
  selection: string[],
  chromium: string,
): Promise<Outcome> {
  const file = prepareReportFile(`playwright-${name}.json`);
  const results = join(getDataFolder(), 'test-results', name);
  const options = ['--config=e2e/playwright.config.ts', '--reporter=line,json', `--output=${results}`];
  return runSuite(print, `Browser, ${name}`, file, {
    args: ['@playwright/test/cli.js', 'test', '--no-deps', ...selection, ...options],
    env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    read: readPlaywrightReport,
  });
}

interface Suite {
  args: [string, ...string[]];
  env?: Record<string, string>;
  read(report: unknown): Outcome;
}

async function runSuite(
  print: Print,
  name: string,
  file: string,
  { args, env, read }: Suite,
): Promise<Outcome> {
  const started = performance.now();
  const [script, ...rest] = args;
  const { code, output } = await runAndCapture({
    command: process.execPath,
    args: [join(repoRoot, 'node_modules', script), ...rest],
    env,
  });
  const report = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
  const outcome = toOutcome(code, report, `${name}\n${output.trim()}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const mark = outcome.failed === 0 ? '✓' : '✗';
  print(
    `  ${mark} ${name.padEnd(24)}${seconds.padStart(6)} s   ${outcome.passed} passed, ${outcome.failed} failed`,
  );
  for (const [line] of output.matchAll(/^Figures: .*/gm)) print(`    ${line}`);
  return outcome;
}

/** A run that fails without a failed test, or that runs no test, counts as one failure, of which at least its output tells. */
export function toOutcome(code: number, reported: Outcome | undefined, output: string): Outcome {
  const { passed, failed, failures } = reported ?? { passed: 0, failed: 0, failures: [] };
  return failed === 0 && (code !== 0 || passed === 0)
    ? { passed, failed: 1, failures: failures.length > 0 ? failures : [output] }
    : { passed, failed, failures };
}

function prepareReportFile(name: string): string {
  const file = join(ensureFolder(join(getDataFolder(), 'test-reports')), name);
  rmSync(file, { force: true });
  return file;
}
