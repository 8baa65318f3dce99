import type { Offer } from '@fareline/contracts';

/**
 * What the list of a search has to show, written from the requirements. Nothing here uses a function of the product, so that both
 * would have to make the same mistake.
 */

type Fares = readonly Offer[];
type Predicate = (fare: Offer) => boolean;

/** A list reads each fare many times: for every value of every filter. */
function once<T>(read: (fare: Offer) => T): (fare: Offer) => T {
  const known = new WeakMap<Offer, { value: T }>();
  return (fare) => {
    const result = known.get(fare) ?? { value: read(fare) };
    known.set(fare, result);
    return result.value;
  };
}

const getSegments = ({ slices }: Offer) => slices.flatMap(({ segments }) => segments);

/** The flights with their airports and local times: offers that have all of them in common are fares of one card. (LIST-02) */
const describeFlights = ({ slices }: Offer): string =>
  slices
    .map(({ segments }) =>
      segments
        .map((flight) => {
          const number = flight.flight_number ?? flight.marketing_carrier.iata_code;
          return `${number} ${flight.origin.iata_code} ${flight.departing_at} ${flight.destination.iata_code} ${flight.arriving_at}`;
        })
        .join(', '),
    )
    .join(' / ');

const decimals: Partial<Record<string, number>> = { JPY: 0, KWD: 3 };

/** In whole units; with a checked bag undefined unless its price is known. */
export function getAmount({ total_amount, checked_bag }: Offer, withBag: boolean): number | undefined {
  if (!withBag || checked_bag.status === 'included') return Number(total_amount);
  return checked_bag.status === 'paid' ? Number(total_amount) + Number(checked_bag.total_amount) : undefined;
}

/** In minor units. */
export function getPrice(offer: Offer, withBag: boolean): number | undefined {
  const amount = getAmount(offer, withBag);
  return amount === undefined ? undefined : Math.round(amount * 10 ** (decimals[offer.total_currency] ?? 2));
}

const getFarePrice = (fare: Offer): number => getPrice(fare, false) ?? NaN;

const cabinsFromWorst = ['economy', 'premium_economy', 'business', 'first'];

/** Whether the other value is at least as good; undefined if neither is known, false if only one is. */
function isAsGood<T>(
  value: T | null | undefined,
  other: T | null | undefined,
  compare: (a: T, b: T) => boolean,
) {
  if (value == null && other == null) return undefined;
  return value != null && other != null && compare(value, other);
}

const isFeeAsGood = (fee: string | null, other: string | null) =>
  isAsGood(fee, other, (a, b) => Number(b) <= Number(a));

/** Whether the other fare is as good in everything and costs no more. (LIST-03) */
function isPointlessBeside(fare: Offer, other: Offer): boolean {
  const [terms, otherTerms] = [fare.conditions, other.conditions];
  const answers = [
    ...getSegments(fare).map((segment, index) => {
      const otherSegment = getSegments(other)[index];
      return isAsGood(segment.cabin_class, otherSegment?.cabin_class, (cabin, otherCabin) =>
        // Within one class, another name may stand for a better seat.
        cabin === otherCabin
          ? segment.cabin_name === otherSegment?.cabin_name
          : cabinsFromWorst.indexOf(otherCabin) > cabinsFromWorst.indexOf(cabin),
      );
    }),
    ...fare.slices.map((slice, index) =>
      isAsGood(
        slice.included_bags,
        other.slices[index]?.included_bags,
        (bags, otherBags) => otherBags.cabin >= bags.cabin && otherBags.checked >= bags.checked,
      ),
    ),
    terms.refundable && otherTerms.refundable
      ? isFeeAsGood(terms.refund_penalty_amount, otherTerms.refund_penalty_amount)
      : isAsGood(terms.refundable, otherTerms.refundable, (isAllowed) => !isAllowed),
    terms.changeable && otherTerms.changeable
      ? isFeeAsGood(terms.change_penalty_amount, otherTerms.change_penalty_amount)
      : isAsGood(terms.changeable, otherTerms.changeable, (isAllowed) => !isAllowed),
  ];
  const haveSameNames = fare.slices.every(
    ({ fare_brand_name }, index) => fare_brand_name === other.slices[index]?.fare_brand_name,
  );
  return (
    getFarePrice(other) <= getFarePrice(fare) &&
    // What neither fare says is the same only for fares of one name.
    answers.every((answer) => answer ?? haveSameNames)
  );
}

