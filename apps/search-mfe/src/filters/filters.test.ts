import type { Offer, Service } from '@fareline/contracts';
import { sampleConditions, sampleOffer, samplePlace, sampleSlice } from '@fareline/contracts/testing';
import { describe, expect, it } from 'vitest';
import { getFilterValues, toDayBand } from './filter-values.ts';
import { countActiveFilters } from './filter-groups.ts';
import { dayBands, noFilters, toggleValue, type Filters } from './filter-model.ts';
import { createFilterMatcher } from './filter-matcher.ts';
import { getFilterOptions } from './filter-options.ts';
import { toPriceFilter, getPriceRange } from './price-range.ts';

const bag: Service = {
  id: 'ser_1',
  name: 'Bag',
  description: '',
  type: 'baggage',
  total_amount: '0',
  total_currency: 'USD',
};
const direct = sampleOffer({
  id: 'direct',
  total_amount: '400.50',
  slices: [sampleSlice('LHR', 'JFK', { departs: '2026-12-05T05:59:00', arrives: '2026-12-05T12:00:00' })],
  available_services: [bag],
});
const mixed = sampleOffer({
  id: 'mixed',
  total_amount: '320',
  slices: [
    sampleSlice('LHR', 'JFK', { departs: '2026-12-05T13:00:00', arrives: '2026-12-05T19:00:00' }),
    sampleSlice('JFK', 'LHR', { stops: ['AMS'], airlines: ['BA', 'KL'], arrives: '2026-12-12T08:00:00' }),
  ],
});
const long = sampleOffer({
  id: 'long',
  total_amount: '250',
  slices: [sampleSlice('LHR', 'JFK', { stops: ['AMS', 'DXB'], airlines: ['EK'], duration: 'PT30H' })],
});
long.conditions.refundable = true;
const offers = [long, mixed, direct];
/** An itinerary for each offer. */
const toItineraries = (fares: Offer[]) => fares.map((fare) => ({ key: fare.id, fares: [fare] }));
const applyFilters = (all: Offer[], filters: Filters, withBag: boolean, medianEmissions?: number | null) =>
  all.filter(createFilterMatcher(filters, { withBag, medianEmissions }));
/** Filters copies, because the values of an offer are computed only once. */
const filterIds = (filters: Partial<Filters>) =>
  applyFilters(structuredClone(offers), { ...noFilters, ...filters }, false).map(({ id }) => id);

