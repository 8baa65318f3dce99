import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import type { Outcome } from '../check/run-checks.ts';
import { repoRoot } from '../local/paths.ts';

/** The part of Vitest's JSON report that is used. */
const vitestReport = z.object({
  numPassedTests: z.number(),
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** Reads the JSON report of vitest. A test that was collected and did not finish counts as failed, which vitest itself does not say. */
export function readVitestReport(json: unknown): Outcome {
  const { numPassedTests: passed, numTotalTests, testResults } = vitestReport.parse(json);
  const failures = testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(repoRoot, name);
    const tests = assertionResults.filter((test) => test.status !== 'passed');
    return [
      // The message is that of a file that could not be loaded, or set up.
      ...(message === '' ? [] : [describe(file, [message])]),
      ...tests.map((test) => describe(`${file} › ${test.fullName}`, test.failureMessages ?? [])),
    ];
  });
  return { passed, failed: numTotalTests - passed, failures };
}

const playwrightTests = z.object({
  title: z.string(),
  file: z.string(),
  ok: z.boolean(),
  tests: z.array(
    z.object({
      results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })),
    }),
  ),
});

const playwrightSuite = z.object({
  specs: z.array(playwrightTests),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(playwrightSuite),
});

/** Reads the JSON report of Playwright. */
export function readPlaywrightReport(json: unknown): Outcome {
  const { stats, suites } = playwrightReport.parse(json);
  const failed = suites.flatMap(listSpecs).filter(({ ok }) => !ok);
  const failures = failed.map(({ file, title, tests }) => {
    const errors = tests.flatMap(({ results }) => results).flatMap((result) => result.errors);
    return describe(
      `${file} › ${title}`,
      errors.map(({ message = '' }) => message),
    );
  });
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, failures };
}

type PlaywrightSuite = z.infer<typeof playwrightSuite>;

const listSpecs = ({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite['specs'] => [
  ...specs,
  ...suites.flatMap(listSpecs),
];

/** A page of text at most for each failure, so that the end of a long output names all of them. */
const maxLines = 30;

function describe(title: string, messages: string[]): string {
  const lines = messages.flatMap((message) => stripVTControlCharacters(message).split('\n'));
  return [title, ...lines.slice(0, maxLines)].join('\n');
}
