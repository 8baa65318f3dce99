import { describe, expect, it } from 'vitest';
import { noFilters } from '../../filters/filter-model.ts';
import { parseListParams } from '../../search-query/list-params.ts';
import { toFromParams, parseSearchUrl, searchUrl } from '../../search-query/search-query.ts';
import { toListParams, parseListView } from './use-list-view.ts';

const read = (text: string) => parseListView(parseListParams(new URLSearchParams(text)));
const defaultView = { order: 'price-asc', withBag: false, filters: noFilters } as const;
const { query } = parseSearchUrl(new URLSearchParams('origin=LHR&destination=JFK&departureDate=2090-12-05'));

describe('list view in the URL', () => {
  it.each([
    'sort=cheapest',
    'sort=__proto__',
    'stops=17,many',
    'price=abc',
    'price=400-100',
    'price=1e9-2',
    'airlines=%3Cscript%3E,A,ABCD',
    'depart=noon&arrive=,',
    'refundable=perhaps&bags=0&bag=any',
    '%00=%FF&stops=',
  ])('ignores the invalid value of %s', (text) => expect(read(text)).toEqual(defaultView));

  it('keeps the valid values of a list and ignores the others', () => {
    expect(read('stops=7,2,0,0&airlines=ba,??,AF,BA&depart=Morning,night').filters).toMatchObject({
      stops: ['0', '2+'],
      airlines: ['BA', 'AF'],
      departure: ['morning'],
    });
  });

  it('writes no parameters for the default view', () => expect(toListParams(defaultView)).toEqual({}));

  it('is written in a short readable form and parsed back to the same view', () => {
    const view = read(
      'sort=duration&bag=checked&stops=2,0&airlines=BA,AF&price=100-400&depart=early-morning&arrive=evening&refundable=1&bags=1',
    );
    const url = searchUrl(query, toListParams(view));
    expect(url).toContain(
      '&sort=duration&bag=checked&stops=0,2&airlines=BA,AF&price=100-400&depart=early-morning&arrive=evening&refundable=1&bags=1',
    );
    expect(read(url.split('?')[1] ?? '')).toEqual(view);
  });

  it('[CARD-08] is added to the offer URL with from_ and parsed back', () => {
    const view = read('sort=price-desc&stops=1');
    const fromParams = toFromParams(query, toListParams(view));
    expect(fromParams.get('from_sort')).toBe('price-desc');
    expect(read(fromParams.toString())).toEqual(view);
  });
});
