import { describe, expect, it } from 'vitest';
import { removeRule, type Guard } from './guard.ts';
import { judge } from './run-guards.ts';
import { readReport } from './vitest-run.ts';

const guard: Guard = {
  when: 'all is allowed',
  file: 'a.ts',
  code: /if \(a\) .*;/,
  test: 'a.test.ts',
  title: 'works',
};

describe('removeRule', () => {
  it('replaces the code', () => {
    expect(removeRule('x();\nif (a) throw b;\ny();', guard)).toBe('x();\n\ny();');
    expect(removeRule('if (a) throw b;', { ...guard, code: /if (\(a\)) throw/, without: 'void $1;' })).toBe(
      'void (a); b;',
    );
  });

  it.each([
    ['does not occur', 'x();'],
    ['occurs twice', 'if (a) throw b;\nif (a) throw c;'],
  ])('throws when the code %s', (_, source) =>
    expect(() => removeRule(source, guard)).toThrow(/occurs [02] times in a\.ts/),
  );

  it('throws when the result is no valid TypeScript or the same', () => {
    expect(() => removeRule('if (a) throw b;', { ...guard, without: 'if (' })).toThrow(
      'all is allowed: a.ts',
    );
    expect(() => removeRule('if (a) throw b;', { ...guard, without: '$&' })).toThrow('itself');
  });
});

describe('judge', () => {
  const test = { file: 'a.test.ts', name: 'works' };
  const run = { passed: [test], failed: [], problems: [] };

  it('is caught when a test fails', () =>
    expect(judge({ ...run, failed: [{ ...test, message: 'AssertionError: expected 1' }] })).toEqual({
      outcome: 'caught',
    }));

  it('survives when all tests pass', () => expect(judge(run)).toEqual({ outcome: 'survived' }));

  it.each([
    ['a file does not load', { ...run, problems: ['a.test.ts: SyntaxError'] }],
    ['a name is missing', { ...run, failed: [{ ...test, message: 'ReferenceError: b is not defined' }] }],
    ['no test runs', { ...run, passed: [] }],
  ])('is broken when %s', (_, result) => expect(judge(result).outcome).toBe('broken'));
});

it('readReport separates tests from files that do not load and leaves out skipped tests', () => {
  const result = (fullName: string, status: string) => ({ fullName, status, failureMessages: ['Error: no'] });
  const testResults = [
    { name: '/x', message: 'cannot load', assertionResults: [] },
    {
      name: '/y',
      message: '',
      assertionResults: [result('a', 'passed'), result('b', 'failed'), result('c', 'skipped')],
    },
  ];
  const report = { numPassedTests: 1, numTotalTests: 3, testResults };
  const { passed, failed, problems } = readReport(JSON.stringify(report));
  expect(passed.map(({ name }) => name)).toEqual(['a']);
  expect(failed.map(({ name, message }) => `${name} ${message}`)).toEqual(['b Error: no']);
  expect(problems).toEqual([expect.stringContaining('cannot load')]);
});
