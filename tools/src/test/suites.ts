import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { addOutcomes, runAndCapture, type Outcome } from '../check/run-checks.ts';
import { formatError } from '../local/user-error.ts';
import { getDataFolder, ensureFolder, repoRoot } from '../local/paths.ts';
import { buildReleases } from '../local/testing.ts';
import { findChromium } from './chromium.ts';

type Print = (line: string) => void;

const vitestReport = z.object({ numPassedTests: z.number(), numTotalTests: z.number() });
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

/** Runs the unit and integration tests, with a separate PostgreSQL and Redis. */
export function runUnitTests(print: Print): Promise<Outcome> {
  const file = prepareReportFile('vitest.json');
  return runSuite(print, 'Unit and integration', file, {
    args: ['vitest/vitest.mjs', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
    read: (json) => {
      const { numPassedTests: passed, numTotalTests } = vitestReport.parse(json);
      // A test that was collected and did not finish counts as failed: vitest itself reports it as neither.
      return { passed, failed: numTotalTests - passed };
    },
  });
}

/**
 * The projects of e2e/playwright.config.ts. Each run has a product of its own here, so that they run at the same time; an exclusive test
 * mostly waits, so half of these run beside the other half.
 */
const browserRuns: [name: string, ...options: string[]][] = [
  ['pages', '--project=pages'],
  ['exclusive-1', '--project=exclusive', '--shard=1/2'],
  ['exclusive-2', '--project=exclusive', '--shard=2/2'],
];

/** Runs the browser tests against separate products. */
export async function runBrowserTests(print: Print): Promise<Outcome> {
  try {
    const chromium = await findChromium(print);
    // Once, before each run starts a product with them.
    await buildReleases();
    const outcomes = await Promise.all(
      browserRuns.map(([name, ...options]) => runBrowserProject(print, name, options, chromium)),
    );
    return addOutcomes(outcomes);
  } catch (error) {
    print(`  ✗ Browser tests\n    ${formatError(error)}`);
    return { passed: 0, failed: 1 };
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
    read: (json) => {
      const { stats } = playwrightReport.parse(json);
      return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
    },
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
  const outcome = toOutcome(
    code,
    existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : undefined,
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const mark = outcome.failed === 0 ? '✓' : '✗';
  print(
    `  ${mark} ${name.padEnd(24)}${seconds.padStart(6)} s   ${outcome.passed} passed, ${outcome.failed} failed`,
  );
  for (const [line] of output.matchAll(/^Figures: .*/gm)) print(`    ${line}`);
  if (outcome.failed > 0) print(output.trimEnd().replace(/^/gm, '    '));
  return outcome;
}

/** A run that fails without a failed test, or that runs no test, counts as one failure. */
export function toOutcome(code: number, reported: Outcome | undefined): Outcome {
  const { passed, failed } = reported ?? { passed: 0, failed: 0 };
  const isValid = code === 0 && passed > 0;
  return { passed, failed: isValid ? failed : Math.max(failed, 1) };
}

function prepareReportFile(name: string): string {
  const file = join(ensureFolder(join(getDataFolder(), 'test-reports')), name);
  rmSync(file, { force: true });
  return file;
}
