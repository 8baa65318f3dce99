import { describe, expect, it } from 'vitest';
import {
  toCents,
  fetchCheapestOffer,
  describeError,
  dateInDays,
  buildSearch,
  startSandbox,
  startSharedSandbox,
} from '../testing/harness.ts';

const sandbox = await startSharedSandbox();

const FAMILY = [{ type: 'adult' as const }, { age: 7 }, { age: 1 }];

describe('offer requests and offers', () => {
  it('reject places, dates and passengers that cannot be searched', async () => {
    const { offerRequests } = sandbox.duffel;
    const now = dateInDays(30);
    expect(await describeError(offerRequests.create(buildSearch('JFK', 'QQQ', now)))).toBe(
      '422 validation_error/validation_inclusion',
    );
    for (const days of [-1, 366])
      expect(await describeError(offerRequests.create(buildSearch('JFK', 'LAX', dateInDays(days))))).toBe(
        '422 validation_error/invalid_date',
      );
    expect(await describeError(offerRequests.create(buildSearch('JFK', 'JFK', now)))).toBe(
      '422 validation_error/validation_exclusion',
    );
    const passengers = [{ type: 'adult' as const }, { age: 1 }, { age: 0 }];
    expect(await describeError(offerRequests.create(buildSearch('JFK', 'LAX', now, { passengers })))).toBe(
      '422 validation_error/validation_inclusion',
    );
    expect(
      await describeError(offerRequests.create({ ...buildSearch('JFK', 'LAX', now), passengers: [] })),
    ).toContain('validation_error');
    expect(
      await describeError(
        offerRequests.create({ ...buildSearch('JFK', 'LAX', now), passengers: [{}] as never }),
      ),
    ).toBe('422 validation_error/validation_required');
  });

  it('find no offers between airports of the same city', async () => {
    const { data } = await sandbox.duffel.offerRequests.create(buildSearch('LGA', 'JFK', dateInDays(30)));
    expect(data.offers).toEqual([]);
  });

  it('live 15 or 30 minutes, and base and tax add up to the total', async () => {
    const { data } = await sandbox.duffel.offerRequests.create(
      buildSearch('JFK', 'LHR', dateInDays(30), { passengers: FAMILY, returnDate: dateInDays(44) }),
    );
    expect(data.offers).toHaveLength(240);
    const minutes = new Set<number>();
    for (const offer of data.offers) {
      expect(toCents(offer.base_amount) + toCents(offer.tax_amount)).toBe(toCents(offer.total_amount));
      expect(offer.slices).toHaveLength(2);
      minutes.add((Date.parse(offer.expires_at) - Date.parse(offer.created_at)) / 60_000);
    }
    expect([...minutes].sort()).toEqual([15, 30]);
    expect(data.passengers.map((passenger) => passenger.type)).toEqual([
      'adult',
      'child',
      'infant_without_seat',
    ]);
  });

  it('are few between small airports, and require documents on international flights only', async () => {
    const fewOffers = await sandbox.duffel.offerRequests.create(
      buildSearch('GLA', 'WKK', dateInDays(30), { maxConnections: 2 }),
    );
    expect(fewOffers.data.offers.length).toBeLessThan(60);
    expect((await fetchCheapestOffer(sandbox, 'JFK', 'LAX')).passenger_identity_documents_required).toBe(
      false,
    );
    expect((await fetchCheapestOffer(sandbox, 'JFK', 'LHR')).passenger_identity_documents_required).toBe(
      true,
    );
  });

  it('have the same flights and prices but different ids when a search is repeated', async () => {
    const searchInput = buildSearch('BOS', 'MIA', dateInDays(25), { passengers: FAMILY });
    const [first, second] = await Promise.all([
      sandbox.duffel.offerRequests.create(searchInput),
      sandbox.duffel.offerRequests.create(searchInput),
    ]);
    const pickFlightsAndPrices = (response: typeof first) =>
      response.data.offers.map((offer) => [
        offer.owner.iata_code,
        offer.base_amount,
        offer.tax_amount,
        offer.slices.map((slice) =>
          slice.segments.map((flight) => [flight.departing_at, flight.marketing_carrier_flight_number]),
        ),
      ]);
    expect(pickFlightsAndPrices(second)).toEqual(pickFlightsAndPrices(first));
    const ids = new Set([...first.data.offers, ...second.data.offers].map((offer) => offer.id));
    expect(ids.size).toBe(first.data.offers.length * 2);
  });

  it('cost more close to departure and in higher cabins, and less for children', async () => {
    const findCheapestPrice = async (days: number, options = {}) =>
      toCents(
        (
          await sandbox.duffel.offerRequests.create(buildSearch('JFK', 'LHR', dateInDays(days), options))
        ).data.offers
          .map((o) => o.total_amount)
          .sort((a, b) => Number(a) - Number(b))[0] ?? '0',
      );
    const usualPrice = await findCheapestPrice(35);
    expect(await findCheapestPrice(1)).toBeGreaterThan(usualPrice);
    expect(await findCheapestPrice(35, { cabin: 'business' })).toBeGreaterThan(usualPrice * 2);
    const priceWithChild = await findCheapestPrice(35, { passengers: [{ type: 'adult' }, { age: 5 }] });
    expect(priceWithChild).toBeGreaterThan(usualPrice);
    expect(priceWithChild).toBeLessThan(usualPrice * 2);
  });

  it('expire 30 minutes after the search, for reads of the offer and of its seat maps', async () => {
    const isolatedSandbox = await startSandbox();
    const offer = await fetchCheapestOffer(isolatedSandbox);
    await isolatedSandbox.callControl('POST', 'clock', { advanceMs: 29 * 60_000 });
    expect((await isolatedSandbox.duffel.offers.get(offer.id)).data.id).toBe(offer.id);
    await isolatedSandbox.callControl('POST', 'clock', { advanceMs: 61_000 });
    expect(await describeError(isolatedSandbox.duffel.offers.get(offer.id))).toBe(
      '422 airline_error/offer_no_longer_available',
    );
    expect(await describeError(isolatedSandbox.duffel.seatMaps.get({ offer_id: offer.id }))).toBe(
      '422 airline_error/offer_no_longer_available',
    );
  });

  it('return not_found for unknown ids', async () => {
    expect(await describeError(sandbox.duffel.offers.get('off_0000AAAAAAAAAAAAAAAAAA'))).toBe(
      '404 invalid_request_error/not_found',
    );
  });

  it('exclude airlines that are slower than the supplier timeout', async () => {
    const now = Date.parse('2026-11-20T12:00:00Z');
    const isolatedSandbox = await startSandbox({ now: () => now });
    const searchInput = buildSearch('LON', 'NYC', '2027-01-15');
    const listOwners = async (options: { supplier_timeout?: number }) => {
      const { data } = await isolatedSandbox.duffel.offerRequests.create({ ...searchInput, ...options });
      return new Set(data.offers.map((offer) => offer.owner.iata_code));
    };
    const allOwners = await listOwners({});
    const ownersInTime = await listOwners({ supplier_timeout: 2_000 });
    const slowOwners = [...allOwners].filter((code) => !ownersInTime.has(code));
    expect(slowOwners.length).toBeGreaterThan(0);
    expect(ownersInTime.size).toBeGreaterThan(slowOwners.length);
    // Values outside 2 to 60 seconds are ignored.
    expect(await listOwners({ supplier_timeout: 100 })).toEqual(allOwners);
  });
});
