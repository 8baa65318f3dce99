import { describe, expect, it } from 'vitest';
import { searchFieldsSchema, searchRequestSchema, type SearchRequest } from './schemas/search.ts';
import { brokenSearchRule, searchFieldProblems } from './search-rules.ts';

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

const tried: Partial<Record<keyof SearchRequest, readonly unknown[]>> = {
  origin: ['LHR', 'lhr', '', 'NY', 'JFKX', 'J1K'],
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
const changes = Object.entries(tried).flatMap(([field, values]) =>
  values.map((value) => ({ [field]: value }) as Partial<SearchRequest>),
);

/** The first issue of each field, as the schema tells it. */
function issuesOf(search: SearchRequest): Record<string, string> {
  const issues = searchFieldsSchema.safeParse(search).error?.issues ?? [];
  return Object.fromEntries(issues.reverse().map(({ path, message }) => [String(path[0]), message]));
}

describe('the checks of the browser', () => {
  it.each(changes)('[FORM-17, FORM-18, FORM-19, FORM-28] say of %o what the schema says', (change) => {
    const search = { ...valid, ...change };
    expect(searchFieldProblems(search)).toEqual(issuesOf(search));
  });

  it.each(changes)(
    '[FORM-20, FORM-21, FORM-23, API-34] break with %o the rule that the schema names',
    (change) => {
      const search = { ...valid, ...change };
      if (Object.keys(searchFieldProblems(search)).length > 0) return;
      const issue = searchRequestSchema.safeParse(search).error?.issues[0];
      expect(brokenSearchRule(search)?.message).toBe(issue?.message);
    },
  );

  it('find nothing wrong with a search that is right', () => {
    expect(searchFieldProblems(valid)).toEqual({});
    expect(brokenSearchRule(valid)).toBeUndefined();
  });
});