/** The fares of each card, both price ascending. The API sends the offers in this order, which decides between equal prices. */
export function recomputeCards(offers: Fares): Fares[] {
  const cards = Object.values(Object.groupBy(offers, describeFlights)) as Fares[];
  const positions = new Map(offers.map((offer, index) => [offer, index]));
  return cards
    .map((fares) =>
      fares.filter(
        (fare, index) =>
          !fares.some(
            (other, otherIndex) =>
              other !== fare &&
              isPointlessBeside(fare, other) &&
              // One of two equal fares stays.
              (otherIndex < index || !isPointlessBeside(other, fare)),
          ),
      ),
    )
    .sort((a, b) => positions.get(a[0]!)! - positions.get(b[0]!)!);
}

/** Minutes of "P1DT2H30M"; NaN if unknown. */
function getMinutes(duration: string | null): number {
  const count = (unit: string) => Number(duration?.match(`(\\d+)${unit}`)?.[1] ?? 0);
  return duration ? count('D') * 24 * 60 + count('H') * 60 + count('M') : NaN;
}

export const getSliceMinutes = once(({ slices }) => slices.map((slice) => getMinutes(slice.duration)));

const getTotalMinutes = (fare: Offer): number =>
  getSliceMinutes(fare).reduce((sum, minutes) => sum + minutes, 0);

/** Whole kilograms of CO2 for each traveller with a seat; NaN if unknown. */
function getEmissions({ total_emissions_kg, passengers }: Offer): number {
  const seats = passengers.filter(({ type }) => type !== 'infant_without_seat').length;
  return total_emissions_kg === null ? NaN : Math.round(Number(total_emissions_kg) / seats);
}

/** The figures of the whole search that the API sends with each page. */
export function recomputeFacts(offers: Fares) {
  const firstFares = recomputeCards(offers).map(([fare]) => fare!);
  const emissions = firstFares.map(getEmissions).filter((kilograms) => kilograms > 0);
  emissions.sort((a, b) => a - b);
  const middle = (emissions.length - 1) / 2;
  const median = (emissions[Math.floor(middle)]! + emissions[Math.ceil(middle)]!) / 2;
  const minutes = firstFares.map(getTotalMinutes).filter((total) => total > 0);
  return {
    itinerary_count: firstFares.length,
    median_emissions_kg: emissions.length === 0 ? null : Math.round(median),
    shortest_minutes: minutes.length === 0 ? null : Math.min(...minutes),
  };
}

/** Of "2027-03-01T09:30:00". */
export const getMinuteOfDay = (localTime: string): number =>
  Number(localTime.slice(11, 13)) * 60 + Number(localTime.slice(14, 16));

/** FILTER-10. */
const getBand = (localTime: string): string =>
  ['early_morning', 'morning', 'afternoon', 'evening'][Math.floor(getMinuteOfDay(localTime) / 360)]!;

/** Local departures and arrivals of each slice. */
const getDepartures = ({ slices }: Offer) => slices.map(({ segments }) => segments[0]!.departing_at!);
const getArrivals = ({ slices }: Offer) => slices.map(({ segments }) => segments.at(-1)!.arriving_at!);

/** What the sliders of times are about. (FILTER-11) */
export const timesOf = {
  departOutbound: (fare: Offer) => getDepartures(fare)[0],
  arriveOutbound: (fare: Offer) => getArrivals(fare)[0],
  departReturn: (fare: Offer) => getDepartures(fare)[1],
  arriveReturn: (fare: Offer) => getArrivals(fare)[1],
};

const getCodes = (...named: ({ iata_code: string | null } | undefined)[]): string[] => [
  ...new Set(named.flatMap((each) => each?.iata_code ?? [])),
];

