import { firstPageSize, type Offer } from '@fareline/contracts';
import { startSearchApi } from '@fareline/tools/search-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countFilterValues, noFlights } from '../filters/filter-counts.ts';
import { noFilters, timeKeys, type Filters } from '../filters/filter-model.ts';
import { getFilterOptions } from '../filters/filter-options.ts';
import { getPriceRange } from '../filters/price-range.ts';
import { groupItineraries, type Itinerary } from '../offers/itineraries.ts';
import {
  countCards,
  filterCards,
  getAmount,
  getMinuteOfDay,
  getPrice,
  getSliceMinutes,
  isBelowMedian,
  recomputeCards,
  recomputeFacts,
  sortCards,
  timesOf,
  valuesOf,
} from '../testing/recompute-list.ts';
import { formatCounts } from './count-flights.ts';
import { filterItineraries } from './filter-itineraries.ts';
import { mergeOffers, toInitialResults } from './merge-offers.ts';
import { parseSearchResponse } from './parse-search-response.ts';
import { getSortBaseline, sortItineraries, sortOptions } from './sort-itineraries.ts';

let api: Awaited<ReturnType<typeof startSearchApi>>;
beforeAll(async () => {
  api = await startSearchApi();
});
afterAll(() => api.stop());

const getDate = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const roundTrip = { returnDate: getDate(52) };
const family = { adultsCount: 2, childrenCount: 2, infantsCount: 1 };

type Search = [
  name: string,
  route: string,
  fields?: Record<string, unknown>,
  overrides?: Record<string, unknown>,
];

const searches: Search[] = [
  ['one way', 'LHR-BCN'],
  ['round trip', 'LHR-FCO', roundTrip],
  ['cities with several airports', 'LON-NYC'],
  ['round trip between cities with several airports', 'LON-NYC', roundTrip],
  ['business', 'JFK-LAX', { cabinClass: 'business' }],
  ['premium economy', 'FRA-SIN', { cabinClass: 'premium_economy' }],
  ['first', 'CDG-HND', { cabinClass: 'first', ...roundTrip }],
  ['children and an infant', 'AMS-JFK', family],
  ['round trip of a family', 'LHR-SIN', { ...family, ...roundTrip }],
  ['several cabins and marketing carriers', 'CDG-HND', roundTrip],
  ['changes of airport', 'NCL-JFK'],
  ['connections only', 'LHR-DXB'],
  ['non-stop only', 'JFK-EWR'],
  ['no bags', 'BTS-MRU'],
  ['bags of several kinds', 'LTN-STN'],
  ['unknown terms', 'LTN-LHR'],
  ['nothing found', 'PVD-RAI'],
  ['a currency without decimals', 'MAD-JFK', roundTrip, { currency: 'JPY' }],
  ['a currency with three decimals, and broken offers', 'DXB-LHR', {}, { currency: 'KWD', broken: true }],
  ['thousands of offers', 'JFK-LHR', {}, { count: 2000 }],
];

type Group = keyof ReturnType<typeof countFilterValues>['groups'];
type Predicate = (fare: Offer) => boolean;
/** Filters of one group, and which fares they have to let through. */
type Choice = [group: Group, filters: Partial<Filters>, matches: Predicate];

const includesAny = (values: readonly string[], chosen: readonly string[]) =>
  chosen.some((value) => values.includes(value));

/** Whether only chosen airports are at that end of the journey; an unknown one is not. */
const hasOnly = (airports: readonly string[], chosen: readonly string[]) =>
  airports.length > 0 && airports.every((code) => chosen.includes(code));

