import { describe, expect, it } from 'vitest';
import { noFilters, type Filters } from './filter-model.ts';
import { parseFilters, toFilterParams } from './filter-params.ts';

const all: Filters = {
  stops: ['0', '2+'],
  airlines: ['BA', '9W'],
  price: [250, 401],
  departure: ['early_morning'],
  arrival: ['morning', 'evening'],
  times: { departOutbound: [360, 720], arriveReturn: [0, 1440] },
  via: ['DXB'],
  avoid: ['AMS', 'IST'],
  originAirports: ['LHR', 'LGW'],
  destinationAirports: ['JFK'],
  refundable: true,
  baggage: true,
  lowEmissions: true,
};

describe('filters in the URL', () => {
  it('[FILTER-03] are written and read back', () => {
    const parameters = toFilterParams(all);
    expect(parameters).toEqual({
      stops: '0,2',
      airlines: 'BA,9W',
      price: '250-401',
      depart: 'early-morning',
      arrive: 'morning,evening',
      'depart-outbound': '0600-1200',
      'arrive-return': '0000-2400',
      via: 'DXB',
      avoid: 'AMS,IST',
      'origin-airports': 'LHR,LGW',
      'destination-airports': 'JFK',
      refundable: '1',
      bags: '1',
      co2: 'low',
    });
    expect(parseFilters(parameters)).toEqual(all);
  });

  it('[FILTER-03] are at most a hundred codes, however many an address has', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const codes = letters.flatMap((first) => letters.map((second) => `${first}${second}X`));
    expect(parseFilters({ via: codes.join(',') }).via).toEqual(codes.slice(0, 100));
  });

  it('[FILTER-02] are absent without a filter', () => {
    expect(toFilterParams(noFilters)).toEqual({});
    expect(parseFilters({})).toEqual(noFilters);
  });

  it.each([
    ['unknown and repeated stops', { stops: '3,2,0,2' }, { stops: ['0', '2+'] }],
    ['capitals in bands', { depart: 'MORNING,noon' }, { departure: ['morning'] }],
    [
      'airlines in lower case, repeated or of another length',
      { airlines: 'ba,BA,KLM,K,9w' },
      { airlines: ['BA', '9W'] },
    ],
    ['a price of one amount', { price: '250-250' }, { price: [250, 250] }],
    ['flags of another value', { refundable: 'true', bags: '0', co2: '1' }, {}],
    [
      'airports in lower case, repeated, of another length, or both chosen and avoided',
      {
        via: 'dxb,DXB,D1B',
        avoid: 'DXB,ist,LOND',
        'origin-airports': 'lhr,<b>',
        'destination-airports': ',',
      },
      { via: ['DXB'], avoid: ['IST'], originAirports: ['LHR'] },
    ],
  ])('[FILTER-03] read %s', (_, parameters, filters) =>
    expect(parseFilters(parameters)).toEqual({ ...noFilters, ...filters }),
  );

  it.each(['401-250', '250', '250-', '-250', 'a250-401', '250-401b', '1234567890-9999999999'])(
    '[FILTER-05] ignore the price %s',
    (price) => expect(parseFilters({ price })).toEqual(noFilters),
  );

  it.each(['1200-0600', '0600', '0600-', '600-1200', '0660-1200', '0600-2401', '06:00-12:00', '-0600-1200'])(
    '[FILTER-10] ignore the time %s',
    (time) => expect(parseFilters({ 'depart-return': time })).toEqual(noFilters),
  );
});
