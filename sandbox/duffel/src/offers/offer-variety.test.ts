import type { Offer } from '@duffel/api/types';
import { describe, expect, it } from 'vitest';
import {
  buildInstantOrder,
  buildSearch,
  dateInDays,
  fetchCheapestOffer,
  startSharedSandbox,
  toCents,
} from '../testing/harness.ts';

const sandbox = await startSharedSandbox();

const fetchOffer = async (id: string) =>
  (await sandbox.duffel.offers.get(id, { return_available_services: true })).data;
const fetchSeats = async (id: string) =>
  (await sandbox.duffel.seatMaps.get({ offer_id: id })).data
    .flatMap(({ cabins }) => cabins)
    .flatMap(({ rows, wings }) =>
      rows.flatMap(({ sections }) =>
        sections.flatMap(({ elements }) =>
          elements.map((element) => ({ ...(element as { type: string; designator?: unknown }), wings })),
        ),
      ),
    );

type ListedOffer = Pick<Offer, 'slices' | 'total_amount' | 'id'>;
const search = async (from: string, to: string, options = {}): Promise<ListedOffer[]> =>
  (await sandbox.duffel.offerRequests.create(buildSearch(from, to, dateInDays(40), options))).data.offers;
const RETURN_TRIP = { returnDate: dateInDays(47) };

function groupByFlights(offers: readonly ListedOffer[]): ListedOffer[][] {
  const groups = new Map<string, ListedOffer[]>();
  for (const offer of offers) {
    const key = JSON.stringify(
      offer.slices.map(({ segments }) =>
        segments.map((flight) => [
          flight.marketing_carrier.iata_code,
          flight.marketing_carrier_flight_number,
          flight.departing_at,
        ]),
      ),
    );
    groups.set(key, [...(groups.get(key) ?? []), offer]);
  }
  return [...groups.values()];
}

const listCabins = (offer: ListedOffer): string[] =>
  offer.slices.flatMap(({ segments }) =>
    segments.flatMap(({ passengers }) => passengers.map(({ cabin_class }) => cabin_class)),
  );
const listFareNames = (offer: ListedOffer) => offer.slices.map(({ fare_brand_name: name }) => name);
const searchReturnTrip = () => search('JFK', 'LAX', RETURN_TRIP);

describe('fares', () => {
  it('[LIST-02] are 3 to 6 of each itinerary, with different names, 240 offers in all', async () => {
    for (const offers of [await search('JFK', 'LAX'), await searchReturnTrip()]) {
      const groups = groupByFlights(offers);
      expect(offers).toHaveLength(240);
      expect(groups.length).toBeGreaterThanOrEqual(40);
      expect(groups.length).toBeLessThanOrEqual(80);
      for (const group of groups) {
        expect(group.length).toBeGreaterThanOrEqual(3);
        expect(group.length).toBeLessThanOrEqual(6);
        expect(new Set(group.map((offer) => listFareNames(offer).join())).size).toBe(group.length);
      }
    }
  });

  it('[LIST-02] can be dearer than another fare and not better', async () => {
    const [dominated] = groupByFlights(await search('JFK', 'LAX')).flatMap((group) =>
      group
        .filter((offer) => listFareNames(offer)[0] === 'Economy Classic')
        .map((offer) => ({ offer, group })),
    );
    const better = dominated?.group.find((offer) => listFareNames(offer)[0] === 'Economy Standard');
    const describeFare = (offer: ListedOffer | undefined) =>
      offer?.slices.map(({ conditions, segments }) => [
        conditions,
        segments.map(({ passengers }) =>
          passengers.map(({ baggages, cabin_class }) => [baggages, cabin_class]),
        ),
      ]);
    expect(describeFare(dominated?.offer)).toEqual(describeFare(better));
    expect(toCents(dominated?.offer.total_amount)).toBeGreaterThan(toCents(better?.total_amount));
  });

  it('[LIST-02] differ per slice: cheap out and flexible back', async () => {
    const mixed = (await searchReturnTrip()).filter((offer) => new Set(listFareNames(offer)).size > 1);
    expect(mixed.length).toBeGreaterThan(0);
    expect(listFareNames(mixed[0] as ListedOffer)).toEqual(['Economy Basic', 'Economy Flex']);
    expect((mixed[0] as Offer).conditions.refund_before_departure?.allowed).not.toBe(true);
  });

  it('[LIST-02] of higher and mixed cabins come with a search of economy, and cost more than its cheapest', async () => {
    const offers = await search('JFK', 'LHR');
    const cabins = offers.map((offer) => new Set(listCabins(offer)));
    expect(cabins.some((each) => each.has('business'))).toBe(true);
    expect(cabins.some((each) => each.has('economy') && each.size > 1)).toBe(true);
    const [cheapest] = [...offers].sort((a, b) => toCents(a.total_amount) - toCents(b.total_amount));
    expect(new Set(listCabins(cheapest as ListedOffer))).toEqual(new Set(['economy']));
  });

  it('[LIST-05] live 15 minutes for a share, never the cheapest offer, and all on the test route', async () => {
    const getMinutes = (offer: ListedOffer): number => {
      const { created_at, expires_at } = offer as Offer;
      return (Date.parse(expires_at) - Date.parse(created_at)) / 60_000;
    };
    const offers = await search('JFK', 'LAX');
    const shortLived = offers.filter((offer) => getMinutes(offer) === 15);
    expect(shortLived.length).toBeGreaterThan(0);
    expect(shortLived.length).toBeLessThan(offers.length / 5);
    const [cheapest] = [...offers].sort((a, b) => toCents(a.total_amount) - toCents(b.total_amount));
    expect(getMinutes(cheapest as ListedOffer)).toBe(30);
    expect((await search('STN', 'LTN')).map(getMinutes)).toEqual(Array(18).fill(15));
  });
});

