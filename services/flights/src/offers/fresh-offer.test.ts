import {
  formatMinor,
  parseMinor,
  type BagService,
  type Offer,
  type OfferDetails,
  type OfferRefresh,
  type OfferQuote,
  type SeatMap,
} from '@fareline/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import {
  dateInDays,
  findFirstOffer,
  uniqueSearch,
  startSharedHarness,
  paymentsHeaders,
  postSearch,
  search,
} from '../testing/harness.ts';

const harness = await startSharedHarness();
const app = await harness.startReplica();
afterEach(async () => {
  harness.accounts.state.mode = 'test';
  await harness.provider.clearFaults();
});

const refresh = (id: string) => app.inject({ method: 'POST', url: `/api/flights/offer/${id}/refresh` });
const createFreshOffer = async (query?: object): Promise<Offer> =>
  (await refresh((await findFirstOffer(app, query)).id)).json<OfferRefresh>().offer;
const quote = (id: string, body: object = {}, headers: Record<string, string> = paymentsHeaders) =>
  app.inject({
    method: 'POST',
    url: `/internal/offers/${id}/quote`,
    headers,
    payload: { brand: 'default', seats: [], live: false, ...body },
  });

/** Overrides the next search to return copies of the cached offer, each with a change. */
async function overrideNextSearch(
  id: string,
  ...changes: ((offer: Record<string, unknown>) => Record<string, unknown>)[]
) {
  const raw = await harness.provider.fetchResource(`/air/offers/${id}`);
  const offers = changes.map((change, index) => change({ ...raw, id: `${id}x${index}` }));
  await harness.provider.injectFault({
    method: 'POST',
    path: '/air/offer_requests',
    kind: 'status',
    status: 201,
    body: { data: { id: 'orq_other', offers } },
  });
}

