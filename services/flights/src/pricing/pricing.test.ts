import { describe, expect, it } from 'vitest';
import type { ProviderPrice } from './provider-offer.ts';
import { toTravellerPrice } from './pricing.ts';

const price = (totalMinor: number, taxMinor = 0, currency = 'USD'): ProviderPrice => ({
  currency,
  totalMinor,
  taxMinor,
});

describe('toTravellerPrice', () => {
  it.each([
    // 105.69 x 1.23 = 129.9987
    [10_569, 23, 13_000],
    // 100.00 x 1.125 = 112.50, rounded half up
    [10_000, 12.5, 11_300],
    // 100.00 x 1.1249 = 112.49
    [10_000, 12.49, 11_200],
    [38_950, 0, 39_000],
  ])('[MONEY-02] returns for %i minor units and %f %% a total of %i', (total, percent, expected) => {
    expect(toTravellerPrice(price(total), percent).totalMinor).toBe(expected);
  });

  it('[MONEY-02] rounds to whole units for currencies with no or three decimals', () => {
    expect(toTravellerPrice(price(10_001, 0, 'JPY'), 23).totalMinor).toBe(12_301);
    expect(toTravellerPrice(price(100_400, 0, 'KWD'), 23).totalMinor).toBe(123_000);
  });

  it('[MONEY-02] is exact where floating point arithmetic is not', () => {
    // 0.5 of a unit exactly: 41.50 x 1.00 and 50.00 x 1.01 = 50.50
    expect(toTravellerPrice(price(5_000), 1).totalMinor).toBe(5_100);
    // 8.10 x 1.05 = 8.505 → 9, and 1.10 x 1.05 = 1.155 → 1
    expect(toTravellerPrice(price(810), 5).totalMinor).toBe(900);
    expect(toTravellerPrice(price(110), 5).totalMinor).toBe(100);
  });

  it('[MONEY-03] scales base and tax in proportion so that they add up to the total', () => {
    for (let total = 1_003; total < 90_000; total += 997) {
      const priced = toTravellerPrice(price(total, Math.floor(total / 3)), 23);
      expect(priced.baseMinor + priced.taxMinor).toBe(priced.totalMinor);
      expect(Math.abs(priced.taxMinor - priced.totalMinor / 3)).toBeLessThan(2);
    }
  });

  it('[MONEY-03] returns a base of 0, never negative, for an offer that consists of tax only', () => {
    expect(toTravellerPrice(price(10_040, 10_040), 0)).toMatchObject({
      totalMinor: 10_000,
      taxMinor: 10_000,
      baseMinor: 0,
    });
  });
});
