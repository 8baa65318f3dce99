import type { Offer, OfferRefresh, OfferQuote, SeatMap } from '@fareline/contracts';
import { credentialHeader } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  findFirstOffer,
  uniqueSearch,
  startHarness,
  testCredential,
  type Harness,
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
afterAll(() => harness.close());

const exchange = (id: string) => app.inject({ method: 'POST', url: `/api/flights/offer/${id}/refresh` });
const own = async (query?: object): Promise<Offer> =>
  (await exchange((await findFirstOffer(app, query)).id)).json<OfferRefresh>().offer;
const quote = (
  id: string,
  body: object = {},
  headers: Record<string, string> = { [credentialHeader]: testCredential },
) =>
  app.inject({
    method: 'POST',
    url: `/internal/offers/${id}/quote`,
    headers,
    payload: { brand: 'default', seats: [], live: false, ...body },
  });
const searchCalls = () => harness.provider.countSearches();

/** The next search of that itinerary answers with the shared offer in another form. */
async function nextSearchFinds(
  change: (offer: Record<string, unknown>) => Record<string, unknown>,
  id: string,
) {
  const raw = await harness.provider.fetchResource(`/air/offers/${id}`);
  await harness.provider.injectFault({
    method: 'POST',
    path: '/air/offer_requests',
    kind: 'status',
    status: 201,
    body: { data: { id: 'orq_other', offers: [change({ ...raw, id: `${id}x` })] } },
  });
}

