import { describe, expect, it } from 'vitest';
import { toOutcome } from './suites.ts';

describe('the outcome of a suite', () => {
  it('is a failure when the command fails without a failed test', () => {
    expect(toOutcome(1, { passed: 12, failed: 0 })).toEqual({ passed: 12, failed: 1 });
  });

  it('is a failure without a report', () => {
    expect(toOutcome(0, undefined)).toEqual({ passed: 0, failed: 1 });
  });

  it('is a failure when no test ran', () => {
    expect(toOutcome(0, { passed: 0, failed: 0 })).toEqual({ passed: 0, failed: 1 });
  });

  it('counts passed and failed tests otherwise', () => {
    expect(toOutcome(1, { passed: 12, failed: 3 })).toEqual({ passed: 12, failed: 3 });
    expect(toOutcome(0, { passed: 15, failed: 0 })).toEqual({ passed: 15, failed: 0 });
  });
});
