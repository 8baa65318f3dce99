import { describe, expect, it, vi } from 'vitest';
import { formatPrice } from './price.ts';

describe('formatPrice', () => {
  it.each([
    [undefined, 'GBP', 'GBP N/A'],
    ['free', 'USD', 'USD N/A'],
    ['12', 'NOT-A-CURRENCY', 'NOT-A-CURRENCY N/A'],
    ['', null, 'USD N/A'],
  ])('[FORMAT-04] %s in %s reads %s', (amount, currency, text) => {
    expect(formatPrice(amount, currency)).toBe(text);
  });

  it.each([
    ['389', undefined, '$389'],
    ['1389.00', 'USD', '$1,389'],
    ['700', 'EUR', '€700'],
    ['1200', 'JPY', '¥1,200'],
  ])('[FORMAT-01] a whole amount has no decimals: %s %s', (amount, currency, text) => {
    expect(formatPrice(amount, currency)).toBe(text);
  });

  it('[FORMAT-02] an amount that is not whole shows its cents', () => {
    expect(formatPrice('389.5', 'USD')).toBe('$389.50');
    expect(formatPrice('1.005', 'KWD')).toMatch(/1\.005$/);
  });

  it('[FORMAT-03] shows every digit of amounts that floats cannot hold', () => {
    expect(formatPrice('9007199254740993.01', 'USD')).toBe('$9,007,199,254,740,993.01');
    expect(formatPrice('1.005', 'USD')).toBe('$1.005');
  });

  it('makes a formatter once for all prices of a kind', () => {
    const constructed = vi.spyOn(Intl, 'NumberFormat');
    expect(['1.50', '22.75', '333.10'].map((amount) => formatPrice(amount, 'CHF'))).toHaveLength(3);
    // One that knows the usual decimals, one that prints them.
    expect(constructed).toHaveBeenCalledTimes(2);
    constructed.mockRestore();
  });
});
