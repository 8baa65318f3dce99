import { describe, expect, it } from 'vitest';
import { noFilters } from '../filters/filter-model.ts';
import { parseListParams } from '../search-query/list-params.ts';
import { toFromParams, parseSearchUrl, searchUrl } from '../search-query/search-query.ts';
import { toListParams, parseListView } from './use-list-view.ts';

const read = (text: string) => parseListView(parseListParams(new URLSearchParams(text)));
const plain = { order: 'price-asc', withBag: false, filters: noFilters } as const;
const { query } = parseSearchUrl(new URLSearchParams('origin=LHR&destination=JFK&departureDate=2090-12-05'));

describe('the list in the address', () => {
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
  ])('passes over %s', (text) => expect(read(text)).toEqual(plain));

  it('takes what makes sense out of a list and leaves the rest', () => {
    expect(read('stops=7,2,0,0&airlines=ba,??,AF,BA&depart=Morning,night').filters).toMatchObject({
      stops: ['0', '2+'],
      airlines: ['BA', 'AF'],
      departure: ['morning'],
    });
  });

  it('leaves everything out that is as always', () => expect(toListParams(plain)).toEqual({}));

  it('is short and can be read, and says the same when it is opened elsewhere', () => {
    const view = read(
      'sort=duration&bag=checked&stops=2,0&airlines=BA,AF&price=100-400&depart=early-morning&arrive=evening&refundable=1&bags=1',
    );
    const address = searchUrl(query, toListParams(view));
    expect(address).toContain(
      '&sort=duration&bag=checked&stops=0,2&airlines=BA,AF&price=100-400&depart=early-morning&arrive=evening&refundable=1&bags=1',
    );
    expect(read(address.split('?')[1] ?? '')).toEqual(view);
  });

  it('[CARD-08] goes along to an offer and is understood when it comes back', () => {
    const view = read('sort=price-desc&stops=1');
    const carried = toFromParams(query, toListParams(view));
    expect(carried.get('from_sort')).toBe('price-desc');
    expect(read(carried.toString())).toEqual(view);
  });
});
