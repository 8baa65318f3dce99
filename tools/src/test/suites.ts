import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { capture, type Outcome } from '../check/run-checks.ts';
import { describe } from '../local/problem.ts';
import { dataFolder, ensureFolder, repoRoot } from '../local/paths.ts';
import { findChromium } from './chromium.ts';

type Say = (line: string) => void;

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

/** Unit and integration tests, with a PostgreSQL and a Redis of their own. */
export function runUnitTests(say: Say): Promise<Outcome> {
  const file = reportFile('vitest.json');
  return runSuite(say, 'Unit and integration', file, {
    args: ['vitest/vitest.mjs', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
    read: (json) => {
      const { numPassedTests, numFailedTests } = vitestReport.parse(json);
      return { passed: numPassedTests, failed: numFailedTests };
    },
  });
}

/** Journeys in a browser, against a whole product on data of its own. */
export async function runJourneys(say: Say): Promise<Outcome> {
  const file = reportFile('playwright.json');
  let chromium: string;
  try {
    chromium = await findChromium(say);
  } catch (error) {
    say(`  ✗ Browser journeys\n    ${describe(error)}`);
    return { passed: 0, failed: 1 };
  }
  return runSuite(say, 'Browser journeys', file, {
    args: ['@playwright/test/cli.js', 'test', '--config=e2e/playwright.config.ts', '--reporter=line,json'],
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

async function runSuite(say: Say, name: string, file: string, { args, env, read }: Suite): Promise<Outcome> {
  const started = performance.now();
  const [script, ...rest] = args;
  const { code, output } = await capture({
    command: process.execPath,
    args: [join(repoRoot, 'node_modules', script), ...rest],
    env,
  });
  const outcome = judge(code, existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : undefined);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const mark = outcome.failed === 0 ? '✓' : '✗';
  say(
    `  ${mark} ${name.padEnd(24)}${seconds.padStart(6)} s   ${outcome.passed} passed, ${outcome.failed} failed`,
  );
  if (outcome.failed > 0) say(output.trimEnd().replace(/^/gm, '    '));
  return outcome;
}

/** A run that ended badly without a failed test to show for it is a failure all the same; so is one without tests. */
export function judge(code: number, counted: Outcome | undefined): Outcome {
  const { passed, failed } = counted ?? { passed: 0, failed: 0 };
  const isSound = code === 0 && passed > 0;
  return { passed, failed: isSound ? failed : Math.max(failed, 1) };
}

function reportFile(name: string): string {
  const file = join(ensureFolder(join(dataFolder(), 'test-reports')), name);
  rmSync(file, { force: true });
  return file;
}