describe('filters', () => {
  it('[FILTER-02] keeps all offers without a filter', () =>
    expect(filterIds({})).toEqual(['long', 'mixed', 'direct']));

  it('[FILTER-04] combines filters with AND', () => {
    expect(filterIds({ stops: ['2+'], refundable: true })).toEqual(['long']);
    expect(filterIds({ stops: ['0'], refundable: true })).toEqual([]);
  });

  it('[FILTER-05] excludes offers outside the price range', () => {
    expect(filterIds({ price: [300, 400] })).toEqual(['mixed']);
    expect(filterIds({ price: [320, 401] })).toEqual(['mixed', 'direct']);
  });

  it('[FILTER-05] ranges from the floor of the lowest price to the ceiling of the highest', () => {
    expect(getPriceRange(toItineraries(offers), false)).toEqual([250, 401]);
    expect(getPriceRange(toItineraries([]), false)).toBeUndefined();
  });

  it('[FILTER-05] includes the checked bag in range and filter; an unknown bag price is the fare or more, and no lowest price', () => {
    const paid = (id: string, fare: string, total_amount: string) =>
      sampleOffer({ id, total_amount: fare, checked_bag: { status: 'paid', total_amount } });
    const included = sampleOffer({
      id: 'included',
      total_amount: '400',
      checked_bag: { status: 'included', total_amount: null },
    });
    const all = [
      paid('cheap', '250', '80.50'),
      sampleOffer({ id: 'unknown', total_amount: '260' }),
      paid('dear', '390', '90.20'),
      included,
    ];
    expect(getPriceRange(toItineraries(all), false)).toEqual([250, 400]);
    expect(getPriceRange(toItineraries(all), true)).toEqual([330, 481]);
    const unknown = toItineraries(all.slice(1, 2));
    expect(getPriceRange(unknown, true)).toEqual([260, 260]);
    const filterByPrice = (price: [number, number]) =>
      applyFilters(all, { ...noFilters, price }, true).map(({ id }) => id);
    expect(filterByPrice([260, 481])).toEqual(['cheap', 'unknown', 'dear', 'included']);
    expect(filterByPrice([260, 400])).toEqual(['cheap', 'unknown', 'included']);
    expect(filterByPrice([340, 480])).toEqual(['unknown', 'included']);
    expect(filterByPrice([240, 259])).toEqual([]);
    expect(filterByPrice([240, 260])).toEqual(['unknown']);
  });

  it.each([
    ['JPY', 'a currency without decimals'],
    ['', 'no currency'],
  ])('[FILTER-05] filters the price with a checked bag in "%s", %s', (total_currency) => {
    const offer = sampleOffer({
      total_amount: '50000',
      total_currency,
      checked_bag: { status: 'included', total_amount: null },
    });
    expect(getPriceRange(toItineraries([offer]), true)).toEqual([50_000, 50_000]);
    expect(applyFilters([offer], { ...noFilters, price: [49_000, 51_000] }, true)).toEqual([offer]);
  });

  it('[FILTER-05] sets no filter for the whole range, and counts the last, shorter step as the maximum', () => {
    expect(toPriceFilter([250, 401], [250, 401])).toBeUndefined();
    expect(toPriceFilter([250, 400], [250, 401])).toBeUndefined();
    expect(toPriceFilter([260, 400], [250, 401])).toEqual([260, 401]);
    expect(toPriceFilter([250, 380], [250, 401])).toEqual([250, 380]);
    expect(toPriceFilter([250, 391], [250, 401])).toEqual([250, 391]);
  });

  it('[FILTER-06] matches 2+ for two or more stops, by the slice with the most stops', () => {
    expect(filterIds({ stops: ['0'] })).toEqual(['direct']);
    expect(filterIds({ stops: ['1'] })).toEqual(['mixed']);
    expect(filterIds({ stops: ['2+', '0'] })).toEqual(['long', 'direct']);
  });

  it('[FILTER-07] [FILTER-08] lists the fixed twelve airlines first, then the other carriers', () => {
    const choices = getFilterOptions(toItineraries(offers)).airlines;
    expect(choices.slice(0, 12).map(({ code, label }) => `${code} ${label}`)).toEqual([
      'AA American Airlines',
      'DL Delta Air Lines',
      'UA United Airlines',
      'B6 JetBlue',
      'WN Southwest Airlines',
      'AS Alaska Airlines',
      'F9 Frontier Airlines',
      'NK Spirit Airlines',
      'CX Cathay Pacific',
      'QF Qantas',
      'BA British Airways',
      'LH Lufthansa',
    ]);
    expect(choices.slice(12)).toEqual([
      { code: 'EK', label: 'Airline EK' },
      { code: 'KL', label: 'Airline KL' },
    ]);
  });

  it('[FILTER-08] sorts the other carriers by name, lists a nameless one by its code and none without a code', () => {
    const offer = sampleOffer({
      slices: [
        sampleSlice('LHR', 'JFK', { stops: ['AMS', 'DXB', 'BOS'], airlines: ['KL', 'TP', 'EK', 'XX'] }),
      ],
    });
    const [klm, tap, emirates, unknown] = offer.slices[0]!.segments.map(
      (segment) => segment.marketing_carrier,
    );
    klm!.name = 'KLM';
    tap!.name = null;
    emirates!.name = 'Emirates';
    unknown!.iata_code = null;
    expect(
      getFilterOptions(toItineraries([offer]))
        .airlines.slice(12)
        .map(({ label }) => label),
    ).toEqual(['Emirates', 'KLM', 'TP']);
  });

  it('[FILTER-09] matches an airline as the marketing carrier of any segment', () => {
    expect(filterIds({ airlines: ['KL'] })).toEqual(['mixed']);
    expect(filterIds({ airlines: ['EK', 'KL'] })).toEqual(['long', 'mixed']);
  });

  it.each([
    ['00:00', 'early_morning'],
    ['05:59', 'early_morning'],
    ['06:00', 'morning'],
    ['11:59', 'morning'],
    ['12:00', 'afternoon'],
    ['17:59', 'afternoon'],
    ['18:00', 'evening'],
    ['23:59', 'evening'],
  ])('[FILTER-10] maps %s to %s', (time, band) => expect(toDayBand(`2026-12-05T${time}:00`)).toBe(band));

  it('[FILTER-11] matches the first departure or last arrival of any slice, by local time', () => {
    expect(toDayBand(null)).toBeUndefined();
    expect(filterIds({ departure: ['early_morning'] })).toEqual(['direct']);
    expect(filterIds({ departure: ['morning'] })).toEqual(['long', 'mixed']);
    expect(filterIds({ arrival: ['morning'] })).toEqual(['mixed']);
    expect(filterIds({ arrival: ['afternoon'] })).toEqual(['long', 'direct']);
  });

  it('[FILTER-11] excludes an offer whose slice has no segments from every band', () => {
    const empty = sampleOffer({ slices: [{ ...sampleSlice('LHR', 'JFK'), segments: [] }] });
    expect(applyFilters([empty], noFilters, false)).toEqual([empty]);
    expect(applyFilters([empty], { ...noFilters, departure: dayBands }, false)).toEqual([]);
    expect(applyFilters([empty], { ...noFilters, arrival: dayBands }, false)).toEqual([]);
  });

  it('[FILTER-11] matches a time of one direction only, with both ends, together with the bands', () => {
    expect(filterIds({ times: { departOutbound: [780, 780] } })).toEqual(['mixed']);
    expect(filterIds({ times: { departOutbound: [781, 1440] } })).toEqual([]);
    expect(filterIds({ times: { departOutbound: [0, 359] } })).toEqual(['direct']);
    expect(filterIds({ times: { departReturn: [540, 540] } })).toEqual(['mixed']);
    expect(filterIds({ times: { arriveReturn: [480, 480] } })).toEqual(['mixed']);
    expect(filterIds({ times: { arriveOutbound: [1050, 1050] } })).toEqual(['long']);
    expect(filterIds({ arrival: ['morning'], times: { arriveOutbound: [1140, 1140] } })).toEqual(['mixed']);
    expect(filterIds({ arrival: ['evening'], times: { arriveReturn: [481, 600] } })).toEqual([]);
  });

  it('[FILTER-11] matches no time if the time is unknown, and has a range of the known ones', () => {
    const unknown = sampleOffer({ id: 'unknown', slices: [sampleSlice('LHR', 'JFK')] });
    unknown.slices[0]!.segments[0]!.departing_at = null;
    unknown.slices[0]!.segments[0]!.arriving_at = null;
    const times = { departOutbound: [0, 1440] } as const;
    expect(applyFilters([unknown], { ...noFilters, times }, false)).toEqual([]);
    expect(getFilterOptions(toItineraries([unknown])).times).toEqual({});
    expect(getFilterOptions(toItineraries([unknown, direct])).times).toEqual({
      departOutbound: [330, 360],
      arriveOutbound: [720, 720],
    });
  });

  it('[FILTER-04] chooses flights with a layover at an airport, or avoids it', () => {
    expect(filterIds({ via: ['AMS'] })).toEqual(['long', 'mixed']);
    expect(filterIds({ via: ['DXB', 'BOS'] })).toEqual(['long']);
    expect(filterIds({ avoid: ['DXB'] })).toEqual(['mixed', 'direct']);
    expect(filterIds({ via: ['AMS'], avoid: ['DXB'] })).toEqual(['mixed']);
  });

  it('[FILTER-04] has a layover at both airports of a change of airport', () => {
    const change = sampleOffer({ slices: [sampleSlice('LHR', 'JFK', { stops: ['AMS'] })] });
    change.slices[0]!.segments[1]!.origin = samplePlace('DXB');
    const labels = getFilterOptions(toItineraries([change])).layovers.map(({ label }) => label);
    expect(labels).toEqual(['Amsterdam (AMS)', 'Dubai (DXB)']);
    expect(applyFilters([change], { ...noFilters, avoid: ['DXB'] }, false)).toEqual([]);
  });

  it('[FILTER-04] chooses airports that a journey begins and ends at', () => {
    const back = (code: string) =>
      sampleOffer({ id: code, slices: [sampleSlice('LHR', 'JFK'), sampleSlice('JFK', code)] });
    const all = [back('LHR'), back('LGW')];
    const filter = (originAirports: string[]) =>
      applyFilters(all, { ...noFilters, originAirports }, false).map(({ id }) => id);
    expect(filter(['LHR'])).toEqual(['LHR']);
    expect(filter(['LGW', 'LHR'])).toEqual(['LHR', 'LGW']);
    const empty = sampleOffer({ slices: [{ ...sampleSlice('LHR', 'JFK'), segments: [] }] });
    expect(applyFilters([empty], { ...noFilters, originAirports: ['LHR'] }, false)).toEqual([]);
    // No journey both begins and ends at Gatwick.
    expect(getFilterOptions(toItineraries(all)).originAirports.map(({ code }) => code)).toEqual(['LHR']);
  });

  it('[LIST-01] lists only offers with less CO2 per traveller than the median', () => {
    const emitting = (total_emissions_kg: string | null) => sampleOffer({ total_emissions_kg });
    const filter = (median: number | null | undefined) =>
      applyFilters(
        [emitting('499'), emitting('500'), emitting(null)],
        { ...noFilters, lowEmissions: true },
        false,
        median,
      ).map((offer) => offer.total_emissions_kg);
    expect(filter(500)).toEqual(['499']);
    expect(filter(null)).toEqual([]);
    expect(filter(undefined)).toEqual([]);
  });

  it('[FILTER-12] applies the maximum duration to every slice, and excludes unknown durations', () => {
    expect(filterIds({ maxMinutes: 600 })).toEqual(['mixed', 'direct']);
    expect(filterIds({ maxMinutes: 510 })).toEqual(['mixed', 'direct']);
    expect(filterIds({ maxMinutes: 509 })).toEqual([]);
    const unknown = sampleOffer({
      id: 'unknown',
      total_amount: '1',
      slices: [{ ...sampleSlice('LHR', 'JFK'), duration: null }],
    });
    expect(applyFilters([unknown], { ...noFilters, maxMinutes: 600 }, false)).toEqual([]);
  });

  it('[FILTER-13] excludes offers that are not refundable or whose refundability is unknown', () => {
    expect(filterIds({ refundable: true })).toEqual(['long']);
    const nonRefundable = sampleOffer({ conditions: sampleConditions({ refundable: false }) });
    expect(applyFilters([nonRefundable], { ...noFilters, refundable: true }, false)).toEqual([]);
  });

  it('[FILTER-14] lists only offers with an included checked bag', () => {
    expect(filterIds({ baggage: true })).toEqual(['direct']);
    const withService = (changes: Partial<Service>) =>
      applyFilters(
        [sampleOffer({ id: 'a', total_amount: '1', available_services: [{ ...bag, ...changes }] })],
        { ...noFilters, baggage: true },
        false,
      );
    expect(withService({})).toHaveLength(1);
    expect(withService({ type: 'cabin_bag' })).toEqual([]);
    expect(withService({ total_amount: '35.00' })).toEqual([]);
    expect(withService({ total_amount: null })).toEqual([]);
  });

  it('[FILTER-01] counts the filters that exclude something', () => {
    expect(countActiveFilters(noFilters)).toBe(0);
    expect(countActiveFilters({ ...noFilters, price: [1, 2], stops: ['0', '1'], baggage: true })).toBe(3);
    expect(toggleValue(toggleValue(['0'], '1'), '0')).toEqual(['1']);
  });

  it.each<Partial<Filters>>([
    { price: [1, 2] },
    { stops: ['0'] },
    { airlines: ['BA'] },
    { departure: ['morning'] },
    { arrival: ['evening'] },
    { times: { arriveReturn: [0, 60] } },
    { via: ['DXB'], avoid: ['AMS'] },
    { originAirports: ['LHR'] },
    { destinationAirports: ['JFK'] },
    { maxMinutes: 600 },
    { refundable: true },
    { baggage: true },
    { lowEmissions: true },
  ])('[FILTER-01] counts %o as one filter', (filters) =>
    expect(countActiveFilters({ ...noFilters, ...filters })).toBe(1),
  );

  it('computes the values of an offer once, because every change of a filter reads them', () => {
    const offer = sampleOffer();
    expect(getFilterValues(offer)).toBe(getFilterValues(offer));
  });
});