const findOwnedBy = async (owner: string, from: string, to: string) => {
  const found = (await search(from, to, RETURN_TRIP)).find(
    (offer) => (offer as Offer).owner.iata_code === owner,
  );
  return fetchOffer(found?.id ?? '');
};
type Service = Offer['available_services'][number];
const listBags = (services: readonly Service[]) =>
  services.flatMap((service) => (service.type === 'baggage' ? [service] : []));

describe('extras', () => {
  it('[LIST-07] are bags of several kinds for the whole journey, seats and insurance on a test route, and can be booked', async () => {
    const offer = await fetchCheapestOffer(sandbox, 'LTN', 'STN');
    // The types of the SDK lack seats.
    const services: (Omit<Service, 'type'> & { type: string })[] = (await fetchOffer(offer.id))
      .available_services;
    expect(new Set(services.map(({ type }) => type))).toEqual(
      new Set(['seat', 'baggage', 'cancel_for_any_reason']),
    );
    expect(services.filter(({ type }) => type === 'seat').length).toBeGreaterThan(50);
    const bags = listBags(services as Service[]);
    expect(bags.map(({ metadata }) => [metadata.type, metadata.maximum_weight_kg])).toEqual([
      ['carry_on', null],
      ['checked', 15],
      ['checked', 23],
    ]);
    expect(bags[0]?.metadata.maximum_length_cm).toBe(45);
    const chosen = ['seat', 'baggage', 'cancel_for_any_reason'].flatMap((type) =>
      services.filter((service) => service.type === type).slice(0, 1),
    );
    const amount =
      toCents(offer.total_amount) + chosen.reduce((sum, each) => sum + toCents(each.total_amount), 0);
    const order = await sandbox.duffel.orders.create(
      buildInstantOrder(offer, {
        services: chosen.map(({ id }) => ({ id, quantity: 1 })),
        payments: [{ type: 'balance', amount: (amount / 100).toFixed(2), currency: offer.total_currency }],
      }),
    );
    expect(order.data.services.map(({ type }) => type)).toEqual(chosen.map(({ type }) => type));
  });

  it.each([
    ['U2', 'LGW', 'GVA', 2, [null, 15, 23]],
    ['VY', 'ORY', 'FCO', 1, [15, 20, 25, 30]],
    ['NK', 'EWR', 'FLL', 1, [null, null]],
  ])('[EXTRA-01] of %s are its own bags', async (owner, from, to, flights, weights) => {
    const bags = listBags((await findOwnedBy(owner, from, to)).available_services);
    const [first] = bags;
    expect(first?.segment_ids).toHaveLength(flights);
    const ofFirstPart = bags.filter((bag) => bag.segment_ids.join() === first?.segment_ids.join());
    expect(ofFirstPart.map(({ metadata }) => metadata.maximum_weight_kg)).toEqual(weights);
  });
});

describe('nulls and gaps', () => {
  it('[PROVIDER-11] are everywhere on a test route: flights, airlines, fares and seats', async () => {
    const [listed] = await search('LTN', 'LHR');
    const offer = await fetchOffer(listed?.id ?? '');
    const [flight] = offer.slices.flatMap(({ segments }) => segments);
    expect(flight).toMatchObject({
      aircraft: null,
      distance: null,
      duration: null,
      origin_terminal: null,
      destination_terminal: null,
      passengers: [{ cabin: null, fare_basis_code: null }],
    });
    expect(offer.owner).toMatchObject({
      logo_symbol_url: null,
      logo_lockup_url: null,
      conditions_of_carriage_url: null,
    });
    const seats = await fetchSeats(offer.id);
    expect(seats[0]?.wings).toBeNull();
    expect(seats.some(({ type, designator }) => type === 'seat' && designator === null)).toBe(true);
    expect(seats.find(({ type }) => type === 'restricted_seat_general')).toMatchObject({
      designator: null,
      available_services: [],
    });
  });

  it('[PROVIDER-11] of single airlines: flight numbers of four digits, no aircraft, no fare basis, no cabin, no logos', async () => {
    const flightsOf = async (from: string, to: string, carrier: string) =>
      (await search(from, to))
        .flatMap(({ slices }) => slices.flatMap(({ segments }) => segments))
        .filter(({ operating_carrier: { iata_code: code } }) => code === carrier);
    const spirit = await flightsOf('EWR', 'FLL', 'NK');
    expect(
      spirit.every(({ aircraft, distance }) => (aircraft as unknown) === null && distance === null),
    ).toBe(true);
    expect(spirit.every((flight) => flight.marketing_carrier_flight_number.length === 4)).toBe(true);
    expect(spirit.some((flight) => flight.marketing_carrier_flight_number.startsWith('0'))).toBe(true);
    const [easyjet] = await flightsOf('LGW', 'GVA', 'U2');
    expect(easyjet?.passengers[0]).toMatchObject({ fare_basis_code: null, cabin: { amenities: null } });
    const [vueling] = await flightsOf('ORY', 'FCO', 'VY');
    expect(vueling?.passengers[0]?.cabin).toBeNull();
    const [skywest] = await flightsOf('SLC', 'BOI', 'OO');
    expect(skywest?.operating_carrier.logo_symbol_url).toBeNull();
  });

  it('[PROVIDER-11] give the city of a large single airport, and none for a small one', async () => {
    const place = async (from: string, to: string) => (await search(from, to))[0]?.slices[0]?.origin;
    expect(await place('ATL', 'RDU')).toMatchObject({ iata_city_code: 'ATL', city: { id: 'cit_atl_us' } });
    expect(await place('RDU', 'ATL')).toMatchObject({ iata_city_code: 'RDU', city: null });
  });
});