describe('an offer of one’s own', () => {
  it('[PROVIDER-01][PROVIDER-03] two visitors with one shared offer get one each: same flights, fare and price', async () => {
    const shared = await findFirstOffer(app);
    const [first, second] = (await Promise.all([exchange(shared.id), exchange(shared.id)])).map((answer) =>
      answer.json<OfferRefresh>(),
    );
    expect(new Set([shared.id, first?.offer.id, second?.offer.id]).size).toBe(3);
    const flown = (offer?: Offer) =>
      offer?.slices.map(({ fare_brand_name, segments }) => [
        fare_brand_name,
        segments.map(({ flight_number, departing_at }) => [flight_number, departing_at]),
      ]);
    for (const answer of [first, second]) {
      expect(answer).toMatchObject({ price_changed: false, previous_total_amount: shared.total_amount });
      expect(answer?.offer.total_amount).toBe(shared.total_amount);
      expect(flown(answer?.offer)).toEqual(flown(shared));
      expect(answer?.offer.conditions).toEqual(shared.conditions);
    }
    const requests = await Promise.all(
      [first, second].map(
        async (answer) => (await quote(answer?.offer.id ?? '')).json<OfferQuote>().offer_request_id,
      ),
    );
    expect(new Set(requests).size).toBe(2);
  });

  it('[PROVIDER-01] an own offer answers itself and costs no search', async () => {
    const offer = await own();
    const before = await searchCalls();
    expect((await exchange(offer.id)).json()).toEqual({
      offer,
      price_changed: false,
      previous_total_amount: offer.total_amount,
    });
    expect(await searchCalls()).toBe(before);
  });

  it('[PROVIDER-01] an own offer that an order was tried with is replaced by another one of the same flights', async () => {
    const offer = await own();
    const markUsed = (headers: Record<string, string> = { [credentialHeader]: testCredential }) =>
      app.inject({ method: 'POST', url: `/internal/offers/${offer.id}/used`, headers });
    expect((await markUsed({})).statusCode).toBe(404);
    expect((await exchange(offer.id)).json<OfferRefresh>().offer.id).toBe(offer.id);
    expect((await markUsed()).statusCode).toBe(200);
    // A check with the provider stores the offer anew.
    await quote(offer.id, { live: true });
    const next = (await exchange(offer.id)).json<OfferRefresh>();
    expect(next.offer.id).not.toBe(offer.id);
    expect(next).toMatchObject({ price_changed: false, offer: { total_amount: offer.total_amount } });
    expect((await exchange(next.offer.id)).json<OfferRefresh>().offer.id).toBe(next.offer.id);
    const requests = await Promise.all(
      [offer, next.offer].map(async ({ id }) => (await quote(id)).json<OfferQuote>().offer_request_id),
    );
    expect(new Set(requests).size).toBe(2);
  });

  it('[PROVIDER-02] another price is told with the old one', async () => {
    const shared = await findFirstOffer(app);
    await nextSearchFinds((offer) => ({ ...offer, total_amount: '2000.00' }), shared.id);
    expect((await exchange(shared.id)).json()).toMatchObject({
      offer: { total_amount: '2460.00' },
      price_changed: true,
      previous_total_amount: shared.total_amount,
    });
  });

  it('[PROVIDER-01] a difference that the traveller’s price does not show goes on unnoticed', async () => {
    const shared = await findFirstOffer(app);
    await harness.provider.changeOffer(shared.id, { total_amount: '100.00' });
    await app.inject({ url: `/api/flights/offer/${shared.id}` });
    await nextSearchFinds((offer) => ({ ...offer, total_amount: '100.10' }), shared.id);
    expect((await exchange(shared.id)).json()).toMatchObject({
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
  ])('[PROVIDER-02] with %s it is no longer available', async (_what, change) => {
    const shared = await findFirstOffer(app);
    await nextSearchFinds((offer) => ({ ...offer, ...change }), shared.id);
    const response = await exchange(shared.id);
    expect(response.statusCode).toBe(410);
    expect(response.json()).toMatchObject({ error: 'OFFER_UNAVAILABLE' });
  });

  it('[PROVIDER-02] a provider that fails is not an offer that is gone', async () => {
    const shared = await findFirstOffer(app);
    await harness.provider.injectFault({
      method: 'POST',
      path: '/air/offer_requests',
      kind: 'status',
      status: 500,
      times: 2,
    });
    expect((await exchange(shared.id)).json()).toMatchObject({ error: 'PROVIDER_UNAVAILABLE' });
    expect((await exchange(shared.id)).statusCode).toBe(200);
  });
});

describe('a quote', () => {
  it('[MONEY-05] exists for services alone', async () => {
    const offer = await own();
    expect((await quote(offer.id, {}, {})).statusCode).toBe(404);
    expect((await quote(offer.id, {}, { [credentialHeader]: 'another credential' })).statusCode).toBe(404);
  });

  it('[MONEY-23] tells what the traveller pays and what the provider is paid', async () => {
    const offer = await own();
    const asked = await harness.provider.fetchResource(`/air/offers/${offer.id}`);
    const answer = (await quote(offer.id, { live: true })).json<OfferQuote>();
    expect(answer).toMatchObject({
      mode: 'test',
      amount: offer.total_amount,
      provider_amount: asked.total_amount,
      seats: [],
    });
    expect(answer.passengers).toEqual(offer.passengers);
  });

  const freeSeats = (maps: SeatMap[]) =>
    maps.flatMap(({ segment_id, cabins }) =>
      cabins
        .flatMap(({ rows }) => rows.flatMap(({ sections }) => sections.flatMap(({ elements }) => elements)))
        .flatMap(({ designator, available_services }) =>
          available_services.map((service) => ({ ...service, segment_id, designator })),
        ),
    );
  const seatsOf = async (offer: Offer) =>
    freeSeats(
      (await app.inject({ url: `/api/flights/seatmaps/${offer.id}` })).json<{ data: SeatMap[] }>().data,
    );
  const choose = (seat?: { id: string; passenger_id: string }) => ({
    seatId: seat?.id ?? '',
    passengerId: seat?.passenger_id ?? '',
  });

  it('[MONEY-06][MONEY-21] seats cost what the airline asks, whatever price the caller names', async () => {
    const offer = await own();
    const seat = (await seatsOf(offer)).find(({ total_amount }) => Number(total_amount) > 0);
    const plain = (await quote(offer.id)).json<OfferQuote>();
    const answer = (
      await quote(offer.id, {
        live: true,
        seats: [{ ...choose(seat), price: { amount: '0.01', currency: 'USD' } }],
      })
    ).json<OfferQuote>();
    const cents = (amount?: string) => Math.round(Number(amount) * 100);
    expect(cents(answer.amount) - cents(plain.amount)).toBe(cents(seat?.total_amount));
    expect(cents(answer.provider_amount) - cents(plain.provider_amount)).toBe(cents(seat?.total_amount));
    expect(answer.seats).toEqual([
      expect.objectContaining({
        service_id: seat?.id,
        designator: seat?.designator,
        segment_id: seat?.segment_id,
      }),
    ]);
  });

  it('[MONEY-21] refuses a seat that is unknown, another passenger’s or chosen twice', async () => {
    const offer = await own(uniqueSearch({ adultsCount: 2 }));
    const seats = await seatsOf(offer);
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
    const refused = [
      [{ seatId: 'ase_unknown', passengerId: one?.passenger_id ?? '' }],
      [{ ...choose(one), passengerId: sameSeat?.passenger_id ?? '' }],
      [choose(one), choose(sameSeat)],
      [choose(one), choose(other)],
    ];
    for (const choice of refused) {
      const response = await quote(offer.id, { seats: choice });
      expect(response.statusCode).toBe(409);
      expect(response.json()).toMatchObject({ error: 'SEAT_UNAVAILABLE' });
    }
  });

  it('[MONEY-31][PROVIDER-33] a live quote notices another price once, and then stands by it', async () => {
    const offer = await own();
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

  it('[PROVIDER-33] a live quote of an offer that is gone ends it', async () => {
    const offer = await own();
    await harness.provider.changeOffer(offer.id, { unavailable: true });
    expect((await quote(offer.id, { live: true })).json()).toMatchObject({ error: 'OFFER_UNAVAILABLE' });
    expect((await quote(offer.id)).json()).toMatchObject({ error: 'OFFER_EXPIRED' });
    expect((await app.inject({ url: `/api/flights/verify-offer/${offer.id}` })).statusCode).toBe(410);
  });

  it('[PROVIDER-01] a shared offer is exchanged first', async () => {
    const shared = await findFirstOffer(app);
    const answer = (await quote(shared.id)).json<OfferQuote>();
    expect(answer.offer.id).not.toBe(shared.id);
    expect(answer.amount).toBe(shared.total_amount);
  });

  it('[MODE-05][MODE-06] after a switch only a booking in flight goes on, in its own mode', async () => {
    const offer = await own();
    harness.accounts.state.mode = 'live';
    expect((await quote(offer.id, { live: true })).json()).toMatchObject({ error: 'OFFER_EXPIRED' });
    expect((await quote(offer.id, { live: true, mode: 'test' })).json()).toMatchObject({ mode: 'test' });
  });
});