describe('refresh of an offer', () => {
  it('[PROVIDER-01][PROVIDER-03] returns different fresh offers with the same flights, fare and price to two visitors', async () => {
    const cached = await findFirstOffer(app);
    const [first, second] = (await Promise.all([refresh(cached.id), refresh(cached.id)])).map((result) =>
      result.json<OfferRefresh>(),
    );
    expect(new Set([cached.id, first?.offer.id, second?.offer.id]).size).toBe(3);
    const toFlights = (offer?: Offer) =>
      offer?.slices.map(({ fare_brand_name, segments }) => [
        fare_brand_name,
        segments.map(({ flight_number, departing_at }) => [flight_number, departing_at]),
      ]);
    for (const result of [first, second]) {
      expect(result).toMatchObject({ price_changed: false, previous_total_amount: cached.total_amount });
      expect(result?.offer.total_amount).toBe(cached.total_amount);
      expect(toFlights(result?.offer)).toEqual(toFlights(cached));
      expect(result?.offer.conditions).toEqual(cached.conditions);
    }
    const requests = await Promise.all(
      [first, second].map(
        async (result) => (await quote(result?.offer.id ?? '')).json<OfferQuote>().offer_request_id,
      ),
    );
    expect(new Set(requests).size).toBe(2);
  });

  it('[ACCESS-04] [MONEY-27] gives the browser a visitor cookie before its first payment, and renews it', async () => {
    const { id } = await createFreshOffer();
    const cookies = (await Promise.all([refresh(id), refresh(id)])).map((response) => response.cookies[0]);
    expect(cookies).toMatchObject([
      { name: 'visitor', path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 86_400 },
      { name: 'visitor' },
    ]);
    expect(cookies[0]?.value).not.toBe(cookies[1]?.value);
    const again = await app.inject({
      method: 'POST',
      url: `/api/flights/offer/${id}/refresh`,
      cookies: { visitor: cookies[0]?.value ?? '' },
    });
    expect(again.cookies).toMatchObject([{ name: 'visitor', value: cookies[0]?.value, maxAge: 86_400 }]);
  });

  it('[PROVIDER-01] returns a fresh offer unchanged and without a search', async () => {
    const offer = await createFreshOffer();
    const before = await harness.provider.countSearches();
    expect((await refresh(offer.id)).json()).toEqual({
      offer,
      price_changed: false,
      previous_total_amount: offer.total_amount,
    });
    expect(await harness.provider.countSearches()).toBe(before);
  });

  it('[PROVIDER-01] replaces a fresh offer after an order attempt by another one for the same flights', async () => {
    const offer = await createFreshOffer();
    const markUsed = (headers: Record<string, string> = paymentsHeaders) =>
      app.inject({ method: 'POST', url: `/internal/offers/${offer.id}/used`, headers });
    expect((await markUsed({})).statusCode).toBe(404);
    expect((await refresh(offer.id)).json<OfferRefresh>().offer.id).toBe(offer.id);
    expect((await markUsed()).statusCode).toBe(200);
    // A live quote overwrites the stored offer.
    await quote(offer.id, { live: true });
    const next = (await refresh(offer.id)).json<OfferRefresh>();
    expect(next.offer.id).not.toBe(offer.id);
    expect(next).toMatchObject({ price_changed: false, offer: { total_amount: offer.total_amount } });
    expect((await refresh(next.offer.id)).json<OfferRefresh>().offer.id).toBe(next.offer.id);
    const requests = await Promise.all(
      [offer, next.offer].map(async ({ id }) => (await quote(id)).json<OfferQuote>().offer_request_id),
    );
    expect(new Set(requests).size).toBe(2);
  });

  it('[PROVIDER-02] returns a changed price with the previous one', async () => {
    const cached = await findFirstOffer(app);
    await overrideNextSearch(cached.id, (offer) => ({ ...offer, total_amount: '2000.00' }));
    expect((await refresh(cached.id)).json()).toMatchObject({
      offer: { total_amount: '2460.00' },
      price_changed: true,
      previous_total_amount: cached.total_amount,
    });
  });

  it('[LIST-02] ends the cached list when the booking finds another price', async () => {
    const query = uniqueSearch();
    const { id } = (await search(app, query)).offers[0]!;
    await overrideNextSearch(id, (offer) => ({ ...offer, total_amount: '2000.00' }));
    await refresh(id);
    const searches = await harness.provider.countSearches();
    await search(app, query);
    expect(await harness.provider.countSearches()).toBe(searches + 1);
  });

  it('[PROVIDER-01] returns the offer at the same price even if there is a cheaper one, else the cheapest', async () => {
    const cached = await findFirstOffer(app);
    const priced = (total_amount: string) => (offer: Record<string, unknown>) => ({ ...offer, total_amount });
    await overrideNextSearch(cached.id, priced('1.00'), (offer) => offer);
    expect((await refresh(cached.id)).json()).toMatchObject({
      offer: { total_amount: cached.total_amount },
      price_changed: false,
    });
    await overrideNextSearch(cached.id, priced('3000.00'), priced('2000.00'));
    expect((await refresh(cached.id)).json()).toMatchObject({ offer: { total_amount: '2460.00' } });
  });

  it('[PROVIDER-01] ignores a change that does not change the traveller’s price', async () => {
    const cached = await findFirstOffer(app);
    await harness.provider.changeOffer(cached.id, { total_amount: '100.00' });
    await app.inject({ url: `/api/flights/offer/${cached.id}` });
    await overrideNextSearch(cached.id, (offer) => ({ ...offer, total_amount: '100.10' }));
    expect((await refresh(cached.id)).json()).toMatchObject({
      offer: { total_amount: '123.00' },
      price_changed: false,
    });
  });

  it.each([
    [
      'other conditions',
      {
        conditions: {
          refund_before_departure: { allowed: true, penalty_amount: '9.00', penalty_currency: 'USD' },
          change_before_departure: null,
        },
      },
    ],
    ['another currency', { total_currency: 'EUR', tax_currency: 'EUR' }],
    [
      'other flights',
      { slices: [{ id: 'sli_1', segments: [{ id: 'seg_1', departing_at: '2030-01-01T10:00:00' }] }] },
    ],
  ])('[PROVIDER-02] returns OFFER_UNAVAILABLE if the search finds only %s', async (_name, change) => {
    const cached = await findFirstOffer(app);
    await overrideNextSearch(cached.id, (offer) => ({ ...offer, ...change }));
    const response = await refresh(cached.id);
    expect(response.statusCode).toBe(410);
    expect(response.json()).toMatchObject({ error: 'OFFER_UNAVAILABLE' });
  });

  it('[PROVIDER-02] returns PROVIDER_UNAVAILABLE on a provider failure and succeeds on retry', async () => {
    const cached = await findFirstOffer(app);
    await harness.provider.injectFault({
      method: 'POST',
      path: '/air/offer_requests',
      kind: 'status',
      status: 500,
      times: 2,
    });
    expect((await refresh(cached.id)).json()).toMatchObject({ error: 'PROVIDER_UNAVAILABLE' });
    expect((await refresh(cached.id)).statusCode).toBe(200);
  });
});

