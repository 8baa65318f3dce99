import { describe, expect, it } from 'vitest';
import { judge } from './suites.ts';

describe('a suite', () => {
  it('that ended badly without a failed test has failed', () => {
    expect(judge(1, { passed: 12, failed: 0 })).toEqual({ passed: 12, failed: 1 });
  });

  it('that left no report has failed', () => {
    expect(judge(0, undefined)).toEqual({ passed: 0, failed: 1 });
  });

  it('that ran no test has failed', () => {
    expect(judge(0, { passed: 0, failed: 0 })).toEqual({ passed: 0, failed: 1 });
  });

  it('is counted by its tests otherwise', () => {
    expect(judge(1, { passed: 12, failed: 3 })).toEqual({ passed: 12, failed: 3 });
    expect(judge(0, { passed: 15, failed: 0 })).toEqual({ passed: 15, failed: 0 });
  });
});
