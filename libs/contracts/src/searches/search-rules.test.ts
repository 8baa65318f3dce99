import { describe, expect, it } from 'vitest';
import { searchFieldsSchema, searchRequestSchema } from './search.schema.ts';
import { checkSearchFields, checkSearchRules, type SearchRequest } from './search-rules.ts';

const valid: SearchRequest = {
  origin: 'JFK',
  destination: 'LHR',
  departureDate: '2026-12-01',
  returnDate: '2026-12-08',
  cabinClass: 'economy',
  adultsCount: 2,
  childrenCount: 1,
  infantsCount: 1,
};

const testValues: Partial<Record<keyof SearchRequest, readonly unknown[]>> = {
  origin: ['LHR', 'lhr', '', 'NY', 'JFKX', 'xJFK', 'J1K'],
  destination: ['jfk', 'CDG', '', '123'],
  departureDate: [
    '2026-12-08',
    '2026-02-30',
    '12/01/2026',
    '2026-13-01',
    '2028-02-29',
    '2026-1-1',
    'tomorrow',
  ],
  returnDate: [undefined, '2026-12-01', '2026-11-30', '2026-02-29', '0000-00-00'],
  cabinClass: ['premium_economy', 'business', 'first', 'balcony', ''],
  adultsCount: [1, 9, 10, 0, -1, 1.5, Number.NaN],
  childrenCount: [0, 6, 9, 10, -1, 0.5],
  infantsCount: [0, 2, 3, 9, 10, -2, 2.5],
};
const changes = Object.entries(testValues).flatMap(([field, values]) =>
  values.map((value) => ({ [field]: value }) as Partial<SearchRequest>),
);

/** The first issue of each field that the schema reports. */
function schemaIssues(search: SearchRequest): Record<string, string> {
  const issues = searchFieldsSchema.safeParse(search).error?.issues ?? [];
  return Object.fromEntries(issues.reverse().map(({ path, message }) => [String(path[0]), message]));
}

describe('search checks without zod', () => {
  it.each(changes)(
    '[FORM-17, FORM-18, FORM-19, FORM-28] return the message of the schema for %o',
    (change) => {
      const search = { ...valid, ...change };
      expect(checkSearchFields(search)).toEqual(schemaIssues(search));
    },
  );

  it.each(changes)(
    '[FORM-20, FORM-21, FORM-23, API-34] return the rule that the schema reports for %o',
    (change) => {
      const search = { ...valid, ...change };
      if (Object.keys(checkSearchFields(search)).length > 0) return;
      const issue = searchRequestSchema.safeParse(search).error?.issues[0];
      expect(checkSearchRules(search)?.message).toBe(issue?.message);
    },
  );

  it('return no problems for a valid search', () => {
    expect(checkSearchFields(valid)).toEqual({});
    expect(checkSearchRules(valid)).toBeUndefined();
  });
});

it.each([
  [{ adultsCount: 5, childrenCount: 3, infantsCount: 1 }, undefined],
  [{ adultsCount: 9, childrenCount: 0, infantsCount: 0 }, undefined],
  [{ adultsCount: 5, childrenCount: 3, infantsCount: 2 }, 'adultsCount'],
  [{ adultsCount: 9, childrenCount: 1, infantsCount: 0 }, 'adultsCount'],
  [{ adultsCount: 2, childrenCount: 0, infantsCount: 2 }, undefined],
  [{ adultsCount: 2, childrenCount: 0, infantsCount: 3 }, 'infantsCount'],
  [{ destination: 'jfk' }, 'destination'],
  [{ returnDate: '2026-11-30' }, 'returnDate'],
])('[FORM-15, FORM-16, FORM-21, FORM-23] %o breaks the rule of %s', (change, field) =>
  expect(checkSearchRules({ ...valid, ...change })?.field).toBe(field),
);

it.each(['JFKX', 'xJFK', '1JFK', 'JFK ', 'J'])('[FORM-17, FORM-18] "%s" is no airport code', (code) => {
  expect(Object.keys(checkSearchFields({ ...valid, origin: code }))).toEqual(['origin']);
  expect(Object.keys(checkSearchFields({ ...valid, destination: code }))).toEqual(['destination']);
});

it.each(['x2026-12-01', '2026-12-01x', '2026-12-01T00:00', '20261201'])(
  '[FORM-28] "%s" is no day',
  (departureDate) =>
    expect(checkSearchFields({ ...valid, departureDate })).toEqual({ departureDate: 'Invalid input' }),
);
