import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repoRoot } from '../local/paths.ts';
import { readPlaywrightReport, readVitestReport } from './reports.ts';

it('names the failed tests of vitest, those that never ended, and files that could not be loaded', () => {
  const name = (file: string) => join(repoRoot, 'libs', file);
  const passed = { status: 'passed', fullName: 'adds', failureMessages: [] };
  const report = {
    numPassedTests: 2,
    numTotalTests: 4,
    testResults: [
      { name: name('a.test.ts'), status: 'passed', message: '', assertionResults: [passed] },
      {
        name: name('b.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          passed,
          {
            status: 'failed',
            fullName: 'sum subtracts',
            failureMessages: ['\u001b[31m1 is not 2\u001b[39m\n at b'],
          },
          { status: 'pending', fullName: 'sum divides' },
        ],
      },
      { name: name('c.test.ts'), status: 'failed', message: 'Cannot find module', assertionResults: [] },
    ],
  };
  expect(readVitestReport(report)).toEqual({
    passed: 2,
    failed: 2,
    failures: [
      'libs/b.test.ts › sum subtracts\n1 is not 2\n at b',
      'libs/b.test.ts › sum divides',
      'libs/c.test.ts\nCannot find module',
    ],
  });
});

it('names the failed tests of Playwright, also of nested groups', () => {
  const test = (message?: string) => [{ results: [{ errors: message ? [{ message }] : [] }] }];
  const group = { specs: [{ title: 'pays', file: 'pay.spec.ts', ok: false, tests: test('timed out') }] };
  const passed = { title: 'opens', file: 'pay.spec.ts', ok: true, tests: test() };
  const report = {
    stats: { expected: 1, unexpected: 1, flaky: 0 },
    suites: [{ specs: [passed], suites: [group] }],
  };
  expect(readPlaywrightReport(report)).toEqual({
    passed: 1,
    failed: 1,
    failures: ['pay.spec.ts › pays\ntimed out'],
  });
});
