import type { Offer, OfferRefresh, OfferQuote, SeatMap } from '@fareline/contracts';
import { credentialHeader } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  findFirstOffer,
  uniqueSearch,
  startHarness,
  paymentsHeaders,
  type Harness,
  search,
} from '../testing/harness.ts';

let harness: Harness;
let app: FastifyInstance;
beforeAll(async () => {
  harness = await startHarness();
  app = await harness.startReplica();
});
afterEach(async () => {
  harness.accounts.state.mode = 'test';
  await harness.provider.clearFaults();
});
afterAll(() => harness.stop());

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
  it('[MONEY-05] returns 404 without the service credential', async () => {
    const offer = await createFreshOffer();
    expect((await quote(offer.id, {}, {})).statusCode).toBe(404);
    expect((await quote(offer.id, {}, { [credentialHeader]: 'another credential' })).statusCode).toBe(404);
  });

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

  it('[MONEY-31][PROVIDER-33] a live quote rejects a changed price once, then uses the new price', async () => {
    const offer = await createFreshOffer();
    await harness.provider.changeOffer(offer.id, { total_amount: '3000.00' });
    expect((await quote(offer.id)).json<OfferQuote>().amount).toBe(offer.total_amount);
    const changed = await quote(offer.id, { live: true });
    expect(changed.statusCode).toBe(409);
    expect(changed.json()).toMatchObject({
      error: 'PRICE_CHANGED',
      details: { offer_id: offer.id, old_amount: offer.total_amount, new_amount: '3690.00', currency: 'USD' },
    });
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
