import {
  getItineraryKey,
  type Offer,
  type OfferDetails,
  type OfferRefresh,
  type SearchResponse,
} from '@fareline/contracts';
import { offerSchema, seatMapSchema, verifyResultSchema } from '@fareline/contracts/schemas';
import { connectRedis } from '@fareline/service-kit/redis';
import { testRedisUrl, uniqueName } from '@fareline/service-kit/testing';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createKeys } from '../redis/keys.ts';
import {
  findFirstOffer,
  uniqueSearch,
  withoutBatches,
  search,
  startSharedHarness,
} from '../testing/harness.ts';

const prefix = uniqueName('flights');
const redis = connectRedis(testRedisUrl());
const harness = await startSharedHarness();
const app = await harness.startReplica(prefix);
afterEach(() => harness.provider.clearFaults());
afterAll(() => redis.disconnect());

const get = (path: string, replica = app) => replica.inject({ url: `/api/flights/${path}` });
const countOfferCalls = () => harness.provider.countCalls('GET', '/air/offers');

describe('GET /api/flights/offer/:id', () => {
  it('[API-36][SECURITY-09][PROVIDER-08][MONEY-04] returns the listed offer at its price with paid extras', async () => {
    const listed = await findFirstOffer(app);
    const shown = offerSchema.parse((await get(`offer/${listed.id}`)).json());
    const paid = (offer: Offer) =>
      offer.available_services.filter(({ total_amount: amount }) => Number(amount) > 0);
    expect(paid(listed)).toEqual([]);
    expect(paid(shown).length).toBeGreaterThan(0);
    const { available_services: _list, checked_bag: _unknown, ...same } = listed;
    expect(shown).toMatchObject(same);
    expect(shown.checked_bag.status).not.toBe('unknown');
  });

  it('[MONEY-06] returns paid extras at the airline’s price', async () => {
    const { id } = await findFirstOffer(app);
    const shown = (await get(`offer/${id}`)).json<Offer>();
    const providerOffer = (await harness.provider.fetchResource(
      `/air/offers/${id}?return_available_services=true`,
    )) as unknown as {
      available_services: { id: string; type: string; total_amount: string }[];
    };
    const bags = providerOffer.available_services.filter(({ type }) => type === 'baggage');
    for (const { id: service, total_amount } of bags)
      expect(shown.available_services.find((entry) => entry.id === service)?.total_amount).toBe(total_amount);
    expect(bags.length).toBeGreaterThan(0);
  });

  it('[LIST-07] shows travel insurance nowhere: neither offer nor checkout is sent what the provider sells of it', async () => {
    const { id } = await findFirstOffer(app, uniqueSearch({ origin: 'LTN', destination: 'STN' }));
    const path = `/air/offers/${id}`;
    const raw = await harness.provider.fetchResource(`${path}?return_available_services=true`);
    const sold = z.array(z.looseObject({ id: z.string(), type: z.string() })).parse(raw.available_services);
    const [cancellation] = sold.filter(({ type }) => type === 'cancel_for_any_reason');
    expect(cancellation).toBeDefined();
    const insurance = { ...cancellation, id: 'ase_insurance', type: 'insurance' };
    const data = { ...raw, available_services: [...sold, insurance] };
    await harness.provider.injectFault({ method: 'GET', path, kind: 'status', status: 200, body: { data } });

    const refreshed = await app.inject({ method: 'POST', url: `/api/flights/offer/${id}/refresh` });
    const fresh = refreshed.json<OfferRefresh>().offer;
    const [listedOffer, freshOffer] = [
      await get(`offer/${id}?extras=required`),
      await get(`offer/${fresh.id}?extras=required`),
    ];
    for (const { available_services: shown } of [listedOffer.json<Offer>(), freshOffer.json<Offer>()]) {
      expect(shown.some(({ name }) => name === 'Extra checked bag, up to 23 kg')).toBe(true);
      expect(new Set(shown.map(({ type }) => type))).toEqual(new Set(['baggage', 'cabin_bag']));
    }
    const fares = await get(`offer/${id}?fares=same-flights`);
    const seatMaps = await get(`seatmaps/${fresh.id}`);
    const answers = [listedOffer, freshOffer, refreshed, fares, seatMaps];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    const traces = [/insurance/i, /any.reason/i, cancellation!.id];
    for (const { body } of answers) for (const trace of traces) expect(body).not.toMatch(trace);
  });

  it('[PROVIDER-06] makes one provider call for many requests', async () => {
    const { id } = await findFirstOffer(app);
    const before = await countOfferCalls();
    const responses = await Promise.all(Array.from({ length: 20 }, () => get(`offer/${id}`)));
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
    await get(`offer/${id}`);
    expect((await countOfferCalls()) - before).toBe(1);
  });

  it.each([
    ['500', { kind: 'status', status: 500, times: 2 }],
    ['429', { kind: 'status', status: 429 }],
    ['502 that is not JSON', { kind: 'status', status: 502, body: '<html>', times: 2 }],
    ['200 with null data', { kind: 'status', status: 200, body: { data: null } }],
  ])(
    '[PROVIDER-11] returns the offer without paid extras when the provider returns %s',
    async (_name, fault) => {
      const listed = await findFirstOffer(app);
      await harness.provider.injectFault({ method: 'GET', path: `/air/offers/${listed.id}`, ...fault });
      expect((await get(`offer/${listed.id}`)).json()).toMatchObject({
        ...listed,
        listed: null,
        has_extras: false,
      });
      expect((await get(`offer/${listed.id}`)).json<Offer>().available_services).not.toEqual(
        listed.available_services,
      );
    },
  );

  it('[LIMIT-03] returns a stored offer without a provider call, and says whether it has its extras', async () => {
    const listed = await findFirstOffer(app);
    const before = await countOfferCalls();
    expect((await get(`offer/${listed.id}?extras=stored`)).json()).toMatchObject({
      ...listed,
      listed: null,
      has_extras: false,
    });
    expect(await countOfferCalls()).toBe(before);
    const loaded = (await get(`offer/${listed.id}?extras=required`)).json<OfferDetails>();
    expect(loaded.has_extras).toBe(true);
    expect(loaded.available_services.length).toBeGreaterThan(listed.available_services.length);
    expect((await get(`offer/${listed.id}?extras=stored`)).json()).toEqual(loaded);
    expect((await countOfferCalls()) - before).toBe(1);
  });

  it('[LIST-01] [LIMIT-03] returns the median emissions of its search, also once it has its extras', async () => {
    const { facts, offers } = await search(app, uniqueSearch());
    const path = `offer/${offers[0]!.id}`;
    const before = await countOfferCalls();
    const stored = (await get(`${path}?extras=stored`)).json<OfferDetails>();
    expect(facts.median_emissions_kg).toBeGreaterThan(0);
    expect(stored.median_emissions_kg).toBe(facts.median_emissions_kg);
    expect(await countOfferCalls()).toBe(before);
    const loaded = (await get(`${path}?extras=required`)).json<OfferDetails>();
    expect(loaded.median_emissions_kg).toBe(facts.median_emissions_kg);
  });

  it('[LIST-02] returns on request the fares of the same flights, with the markup of the brand', async () => {
    const query = uniqueSearch();
    const [offer] = (await search(app, query)).offers;
    const parameters = new URLSearchParams({
      ...query,
      destination: String(query.destination),
      adultsCount: '1',
    });
    const { offers } = (
      await app.inject({ url: `/api/flights/search?${parameters}&limit=5000` })
    ).json<SearchResponse>();
    const same = offers.filter((each) => getItineraryKey(each) === getItineraryKey(offer!));
    expect(same.length).toBeGreaterThan(1);
    expect(same.length).toBeLessThan(offers.length);
    const url = `/api/flights/offer/${offer!.id}?extras=stored`;
    const open = async (parameters: string) =>
      (await app.inject({ url: url + parameters })).json<OfferDetails>();
    expect((await open('&fares=same-flights')).fares).toEqual(same);
    expect(await open('')).not.toHaveProperty('fares');
    expect((await app.inject({ url: `${url}&fares=all` })).statusCode).toBe(400);
  });

  it('[LIMIT-03] [PROVIDER-11] returns an error instead of an offer without the required extras', async () => {
    const { id } = await findFirstOffer(app);
    await harness.provider.injectFault({
      method: 'GET',
      path: `/air/offers/${id}`,
      kind: 'status',
      status: 500,
      times: 2,
    });
    const response = await get(`offer/${id}?extras=required`);
    expect(response.statusCode).toBe(502);
    expect(response.json()).toMatchObject({ error: 'PROVIDER_UNAVAILABLE' });
  });

  it('[API-36] returns 404 with a message for an unknown offer', async () => {
    const response = await get('offer/off_0000Unknown');
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ error: 'OFFER_NOT_FOUND', message: 'Flight offer not found' });
  });

  it('[API-36][PROVIDER-05] returns OFFER_EXPIRED on every request for an offer that the airline withdrew', async () => {
    const { id } = await findFirstOffer(app);
    await harness.provider.changeOffer(id, { unavailable: true });
    const responses = [await get(`offer/${id}`), await get(`offer/${id}`)];
    for (const response of responses) {
      expect(response.statusCode).toBe(410);
      expect(response.json()).toMatchObject({
        error: 'OFFER_EXPIRED',
        message: 'This flight offer has expired. Please select another flight.',
      });
    }
  });

  it('[MONEY-04] returns the new price after it changed at the provider', async () => {
    const { id } = await findFirstOffer(app);
    await harness.provider.changeOffer(id, { total_amount: '1000.00' });
    expect((await get(`offer/${id}`)).json<Offer>()).toMatchObject({ total_amount: '1230.00' });
  });
});

