import { describe, expect, it } from 'vitest';
import { searchFieldsSchema, searchPageQuerySchema, searchRequestSchema } from './search.schema.ts';

const valid = { origin: 'jfk', destination: 'LHR', departureDate: '2026-12-01' };
const messages = (input: object) =>
  searchRequestSchema.safeParse(input).error?.issues.map((issue) => issue.message);

describe('search schema', () => {
  it('[API-01] applies defaults and parses numbers from URL parameters', () => {
    expect(searchRequestSchema.parse({ ...valid, adultsCount: '2' })).toEqual({
      origin: 'JFK',
      destination: 'LHR',
      departureDate: '2026-12-01',
      cabinClass: 'economy',
      adultsCount: 2,
      childrenCount: 0,
      infantsCount: 0,
    });
  });

  it.each([
    ['[FORM-17]', { ...valid, origin: 'NY' }, 'Please select an origin airport'],
    ['[FORM-17]', { ...valid, destination: undefined }, 'Please select a destination airport'],
    ['[FORM-18]', { ...valid, departureDate: undefined }, 'Please select a departure date'],
    ['[FORM-19]', { ...valid, adultsCount: 0 }, 'At least 1 adult is required'],
    ['[FORM-21]', { ...valid, destination: 'JFK' }, 'Origin and destination cannot be the same'],
    ['[FORM-23]', { ...valid, returnDate: '2026-11-30' }, 'Return date must be after departure date'],
    [
      '[API-34]',
      { ...valid, adultsCount: 5, childrenCount: 5 },
      'At most 9 travellers can be searched for at once',
    ],
    ['[API-34]', { ...valid, adultsCount: 40 }, 'At most 9 travellers can be searched for at once'],
    ['[API-34]', { ...valid, adultsCount: 1, infantsCount: 2 }, 'Each infant needs an adult to travel with'],
  ])('%s rejects %o', (_, input, message) => {
    expect(messages(input)).toEqual([message]);
  });

  it.each([
    ['[FORM-28] a date in another form', { departureDate: '12/01/2026' }],
    ['[FORM-28] a day that does not exist', { departureDate: '2026-02-30' }],
    ['[FORM-11] another cabin', { cabinClass: 'balcony' }],
    ['[FORM-20] a fraction of a child', { childrenCount: 1.5 }],
    ['[FORM-20] ten infants', { infantsCount: 10 }],
    ['[FORM-19] ten adults', { adultsCount: 10 }],
  ])('rejects %s', (_, change) => {
    expect(searchFieldsSchema.safeParse({ ...valid, ...change }).success).toBe(false);
  });

  it('[FORM-23] accepts a return on the departure day', () => {
    expect(messages({ ...valid, returnDate: '2026-12-01' })).toBeUndefined();
  });

  it('[API-32] accepts page 1 with a limit of 100', () => {
    expect(searchPageQuerySchema.parse({ ...valid, page: '1', limit: '100' })).toMatchObject({
      page: 1,
      limit: 100,
    });
  });

  it('[LIST-01] accepts the limit of the whole list on page 1 only', () => {
    const isAccepted = (page: number, limit: number) =>
      searchPageQuerySchema.safeParse({ ...valid, page, limit }).success;
    expect([isAccepted(1, 5_000), isAccepted(1, 5_001), isAccepted(2, 200), isAccepted(2, 201)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});