/** A choice in every group; the airlines and airports are those of the list. */
function createChoices(
  cards: readonly (readonly Offer[])[],
  median: number | null,
  withBag: boolean,
): Choice[] {
  const firstFares = cards.map(([fare]) => fare!);
  const airline = firstFares.flatMap(valuesOf.airlines).slice(0, 1);
  const [via = 'XXX', avoid = 'YYY'] = new Set(firstFares.flatMap(valuesOf.layovers));
  const origin = firstFares.flatMap(valuesOf.originAirports).slice(-1);
  const destination = firstFares.flatMap(valuesOf.destinationAirports).slice(0, 1);
  const amounts = firstFares.map((fare) => getAmount(fare, false)!);
  const price = [
    Math.floor(amounts[0]!) + 20,
    Math.ceil(amounts[Math.floor(amounts.length / 2)]!) + 20,
  ] as const;
  const minutes = firstFares.map((fare) => Math.max(...getSliceMinutes(fare))).sort((a, b) => a - b);
  const maxMinutes = minutes[Math.floor(minutes.length / 2)]!;
  const [early, late] = [7 * 60, 19 * 60];
  return [
    ['stops', { stops: ['0', '1'] }, (fare) => includesAny(valuesOf.stops(fare), ['0', '1'])],
    ['refundable', { refundable: true }, (fare) => valuesOf.refundable(fare).length > 0],
    ['airlines', { airlines: airline }, (fare) => includesAny(valuesOf.airlines(fare), airline)],
    [
      'departure',
      { departure: ['morning', 'evening'] },
      (fare) => includesAny(valuesOf.departure(fare), ['morning', 'evening']),
    ],
    [
      'price',
      { price },
      (fare) => {
        // A fare of unknown bag price costs at least its fare.
        const amount = getAmount(fare, withBag) ?? Math.max(price[0], getAmount(fare, false)!);
        return amount >= price[0] && amount <= price[1];
      },
    ],
    ['baggage', { baggage: true }, (fare) => valuesOf.baggage(fare).length > 0],
    ['arrival', { arrival: ['afternoon'] }, (fare) => valuesOf.arrival(fare).includes('afternoon')],
    ['layovers', { via: [via] }, (fare) => valuesOf.layovers(fare).includes(via)],
    ['originAirports', { originAirports: origin }, (fare) => hasOnly(valuesOf.originAirports(fare), origin)],
    ['lowEmissions', { lowEmissions: true }, (fare) => isBelowMedian(fare, median)],
    [
      'destinationAirports',
      { destinationAirports: destination },
      (fare) => hasOnly(valuesOf.destinationAirports(fare), destination),
    ],
    ['layovers', { avoid: [avoid] }, (fare) => !valuesOf.layovers(fare).includes(avoid)],
    ['maxMinutes', { maxMinutes }, (fare) => getSliceMinutes(fare).every((each) => each <= maxMinutes)],
    ...timeKeys.map((key): Choice => [
      key,
      { times: { [key]: [early, late] } },
      (fare) => {
        const time = timesOf[key](fare);
        return time !== undefined && getMinuteOfDay(time) >= early && getMinuteOfDay(time) <= late;
      },
    ]),
  ];
}

/** No choice, with and without a checked bag, then each one with its neighbour of another group. */
const combineChoices = (choices: readonly Choice[]): Choice[][] => [
  ...[[], []],
  ...choices.map((choice, index) => [choice, choices[(index + 1) % choices.length]!]),
];

const toFilters = (choices: readonly Choice[]): Filters => {
  const chosen = choices.map(([, filters]) => filters);
  const times = Object.assign({}, ...chosen.map((filters) => filters.times));
  return Object.assign({}, noFilters, ...chosen, { times });
};

/** Of which journeys with two airports at one end have no value: only those of one airport can be chosen alone. */
const getSingle = (codes: readonly string[]) => (codes.length === 1 ? codes : []);

const toIds = (cards: readonly (readonly Offer[])[]) => cards.map((fares) => fares.map(({ id }) => id));
const toFares = (itineraries: readonly Itinerary[]) => itineraries.map(({ fares }) => fares);

/** Every value of every group with its count and price, of the list with this value alone and the choices of the other groups. */
function recomputeCounts(
  cards: readonly (readonly Offer[])[],
  choices: readonly Choice[],
  median: number | null,
  withBag: boolean,
) {
  const readers = {
    ...valuesOf,
    originAirports: (fare: Offer) => getSingle(valuesOf.originAirports(fare)),
    destinationAirports: (fare: Offer) => getSingle(valuesOf.destinationAirports(fare)),
    lowEmissions: (fare: Offer) => (isBelowMedian(fare, median) ? ['on'] : []),
  };
  return Object.entries(readers).flatMap(([group, read]) => {
    const others = choices.filter(([other]) => other !== group).map(([, , matches]) => matches);
    const rest = filterCards(cards, others);
    const values = new Set(cards.flat().flatMap(read));
    return [...values].map((value) => ({
      ...{ group: group as Group, value },
      ...countCards(filterCards(rest, [(fare) => read(fare).includes(value)]), withBag),
    }));
  });
}