describe('seat maps', () => {
  it('[API-37][API-08] returns one map per segment with row numbers', async () => {
    const offer = await findFirstOffer(app);
    const { data } = (await get(`seatmaps/${offer.id}`)).json<{ data: unknown[] }>();
    const maps = data.map((map) => seatMapSchema.parse(map));
    const segments = offer.slices.flatMap((slice) => slice.segments.map(({ id }) => `${slice.id} ${id}`));
    expect(maps.map((map) => `${map.slice_id} ${map.segment_id}`).sort()).toEqual(segments.sort());
    let seats = 0;
    for (const row of maps.flatMap(({ cabins }) => cabins.flatMap(({ rows }) => rows)))
      for (const { type, designator, available, available_services } of row.sections.flatMap(
        ({ elements }) => elements,
      )) {
        if (type !== 'seat' || designator === null) continue;
        seats += 1;
        expect(designator).toMatch(new RegExp(`^${row.number}[A-Z]$`));
        expect(available).toBe(available_services.length > 0);
      }
    expect(seats).toBeGreaterThan(50);
  });

  it('[API-37] returns an empty list if the airline has none', async () => {
    const offer = await findFirstOffer(app, uniqueSearch({ origin: 'BTS', destination: 'ABV' }));
    expect((await get(`seatmaps/${offer.id}`)).json()).toEqual({ data: [] });
  });

  it('[API-37] returns 502 when the provider fails, and caches a successful response for two minutes', async () => {
    const { id } = await findFirstOffer(app);
    await harness.provider.injectFault({
      method: 'GET',
      path: '/air/seat_maps',
      kind: 'status',
      status: 500,
      times: 2,
    });
    const failed = await get(`seatmaps/${id}`);
    expect(failed.statusCode).toBe(502);
    const before = await harness.provider.countCalls('GET', '/air/seat_maps');
    await Promise.all([get(`seatmaps/${id}`), get(`seatmaps/${id}`)]);
    await get(`seatmaps/${id}`);
    expect((await harness.provider.countCalls('GET', '/air/seat_maps')) - before).toBe(1);
    const ttl = await redis.pttl(createKeys(prefix).seatMaps(id));
    expect(ttl).toBeGreaterThan(0);
    expect(ttl).toBeLessThanOrEqual(120_000);
  });

  it('[API-37] returns OFFER_EXPIRED for a withdrawn offer and 404 for an unknown one', async () => {
    const { id } = await findFirstOffer(app);
    await harness.provider.changeOffer(id, { unavailable: true });
    expect((await get(`seatmaps/${id}`)).json()).toMatchObject({ error: 'OFFER_EXPIRED' });
    expect((await get('seatmaps/off_0000Unknown')).statusCode).toBe(404);
  });
});