describe('quote', () => {
  it('[MONEY-23] returns the amounts of the traveller and of the provider', async () => {
    const offer = await createFreshOffer();
    const providerOffer = await harness.provider.fetchResource(`/air/offers/${offer.id}`);
    const result = (await quote(offer.id, { live: true })).json<OfferQuote>();
    expect(result).toMatchObject({
      mode: 'test',
      amount: offer.total_amount,
      provider_amount: providerOffer.total_amount,
      seats: [],
    });
    expect(result.passengers).toEqual(offer.passengers);
  });

  const listSeats = (maps: SeatMap[]) =>
    maps.flatMap(({ segment_id, cabins }) =>
      cabins
        .flatMap(({ rows }) => rows.flatMap(({ sections }) => sections.flatMap(({ elements }) => elements)))
        .flatMap(({ designator, available_services }) =>
          available_services.map((service) => ({ ...service, segment_id, designator })),
        ),
    );
  const loadSeats = async (offer: Offer) =>
    listSeats(
      (await app.inject({ url: `/api/flights/seatmaps/${offer.id}` })).json<{ data: SeatMap[] }>().data,
    );
  const toSelection = (seat?: { id: string; passenger_id: string }) => ({
    seatId: seat?.id ?? '',
    passengerId: seat?.passenger_id ?? '',
  });

  it('[MONEY-06][MONEY-21] prices seats at the airline’s price, not at the price in the request', async () => {
    const offer = await createFreshOffer();
    const seat = (await loadSeats(offer)).find(({ total_amount }) => Number(total_amount) > 0);
    const plain = (await quote(offer.id)).json<OfferQuote>();
    const result = (
      await quote(offer.id, {
        live: true,
        seats: [{ ...toSelection(seat), price: { amount: '0.01', currency: 'USD' } }],
      })
    ).json<OfferQuote>();
    const cents = (amount?: string) => Math.round(Number(amount) * 100);
    expect(cents(result.amount) - cents(plain.amount)).toBe(cents(seat?.total_amount));
    expect(cents(result.provider_amount) - cents(plain.provider_amount)).toBe(cents(seat?.total_amount));
    expect(result.seats).toEqual([
      expect.objectContaining({
        service_id: seat?.id,
        designator: seat?.designator,
        segment_id: seat?.segment_id,
      }),
    ]);
  });

  it('[MONEY-21] rejects a seat that is unknown, another passenger’s or selected twice', async () => {
    const offer = await createFreshOffer(uniqueSearch({ adultsCount: 2 }));
    const seats = await loadSeats(offer);
    const [one] = seats;
    const sameSeat = seats.find(
      ({ segment_id, designator, id }) =>
        segment_id === one?.segment_id && designator === one.designator && id !== one.id,
    );
    const other = seats.find(
      ({ segment_id, passenger_id, designator }) =>
        segment_id === one?.segment_id && passenger_id === one.passenger_id && designator !== one.designator,
    );
    expect(sameSeat?.passenger_id).not.toBe(one?.passenger_id);
    const invalidSelections = [
      [{ seatId: 'ase_unknown', passengerId: one?.passenger_id ?? '' }],
      [{ ...toSelection(one), passengerId: sameSeat?.passenger_id ?? '' }],
      [toSelection(one), toSelection(sameSeat)],
      [toSelection(one), toSelection(other)],
    ];
    for (const selection of invalidSelections) {
      const response = await quote(offer.id, { seats: selection });
      expect(response.statusCode).toBe(409);
      expect(response.json()).toMatchObject({ error: 'SEAT_UNAVAILABLE' });
    }
  });

  it('[LIMIT-02] refuses a payment with a seat that is in no stored seat map without a provider call, and asks the provider for one that was authorised', async () => {
    const offer = await createFreshOffer();
    await loadSeats(offer);
    const seats = [{ seatId: 'ase_invented', passengerId: offer.passengers[0]?.id ?? '' }];
    const countCalls = () => harness.provider.countCalls('GET', '/air');
    const before = await countCalls();
    const refused = await quote(offer.id, { live: true, seats, ip_address: '203.0.113.9' });
    expect([refused.statusCode, refused.json().error]).toEqual([409, 'SEAT_UNAVAILABLE']);
    expect(await countCalls()).toBe(before);
    expect((await quote(offer.id, { live: true, seats })).json()).toMatchObject({
      error: 'SEAT_UNAVAILABLE',
    });
    expect(await countCalls()).toBe(before + 2);
  });

  /** Overrides the next seat maps of the provider by one with this seat. */
  const overrideSeatMaps = (seat: object) => {
    const elements = [{ type: 'seat', designator: '1A', available_services: [seat] }];
    const cabins = [{ rows: [{ sections: [{ elements }] }] }];
    return harness.provider.injectFault({
      method: 'GET',
      path: '/air/seat_maps',
      kind: 'status',
      status: 200,
      body: { data: [{ id: 'sea_1', slice_id: 'sli_1', segment_id: 'seg_1', cabins }] },
    });
  };
  const createSeat = ({ passengers, total_currency }: Offer, id = 'ase_1') => ({
    ...{ id, passenger_id: passengers[0]?.id ?? '' },
    ...{ total_amount: '10.00', total_currency },
  });

  it('[MONEY-21] rejects a seat with a price in another currency than the offer', async () => {
    const offer = await createFreshOffer();
    const seat = createSeat(offer);
    const quoteSeat = () => quote(offer.id, { live: true, seats: [toSelection(seat)] });
    await overrideSeatMaps(seat);
    expect((await quoteSeat()).statusCode).toBe(200);
    await overrideSeatMaps({ ...seat, total_currency: 'EUR' });
    expect((await quoteSeat()).json()).toMatchObject({ error: 'SEAT_UNAVAILABLE' });
  });

  it('[RULE-01] a seat at an exit is neither shown nor priced for a child or an adult with an infant, though the airline sells it', async () => {
    const offer = await createFreshOffer(uniqueSearch({ adultsCount: 2, childrenCount: 1, infantsCount: 1 }));
    const seats = offer.passengers.map(({ id }, index) => ({
      ...createSeat(offer, `ase_${index}`),
      passenger_id: id,
    }));
    const elements = [{ type: 'exit_row' }, { type: 'seat', designator: '1A', available_services: seats }];
    await harness.provider.injectFault({
      ...{ method: 'GET', path: '/air/seat_maps', kind: 'status', status: 200, times: 5 },
      body: {
        data: [
          {
            ...{ id: 'sea_1', slice_id: 'sli_1', segment_id: 'seg_1' },
            cabins: [{ rows: [{ sections: [{ elements }] }] }],
          },
        ],
      },
    });
    const adults = offer.passengers.filter(({ type }) => type === 'adult');
    expect((await loadSeats(offer)).map(({ passenger_id }) => passenger_id)).toEqual([adults[1]?.id]);
    for (const seat of seats) {
      const { statusCode } = await quote(offer.id, { live: true, seats: [toSelection(seat)] });
      expect(statusCode).toBe(seat.passenger_id === adults[1]?.id ? 200 : 409);
    }
  });

  it('[PROVIDER-33] a live quote rejects a seat that was sold after the seat map was shown', async () => {
    const offer = await createFreshOffer();
    const seat = createSeat(offer);
    const quoteSeat = (live: boolean) => quote(offer.id, { live, seats: [toSelection(seat)] });
    await overrideSeatMaps(seat);
    expect((await quoteSeat(false)).statusCode).toBe(200);
    await overrideSeatMaps(createSeat(offer, 'ase_2'));
    expect((await quoteSeat(false)).statusCode).toBe(200);
    expect((await quoteSeat(true)).json()).toMatchObject({ error: 'SEAT_UNAVAILABLE' });
  });

  const minor = (offer: Offer, amount: string | null | undefined) =>
    parseMinor(amount ?? '', offer.total_currency) ?? NaN;
  const loadOffer = async (id: string) =>
    (await app.inject({ url: `/api/flights/offer/${id}?extras=required` })).json<OfferDetails>();
  /** A return trip with bags for each of two adults and an infant. */
  const createOfferWithBags = async () => {
    const search = uniqueSearch({ adultsCount: 2, infantsCount: 1, returnDate: dateInDays(340) });
    const { id } = await createFreshOffer({ ...search, origin: 'LHR', destination: 'JFK' });
    const offer = await loadOffer(id);
    const [one, other] = offer.bags ?? [];
    if (!one || !other) throw new Error('the offer has no two bags');
    return { offer, one, other };
  };
  const take = (bag: BagService, quantity = 1, passengerId = bag.passenger_ids[0]) => ({
    ...{ serviceId: bag.id, passengerId, quantity },
  });

  it('[EXTRA-01] [EXTRA-02] [MONEY-06] prices bags of a traveller and slice at the airline’s price, for the traveller and for the agency', async () => {
    const { offer, one, other } = await createOfferWithBags();
    const flights = offer.slices.map(({ segments }) => segments.map(({ id }) => id));
    for (const bag of offer.bags ?? []) expect(flights).toContainEqual(bag.segment_ids);
    const sold = new Set((offer.bags ?? []).flatMap(({ passenger_ids }) => passenger_ids));
    const seated = offer.passengers.filter(({ type }) => type !== 'infant_without_seat');
    expect([...sold]).toEqual(seated.map(({ id }) => id));
    expect([one.max_quantity, one.weight_kg, one.type]).toEqual([2, 23, 'baggage']);
    const plain = (await quote(offer.id)).json<OfferQuote>();
    const bags = [take(one, 2), take(other)];
    const result = (await quote(offer.id, { live: true, bags })).json<OfferQuote>();
    const price = 2 * minor(offer, one.total_amount) + minor(offer, other.total_amount);
    expect(minor(offer, result.amount) - minor(offer, plain.amount)).toBe(price);
    expect(minor(offer, result.provider_amount) - minor(offer, plain.provider_amount)).toBe(price);
    expect(result.bags).toMatchObject([
      { service_id: one.id, passenger_id: one.passenger_ids[0], quantity: 2, segment_ids: one.segment_ids },
      { service_id: other.id, quantity: 1, amount: other.total_amount },
    ]);
  });

  it('[EXTRA-01] rejects a bag that is unknown, another passenger’s, chosen twice or more often than the airline sells it', async () => {
    const { offer, one } = await createOfferWithBags();
    const infant = offer.passengers.find(({ type }) => type === 'infant_without_seat');
    for (const bags of [
      [{ ...take(one), serviceId: 'ase_unknown' }],
      [take(one, 1, infant?.id)],
      [take(one), take(one)],
      [take(one, 3)],
    ]) {
      const response = await quote(offer.id, { bags });
      expect([response.statusCode, response.json().error]).toEqual([409, 'BAG_UNAVAILABLE']);
    }
  });

  it('[EXTRA-04] names a bag that was sold out in between with the total without it, and takes the new price of another', async () => {
    const { offer, one, other } = await createOfferWithBags();
    await harness.provider.changeOffer(offer.id, {
      bags: { [one.id]: { sold_out: true }, [other.id]: { total_amount: '77.70' } },
    });
    const soldOut = await quote(offer.id, { live: true, bags: [take(one), take(other)] });
    const new_amount = formatMinor(minor(offer, offer.total_amount) + 7770, 'USD');
    expect(soldOut.json()).toMatchObject({
      error: 'BAG_UNAVAILABLE',
      details: { service_ids: [one.id], new_amount, currency: 'USD' },
    });
    const rest = await quote(offer.id, { live: true, bags: [take(other)] });
    expect(rest.json()).toMatchObject({ amount: new_amount });
    await harness.provider.changeOffer(offer.id, { total_amount: '3000.00' });
    expect((await quote(offer.id, { live: true, bags: [take(other)] })).json()).toMatchObject({
      amount: '3767.70',
    });
  });

  it('[LIMIT-02] [EXTRA-02] refuses a payment with a bag that the loaded offer does not have without a provider call', async () => {
    const { offer, one } = await createOfferWithBags();
    const before = await harness.provider.countCalls('GET', '/air');
    const bags = [{ ...take(one), serviceId: 'ase_invented' }];
    const refused = await quote(offer.id, { live: true, bags, ip_address: '203.0.113.9' });
    expect(refused.json()).toMatchObject({ error: 'BAG_UNAVAILABLE' });
    expect(await harness.provider.countCalls('GET', '/air')).toBe(before);
  });

  /** The cheapest checked bags that give each traveller one on each slice, found without the code under test. */
  function chooseCheckedBags({ slices, passengers, bags = [] }: OfferDetails): BagService[] {
    const sum = (chosen: BagService[]) =>
      chosen.reduce((total, { total_amount }) => total + Number(total_amount), 0);
    const withoutBag = slices.filter(({ included_bags }) => included_bags?.checked === 0);
    const cheapest = (traveller: string, segmentIds: string[]) =>
      bags
        .filter(({ type, passenger_ids }) => type === 'baggage' && passenger_ids.includes(traveller))
        .filter(({ segment_ids }) => segmentIds.every((id) => segment_ids.includes(id)))
        .reduce<BagService[]>((best, bag) => (best[0] && sum(best) <= sum([bag]) ? best : [bag]), []);
    const segmentsOf = (chosen: typeof slices) =>
      chosen.flatMap(({ segments }) => segments.map(({ id }) => id));
    return passengers
      .filter(({ type }) => type !== 'infant_without_seat')
      .flatMap(({ id }) => {
        const forJourney = cheapest(id, segmentsOf(withoutBag));
        const bySlice = withoutBag.flatMap((slice) => cheapest(id, segmentsOf([slice])));
        if (bySlice.length < withoutBag.length) return forJourney;
        return forJourney[0] && sum(forJourney) < sum(bySlice) ? forJourney : bySlice;
      });
  }

  it('[EXTRA-03] takes in checkout for many offers what their list shows as price with a checked bag', async () => {
    const trips = [
      { origin: 'LHR', destination: 'JFK', adultsCount: 2, childrenCount: 1, infantsCount: 1 },
      { origin: 'LGW', destination: 'BCN', adultsCount: 1 },
      { origin: 'BCN', destination: 'LGW', adultsCount: 2, currency: 'JPY' as const },
    ];
    const compared: string[] = [];
    for (const { currency, ...trip } of trips) {
      if (currency) await harness.provider.overrideNextResults({ currency });
      const { offers } = await search(app, uniqueSearch({ ...trip, returnDate: dateInDays(340) }));
      const kinds = new Map(
        offers.map((offer) => [
          `${offer.owner.iata_code} ${offer.slices.map((slice) => slice.fare_brand_name).join()} ${offer.total_currency}`,
          offer,
        ]),
      );
      for (const [kind, listed] of [...kinds].slice(0, 12)) {
        const shown = await loadOffer(listed.id);
        if (shown.checked_bag.status !== 'paid') continue;
        if (currency) await harness.provider.overrideNextResults({ currency });
        const offer = await loadOffer((await refresh(listed.id)).json<OfferRefresh>().offer.id);
        const bags = chooseCheckedBags(offer).map((bag) => take(bag));
        const { amount } = (await quote(offer.id, { live: true, bags })).json<OfferQuote>();
        expect(minor(offer, amount), kind).toBe(
          minor(shown, shown.total_amount) + minor(shown, shown.checked_bag.total_amount),
        );
        compared.push(kind);
      }
    }
    expect(compared.length).toBeGreaterThan(12);
    expect(compared.filter((kind) => kind.endsWith('JPY')).length).toBeGreaterThan(2);
    expect(
      compared.some((kind) => kind.startsWith('U2')),
      compared.join(),
    ).toBe(true);
  });

  it('[PROVIDER-33] a live quote returns the current price, another one the stored price', async () => {
    const offer = await createFreshOffer();
    await harness.provider.changeOffer(offer.id, { total_amount: '3000.00' });
    expect((await quote(offer.id)).json<OfferQuote>().amount).toBe(offer.total_amount);
    expect((await quote(offer.id, { live: true })).json()).toMatchObject({
      amount: '3690.00',
      provider_amount: '3000.00',
    });
  });

  it('[PROVIDER-33] a live quote marks a withdrawn offer as expired', async () => {
    const offer = await createFreshOffer();
    await harness.provider.changeOffer(offer.id, { unavailable: true });
    expect((await quote(offer.id, { live: true })).json()).toMatchObject({ error: 'OFFER_UNAVAILABLE' });
    expect((await quote(offer.id)).json()).toMatchObject({ error: 'OFFER_EXPIRED' });
    expect((await app.inject({ url: `/api/flights/verify-offer/${offer.id}` })).statusCode).toBe(410);
  });

  it('[PROVIDER-01] refreshes a cached offer first', async () => {
    const cached = await findFirstOffer(app);
    const result = (await quote(cached.id)).json<OfferQuote>();
    expect(result.offer.id).not.toBe(cached.id);
    expect(result.amount).toBe(cached.total_amount);
  });

  it('[MODE-05][MODE-06] after a mode switch quotes only a booking in progress, in its own mode', async () => {
    const offer = await createFreshOffer();
    harness.accounts.state.mode = 'live';
    expect((await quote(offer.id, { live: true })).json()).toMatchObject({ error: 'OFFER_EXPIRED' });
    expect((await quote(offer.id, { live: true, mode: 'test' })).json()).toMatchObject({ mode: 'test' });
  });
});

it('[PROVIDER-06] makes no provider call for a search or quote that its caller waits for no longer', async () => {
  const { id } = await findFirstOffer(app);
  const overdue = { 'x-request-timeout-ms': '0' };
  const before = await harness.provider.countCalls('GET', '/air');
  const searchesBefore = await harness.provider.countSearches();
  for (const response of [
    await quote(id, { live: true }, { ...paymentsHeaders, ...overdue }),
    await postSearch(app, uniqueSearch(), overdue),
  ])
    expect([response.statusCode, response.json().error]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(await harness.provider.countCalls('GET', '/air')).toBe(before);
  expect(await harness.provider.countSearches()).toBe(searchesBefore);
});
