import { expect, it } from 'vitest';
import { optionalPaths } from '../testing/optional-paths.ts';
import { priceCalendarQuerySchema, priceCalendarSchema } from './price-calendar.schema.ts';

const route = { origin: 'jfk', destination: 'LHR' };
const isValid = (change: object) => priceCalendarQuerySchema.safeParse({ ...route, ...change }).success;

it('a price calendar is that of one adult, one way and in Economy unless told otherwise', () => {
  expect(priceCalendarQuerySchema.parse(route)).toEqual({
    origin: 'JFK',
    destination: 'LHR',
    tripType: 'one-way',
    cabinClass: 'economy',
    adultsCount: 1,
    childrenCount: 0,
    infantsCount: 0,
  });
  const other = {
    tripType: 'round-trip',
    cabinClass: 'first',
    adultsCount: '9',
    childrenCount: '9',
    infantsCount: '9',
  };
  expect(priceCalendarQuerySchema.parse({ ...route, ...other })).toMatchObject({
    ...{ tripType: 'round-trip', cabinClass: 'first' },
    ...{ adultsCount: 9, childrenCount: 9, infantsCount: 9 },
  });
});

it.each([
  { tripType: 'multi-city' },
  { adultsCount: 0 },
  { adultsCount: 10 },
  { childrenCount: -1 },
  { childrenCount: 1.5 },
  { infantsCount: 10 },
  { origin: undefined },
])('a price calendar is refused for %o', (change) => expect(isValid(change)).toBe(false));

it('a day of the calendar requires date, price and the time at which it was found', () => {
  const days = [
    { date: '2026-12-05', total_amount: '389.50', total_currency: 'USD', seen_at: '2026-12-01T10:00:00Z' },
  ];
  expect(priceCalendarSchema.parse({ days })).toEqual({ days });
  expect(optionalPaths(priceCalendarSchema, { days })).toEqual([]);
});
