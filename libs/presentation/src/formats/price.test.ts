import { describe, expect, it, vi } from 'vitest';
import { formatPrice, formatPriceWithCode } from './price.ts';

describe('formatPrice', () => {
  it.each([
    [undefined, 'GBP', 'GBP N/A'],
    ['free', 'USD', 'USD N/A'],
    ['12', 'NOT-A-CURRENCY', 'NOT-A-CURRENCY N/A'],
    ['', null, 'USD N/A'],
  ])('[FORMAT-04] formats %s in %s as %s', (amount, currency, text) => {
    expect(formatPrice(amount, currency)).toBe(text);
  });

  it.each([
    ['389', undefined, '$389'],
    ['1389.00', 'USD', '$1,389'],
    ['700', 'EUR', '€700'],
    ['1200', 'JPY', '¥1,200'],
  ])('[FORMAT-01] formats a whole amount without decimals: %s %s', (amount, currency, text) => {
    expect(formatPrice(amount, currency)).toBe(text);
  });

  it('[FORMAT-02] [UNIT-01] formats a fractional amount with its minor units', () => {
    expect(formatPrice('389.5', 'USD')).toBe('$389.50');
    expect(formatPrice('1.005', 'KWD')).toMatch(/1\.005$/);
    expect(formatPrice('4999.5', 'HUF')).toMatch(/4,999\.50$/);
  });

  it('[FORMAT-03] shows every digit of amounts beyond the precision of a float', () => {
    expect(formatPrice('9007199254740993.01', 'USD')).toBe('$9,007,199,254,740,993.01');
    expect(formatPrice('1.005', 'USD')).toBe('$1.005');
  });

  it('creates each formatter once per currency and number of decimals', () => {
    const constructed = vi.spyOn(Intl, 'NumberFormat');
    expect(['1.50', '22.75', '333.10'].map((amount) => formatPrice(amount, 'CHF'))).toHaveLength(3);
    expect(constructed).toHaveBeenCalledTimes(1);
    constructed.mockRestore();
  });
});

it.each([
  ['197', 'USD', '$197 (USD)'],
  ['1200', 'JPY', '¥1,200 (JPY)'],
  ['147.990', 'KWD', 'KWD\u00a0147.990'],
  [null, 'KWD', 'KWD N/A'],
])('[FORMAT-04] a price with the code of its currency has it once: %s %s', (amount, currency, text) =>
  expect(formatPriceWithCode(amount, currency)).toBe(text),
);