describe('GET /api/flights/verify-offer/:id', () => {
  it('[API-38][API-13][PROVIDER-04] returns the stored expiry without a provider call', async () => {
    const offer = await findFirstOffer(app);
    const before = await harness.provider.countCalls('GET', '/air');
    for (let poll = 0; poll < 10; poll++) {
      const result = verifyResultSchema.parse((await get(`verify-offer/${offer.id}`)).json());
      const minutes = (Date.parse(offer.expires_at) - Date.now()) / 60_000;
      expect(result).toMatchObject({ valid: true, offer_id: offer.id, expires_at: offer.expires_at });
      expect(Math.abs((result.minutes_remaining ?? 0) - minutes)).toBeLessThanOrEqual(1.1);
    }
    expect(await harness.provider.countCalls('GET', '/air')).toBe(before);
  });

  it('[API-38][ERROR-06] all offer endpoints return OFFER_EXPIRED after the expiry', async () => {
    const replica = await harness.startReplica(undefined, {
      ...withoutBatches,
      durations: { ...withoutBatches.durations, minOfferLifetime: 0 },
    });
    // The first search of a replica is slow, and the offer below expires in 3 seconds.
    await search(replica, uniqueSearch());
    const expiresAt = new Date(Date.now() + 3_000).toISOString();
    const raw = {
      id: 'off_0000Short',
      total_amount: '100.00',
      total_currency: 'USD',
      expires_at: expiresAt,
      slices: [{ id: 'sli_1', segments: [{ id: 'seg_1' }] }],
      passengers: [{ id: 'pas_1', type: 'adult' }],
    };
    await harness.provider.injectFault({
      method: 'POST',
      path: '/air/offer_requests',
      kind: 'status',
      status: 201,
      body: { data: { id: 'orq_1', offers: [raw] } },
    });
    const [offer] = (await search(replica, uniqueSearch())).offers;
    expect((await get(`verify-offer/${offer?.id}`, replica)).statusCode).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, Date.parse(expiresAt) - Date.now() + 5));
    const expired = await get(`verify-offer/${offer?.id}`, replica);
    expect(expired.statusCode).toBe(410);
    expect(expired.json()).toMatchObject({
      valid: false,
      error: 'OFFER_EXPIRED',
      message: 'This flight offer has expired. Please select another flight.',
    });
    for (const path of ['offer', 'seatmaps'])
      expect((await get(`${path}/${offer?.id}`, replica)).json()).toMatchObject({ error: 'OFFER_EXPIRED' });
    const refreshed = await replica.inject({
      method: 'POST',
      url: `/api/flights/offer/${offer?.id}/refresh`,
    });
    expect(refreshed.json()).toMatchObject({ error: 'OFFER_EXPIRED' });
  });
});
