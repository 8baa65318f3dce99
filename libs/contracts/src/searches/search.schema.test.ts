import { describe, expect, it } from 'vitest';
import { sampleOffer } from '../testing/offers.ts';
import {
  searchFieldsSchema,
  searchPageQuerySchema,
  searchProgressSchema,
  searchRequestSchema,
  searchResponseSchema,
} from './search.schema.ts';

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
    ['[FORM-20] minus one child', { childrenCount: -1 }],
    ['[FORM-20] ten children', { childrenCount: 10 }],
    ['[FORM-20] a fraction of an infant', { infantsCount: 0.5 }],
    ['[FORM-20] minus one infant', { infantsCount: -1 }],
    ['[FORM-20] ten infants', { infantsCount: 10 }],
    ['[FORM-19] ten adults', { adultsCount: 10 }],
  ])('rejects %s', (_, change) => {
    expect(searchFieldsSchema.safeParse({ ...valid, ...change }).success).toBe(false);
  });

  it.each([{ childrenCount: 0 }, { childrenCount: 9 }, { infantsCount: 0 }, { infantsCount: 9 }])(
    '[FORM-20] the shared schema accepts %o',
    (change) => expect(searchFieldsSchema.parse({ ...valid, ...change })).toMatchObject(change),
  );

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

it('[API-34] names the field of a violated rule', () => {
  const paths = (change: object) =>
    searchRequestSchema.safeParse({ ...valid, ...change }).error?.issues.map(({ path }) => path.join('.'));
  expect(paths({ adultsCount: 5, childrenCount: 5 })).toEqual(['adultsCount']);
  expect(paths({ destination: 'JFK' })).toEqual(['destination']);
  const whole = searchPageQuerySchema.safeParse({ ...valid, page: 2, limit: 201 }).error?.issues;
  expect(whole?.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['limit', 'Only page 1 may have more than 200 offers'],
  ]);
});

it('[API-32] has pages 1 to 100 of at least one offer, and 30 by default', () => {
  expect(searchPageQuerySchema.parse(valid)).toMatchObject({ page: 1, limit: 30 });
  const isValid = (page: number, limit: number) =>
    searchPageQuerySchema.safeParse({ ...valid, page, limit }).success;
  expect([isValid(100, 1), isValid(0, 1), isValid(101, 1), isValid(1, 0), isValid(1.5, 1)]).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

it('[API-02] a search response has its offers, their number, and the facts of the search', () => {
  const response = {
    search_id: 'sea_1',
    offers: [sampleOffer()],
    total_count: 1,
    searched_at: '2026-12-01T10:00:00Z',
    facts: { itinerary_count: 1, median_emissions_kg: 400, shortest_minutes: null },
  };
  expect(searchResponseSchema.parse(response)).toEqual(response);
  for (const field of Object.keys(response))
    expect(searchResponseSchema.safeParse({ ...response, [field]: undefined }).success, field).toBe(false);
  expect(searchResponseSchema.safeParse({ ...response, facts: {} }).success).toBe(false);
});

it('[RESULTS-24] the progress of a search has at most three offers, and the count of each airline', () => {
  const progress = (offers: number) => ({
    offers: Array.from({ length: offers }, () => sampleOffer()),
    airlines: [{ iata_code: 'BA', name: 'British Airways', count: 2 }],
    total_count: 2,
    answered_batches: 1,
    total_batches: 4,
  });
  expect(searchProgressSchema.parse(progress(1))).toEqual(progress(1));
  expect([0, 3, 4].map((count) => searchProgressSchema.safeParse(progress(count)).success)).toEqual([
    true,
    true,
    false,
  ]);
  expect(searchProgressSchema.safeParse({ ...progress(1), airlines: [{}] }).success).toBe(false);
});
