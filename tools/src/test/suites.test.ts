import { describe, expect, it } from 'vitest';
import { toOutcome } from './suites.ts';

describe('the outcome of a suite', () => {
  const failures = ['a.test.ts › adds'];

  it('is a failure with the output when the command fails without a failed test', () => {
    const outcome = toOutcome(1, { passed: 12, failed: 0, failures: [] }, 'Segmentation fault');
    expect(outcome).toEqual({ passed: 12, failed: 1, failures: ['Segmentation fault'] });
  });

  it('is a failure with what the report says of a file that could not be loaded', () => {
    const outcome = toOutcome(1, { passed: 12, failed: 0, failures }, 'all the output');
    expect(outcome).toEqual({ passed: 12, failed: 1, failures });
  });

  it('is a failure without a report', () => {
    expect(toOutcome(0, undefined, 'nothing')).toEqual({ passed: 0, failed: 1, failures: ['nothing'] });
  });

  it('is a failure when no test ran', () => {
    const outcome = toOutcome(0, { passed: 0, failed: 0, failures: [] }, 'nothing');
    expect(outcome).toEqual({ passed: 0, failed: 1, failures: ['nothing'] });
  });

  it('is none when no test ran of a part that may be empty, but one without a report', () => {
    const none = { passed: 0, failed: 0, failures: [] };
    expect(toOutcome(0, none, 'nothing', true)).toEqual(none);
    expect(toOutcome(0, undefined, 'nothing', true).failed).toBe(1);
    expect(toOutcome(1, none, 'crashed', true).failed).toBe(1);
  });

  it('counts passed and failed tests otherwise', () => {
    const failed = { passed: 12, failed: 1, failures };
    expect(toOutcome(1, failed, 'all the output')).toEqual(failed);
    const passed = { passed: 15, failed: 0, failures: [] };
    expect(toOutcome(0, passed, 'all the output')).toEqual(passed);
  });
});