/** The values of a fare in every group of filters that has checkboxes. */
export const valuesOf = {
  stops: once(({ slices }) => {
    const stops = Math.max(...slices.map(({ segments }) => segments.length - 1));
    return [stops >= 2 ? '2+' : String(stops)];
  }),
  airlines: once((fare) => getCodes(...getSegments(fare).map((segment) => segment.marketing_carrier))),
  departure: once((fare) => getDepartures(fare).map(getBand)),
  arrival: once((fare) => getArrivals(fare).map(getBand)),
  layovers: once(({ slices }) =>
    getCodes(
      ...slices.flatMap(({ segments }) => [
        ...segments.slice(0, -1).map(({ destination }) => destination),
        ...segments.slice(1).map(({ origin }) => origin),
      ]),
    ),
  ),
  originAirports: once(({ slices: [outbound, inbound] }) =>
    getCodes(outbound?.segments[0]?.origin, inbound?.segments.at(-1)?.destination),
  ),
  destinationAirports: once(({ slices: [outbound, inbound] }) =>
    getCodes(outbound?.segments.at(-1)?.destination, inbound?.segments[0]?.origin),
  ),
  refundable: once(({ conditions }) => (conditions.refundable === true ? ['on'] : [])),
  baggage: once(({ available_services }) => {
    const included = available_services.filter(
      ({ total_amount }) => total_amount && Number(total_amount) === 0,
    );
    return included.some(({ type }) => type === 'baggage') ? ['on'] : [];
  }),
};

export const isBelowMedian = (fare: Offer, median: number | null): boolean =>
  median !== null && getEmissions(fare) < median;

/** The cards with a fare that matches every predicate, each with its matching fares. (LIST-01, FILTER-04) */
export const filterCards = (cards: readonly Fares[], predicates: readonly Predicate[]): Fares[] =>
  cards
    .map((fares) => fares.filter((fare) => predicates.every((matches) => matches(fare))))
    .filter((fares) => fares.length > 0);

/** The number of cards, and the price of the cheapest fare. (FILTER-08) */
export function countCards(cards: readonly Fares[], withBag: boolean) {
  const prices = cards.flat().flatMap((fare) => getPrice(fare, withBag) ?? []);
  return { count: cards.length, from: prices.length === 0 ? undefined : Math.min(...prices) };
}

/** The fare that a card shows: the cheapest, by the price with a checked bag if that is known of one. */
const getShownFare = (fares: Fares, withBag: boolean): Offer =>
  fares.toSorted((a, b) => (getPrice(a, withBag) ?? Infinity) - (getPrice(b, withBag) ?? Infinity) || 0)[0]!;

/** Cards by what they show; the cheaper one is first of two that are equal, then the first one of the API. (RESULTS-14) */
export function sortCards(
  matching: readonly Fares[],
  all: readonly Fares[],
  order: string,
  withBag: boolean,
): Fares[] {
  const shown = (fares: Fares) => {
    const fare = getShownFare(fares, withBag);
    const known = getPrice(fare, withBag);
    return { fare, known, price: known ?? getFarePrice(fare) };
  };
  const lowest = Math.min(...all.map((fares) => shown(fares).known ?? Infinity));
  const shortest = Math.min(...all.map(([fare]) => getTotalMinutes(fare!) || Infinity));
  const last = 10 ** 12;
  const getKeys = (fares: Fares): number[] => {
    const { fare, known, price } = shown(fares);
    const unknownLast = known === undefined ? 1 : 0;
    const minutes = getTotalMinutes(fare) || last;
    switch (order) {
      case 'price-asc':
        return [unknownLast, price];
      case 'price-desc':
        return [unknownLast, -price];
      case 'duration':
        return [minutes, price];
      case 'departure':
        return [Date.parse(`${getDepartures(fare)[0]}Z`), price];
      case 'co2':
        return [getEmissions(fare) || last, price];
      default:
        return [unknownLast, price / lowest + minutes / shortest, price];
    }
  };
  return matching
    .map((fares) => ({ fares, keys: getKeys(fares) }))
    .sort(
      (a, b) => a.keys.map((key, index) => key - b.keys[index]!).find((difference) => difference !== 0) ?? 0,
    )
    .map(({ fares }) => fares);
}
