import { expect, it, vi } from 'vitest';
import { amountSchema } from './common.schema.ts';
import { currencyDigits, equalsMoney, formatMinor, parseMinor, parseMoney } from './money.ts';

it.each([
  ['389.5', 'USD', 38950],
  ['0.29', 'USD', 29],
  ['1200', 'JPY', 1200],
  ['1.234', 'KWD', 1234],
  ['-4.05', 'EUR', -405],
  ['389.5000', 'USD', 38950],
])('parses %s %s as %i minor units', (amount, currency, minor) => {
  expect(parseMinor(amount, currency)).toBe(minor);
});

it.each([
  ['389.505', 'USD'],
  ['389.50000', 'USD'],
  ['1234567890123', 'USD'],
  ['12.5', 'JPY'],
  ['1e3', 'USD'],
  ['', 'USD'],
  ['12,50', 'USD'],
  ['12', 'dollars'],
  ['12', 'USDX'],
  ['12', 'xUSD'],
  ['12', 'usd'],
  ['x12', 'USD'],
  ['12x', 'USD'],
])('rejects %s %s instead of rounding', (amount, currency) => {
  expect(parseMinor(amount, currency)).toBeUndefined();
});

it.each(['1', '-1.5', '1.2000', '1.20000', '999999999999', '1234567890123', '1.', '.5', '+1', '1e3'])(
  'parses %s exactly if the contract permits it as an amount',
  (amount) => {
    // No decimals of these amounts are refused for the currency.
    expect(parseMinor(amount, 'USD') !== undefined).toBe(amountSchema.safeParse(amount).success);
  },
);

it.each([
  [38950, 'USD', '389.50'],
  [5, 'USD', '0.05'],
  [-405, 'EUR', '-4.05'],
  [1200, 'JPY', '1200'],
  [1234, 'KWD', '1.234'],
])('formats %i %s as %s', (minor, currency, amount) => {
  expect(formatMinor(minor, currency)).toBe(amount);
});

it.each([
  ['an invalid amount', parseMoney('12,50', 'USD'), parseMoney('12,50', 'USD')],
  ['another amount', parseMoney('12.50', 'USD'), parseMoney('12.51', 'USD')],
  ['another currency and amount', parseMoney('12.50', 'USD'), parseMoney('12.51', 'EUR')],
  ['an unknown amount', parseMoney('12.50', 'USD'), undefined],
  ['another currency', parseMoney('12.50', 'USD'), parseMoney('12.50', 'EUR')],
])('does not equal %s', (_, a, b) => {
  expect(equalsMoney(a, b)).toBe(false);
});

it('equals the same amount with another number of decimals', () => {
  expect(equalsMoney(parseMoney('12.5', 'USD'), { minor: 1250, currency: 'USD' })).toBe(true);
});

it('does not equal from an unknown amount', () => {
  expect(equalsMoney(undefined, parseMoney('12.50', 'USD'))).toBe(false);
});

it.each([
  ['JPY KRW VND CLP ISK UGX XOF', 0],
  ['USD EUR HUF COP IDR PKR AFN ALL IRR KPW LAK LBP MGA MMK SLL SOS SYP YER MRU', 2],
  ['KWD BHD JOD OMR TND IQD LYD', 3],
  ['CLF UYW', 4],
])('[UNIT-01] has the decimals of ISO 4217 for %s: %i', (codes, digits) => {
  for (const code of codes.split(' ')) expect(currencyDigits(code), code).toBe(digits);
});

it('[UNIT-01] does not ask the runtime for the decimals of a currency', () => {
  const format = vi.spyOn(Intl, 'NumberFormat');
  expect(parseMinor('4999.50', 'HUF')).toBe(499_950);
  expect(formatMinor(499_950, 'HUF')).toBe('4999.50');
  expect(format).not.toHaveBeenCalled();
  format.mockRestore();
});

it.each(['usd', 'US', 'DOLLAR', ''])('throws for %j, which is not a currency code', (code) => {
  expect(() => currencyDigits(code)).toThrow(RangeError);
});
