import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  amountInputSchema,
  amountSchema,
  currencySchema,
  dateSchema,
  iataCodeSchema,
} from './common.schema.ts';

const isValid = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

describe('an amount', () => {
  it.each(['0', '389.5', '-4.05', '1.2345', '999999999999.9999'])('may be "%s"', (amount) =>
    expect(amountSchema.parse(amount)).toBe(amount),
  );

  it.each(['', '.5', '5.', '1.23456', '1234567890123', '1e3', '12,50', ' 5', '5 ', '--5', '+5'])(
    'may not be "%s"',
    (amount) =>
      expect(amountSchema.safeParse(amount).error?.issues.map(({ message }) => message)).toEqual([
        'Invalid input',
      ]),
  );

  it('in a request may be a number', () => {
    expect(amountInputSchema.parse(123.5)).toBe('123.5');
    expect(amountInputSchema.parse('123.50')).toBe('123.50');
    for (const value of [Number.POSITIVE_INFINITY, 1e21, 1.23456, true])
      expect(isValid(amountInputSchema, value)).toBe(false);
  });
});

it.each([
  ['currency', currencySchema, ['USD'], ['usd', 'US', 'USDT', 'U5D', ' USD', 'USD ']],
  ['day', dateSchema, ['2028-02-29'], ['2027-02-29', '2027-2-1', '2027-02-01T00:00', '']],
  ['airport code', iataCodeSchema, ['JFK', 'jfk'], ['JF', 'JFKX', 'J1K', ' JFK', 'JFK ']],
])('a %s is checked as a whole', (_, schema, valid, invalid) => {
  expect(valid.filter((value) => !isValid(schema, value))).toEqual([]);
  for (const value of invalid)
    expect(
      schema.safeParse(value).error?.issues.map(({ message }) => message),
      value,
    ).toEqual(['Invalid input']);
});

it('an airport code is read in capitals', () => expect(iataCodeSchema.parse('jfk')).toBe('JFK'));