/** Bag prices of some offers, as they are known after 'Check bag price'. A search has none. (EXTRA-03) */
const withBagPrices = (offers: readonly Offer[]): Offer[] =>
  offers.map((offer, index) => {
    if (offer.checked_bag.status !== 'unknown' || index % 3 > 0) return offer;
    const total_amount = `${20 + (index % 7) * 10}${offer.total_currency === 'JPY' ? '' : '.70'}`;
    return { ...offer, checked_bag: { status: 'paid', total_amount } };
  });

it.each(searches)(
  '[LIST-01] [LIST-02] [LIST-03] [RESULTS-12] [RESULTS-14] [RESULTS-15] [FILTER-04] [FILTER-05] [FILTER-08] shows what is recomputed: %s',
  async (_, route, fields = {}, overrides) => {
    const [origin, destination] = route.split('-');
    const body = { origin, destination, departureDate: getDate(45), ...fields };
    const { first, whole } = await api.search(body, overrides);
    const { offers, facts } = whole;

    // What the API sends: every offer once, price ascending, and the first page is its beginning.
    expect(whole.total_count).toBe(offers.length);
    expect(new Set(offers.map(({ id }) => id)).size).toBe(offers.length);
    const prices = offers.map((offer) => getPrice(offer, false)!);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    expect(first).toMatchObject({ search_id: whole.search_id, total_count: offers.length, facts });
    expect(first.offers).toEqual(offers.slice(0, firstPageSize));
    expect(facts).toEqual(recomputeFacts(offers));

    const results = toInitialResults(parseSearchResponse({ ...whole, offers: withBagPrices(offers) }));
    const cards = recomputeCards(results.offers);
    const itineraries = groupItineraries(mergeOffers([], results.offers));
    expect(toIds(toFares(itineraries))).toEqual(toIds(cards));
    if (route === 'PVD-RAI') {
      expect(offers).toEqual([]);
      return;
    }
    expect(cards.length).toBeGreaterThan(3);

    const median = facts.median_emissions_kg;
    const options = getFilterOptions(itineraries);
    expect(options.currency).toBe(offers[0]!.total_currency);
    for (const key of timeKeys) {
      const minutes = cards.flatMap(([fare]) => timesOf[key](fare!) ?? []).map(getMinuteOfDay);
      const steps = minutes.map((minute) => minute / 30);
      const range = [Math.floor(Math.min(...steps)) * 30, Math.ceil(Math.max(...steps)) * 30];
      expect(options.times[key], key).toEqual(minutes.length === 0 ? undefined : range);
    }

    for (const withBag of [false, true]) {
      const context = { withBag, medianEmissions: median };
      const amounts = cards.flat().map((fare) => getAmount(fare, withBag) ?? getAmount(fare, false)!);
      const range = [Math.floor(Math.min(...amounts)), Math.ceil(Math.max(...amounts))];
      expect(getPriceRange(itineraries, withBag)).toEqual(range);

      const baseline = getSortBaseline(itineraries, withBag, facts.shortest_minutes);
      const combinations = combineChoices(createChoices(cards, median, withBag));
      // Half of them with a checked bag, the others without: all of them would take twice as long.
      for (const choices of combinations.filter((_, index) => index % 2 === Number(withBag))) {
        const name = JSON.stringify([withBag, ...choices.map(([, chosen]) => chosen)]);
        const filters = toFilters(choices);
        const matching = filterCards(
          cards,
          choices.map(([, , matches]) => matches),
        );
        const shown = filterItineraries(itineraries, filters, context);
        expect(toIds(toFares(shown)), name).toEqual(toIds(matching));
        for (const { value: order } of sortOptions)
          expect(toIds(toFares(sortItineraries(shown, order, baseline))), `${order} ${name}`).toEqual(
            toIds(sortCards(matching, cards, order, withBag)),
          );

        const counts = countFilterValues(itineraries, filters, context);
        expect(counts.matching, name).toMatchObject(countCards(matching, withBag));
        const expected = recomputeCounts(cards, choices, median, withBag);
        const counted = expected.map(({ group, value }) => {
          const { count, from } = counts.groups[group].values.get(value) ?? noFlights;
          return { group, value, count, from };
        });
        expect(counted, name).toEqual(expected);

        const heading = formatCounts({
          ...{ matching: shown, itineraries, results, wholeListStatus: 'complete' },
          isFiltered: choices.length > 0,
        });
        expect(heading, name).toMatchObject({
          heading: `${matching.length} of ${cards.length} flights found`,
          fareCount: matching.flat().length === 1 ? '1 fare' : `${matching.flat().length} fares`,
        });
      }
    }
  },
);
