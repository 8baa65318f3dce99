import { describe, expect, it } from 'vitest';
import { fromStripeAmount, toStripeAmount, toStripeRefundAmount } from './amounts.ts';

describe('toStripeAmount', () => {
  it('[PROVIDER-42] returns undefined for a three-decimal amount that Stripe does not accept', () => {
    expect(toStripeAmount(12_345, 'KWD')).toBeUndefined();
  });

  it.each([
    [49, 'USD', undefined],
    [50, 'USD', 50],
    [29, 'GBP', undefined],
    [30, 'GBP', 30],
    [49, 'JPY', undefined],
    [0, 'LYD', undefined],
    [99_999_999, 'USD', 99_999_999],
    [100_000_000, 'USD', undefined],
    [100_000_000, 'JPY', 100_000_000],
  ])('[REFUSAL-02] converts only what Stripe charges: %i %s to %s', (minor, currency, expected) =>
    expect(toStripeAmount(minor, currency)).toBe(expected),
  );

  it('[PROVIDER-42] [UNIT-01] converts ISO 4217 minor units to the decimals of Stripe', () => {
    expect(toStripeAmount(38_950, 'USD')).toBe(38_950);
    expect(toStripeAmount(1200, 'JPY')).toBe(1200);
    expect(toStripeAmount(12_340, 'KWD')).toBe(12_340);
    expect(toStripeAmount(1200, 'UGX')).toBe(120_000);
    expect(toStripeAmount(12_340, 'LYD')).toBe(1234);
    expect(toStripeAmount(12_345, 'LYD')).toBeUndefined();
    expect(toStripeAmount(2900, 'CLF')).toBe(29);
    expect(toStripeAmount(499_950, 'HUF')).toBe(499_950);
    expect(toStripeAmount(499_900, 'MGA')).toBe(4999);
    expect(toStripeAmount(499_950, 'MGA')).toBeUndefined();
  });
});

describe('toStripeRefundAmount', () => {
  it.each([
    [1, 'USD', 1],
    [30, 'JPY', 30],
    [10, 'KWD', 10],
    [12_345, 'KWD', undefined],
    [12_340, 'LYD', 1234],
    [1200, 'UGX', 120_000],
    [499_950, 'MGA', undefined],
  ])('[REFUND-05] [UNIT-01] has no minimum: %i %s is %s', (minor, currency, expected) =>
    expect(toStripeRefundAmount(minor, currency)).toBe(expected),
  );
});

describe('fromStripeAmount', () => {
  it.each([
    [38_950, 'USD'],
    [1200, 'JPY'],
    [12_340, 'KWD'],
    [1200, 'UGX'],
    [12_340, 'LYD'],
    [499_900, 'MGA'],
  ])('[UNIT-01] returns what toStripeAmount was given: %i %s', (minor, currency) => {
    expect(fromStripeAmount(toStripeAmount(minor, currency) ?? Number.NaN, currency)).toBe(minor);
  });
});
