import type { OfferQuote, OfferRefresh, SeatMap, SeatSelection } from '@fareline/contracts';
import { connectRedis } from '@fareline/service-kit/redis';
import { eventually, testRedisUrl, uniqueName } from '@fareline/service-kit/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { searchPaths } from '../testing/duffel-sandbox.ts';
import {
  findFirstOffer,
  from,
  paymentsHeaders,
  postSearch,
  removeStored,
  search,
  startSharedHarness,
  uniqueSearch,
} from '../testing/harness.ts';

/** The default budget. Calls over a limit are refused at once, so that the tests do not wait. */
const atDefaultBudget = { env: { PROVIDER_BUDGET_PER_MINUTE: '60' }, durations: { maxBudgetWait: 0 } };
const hostile = '203.0.113.7';
const other = '198.51.100.9';
const redis = connectRedis(testRedisUrl());
const harness = await startSharedHarness(atDefaultBudget);
const prefix = uniqueName('flights');
const replicas = await Promise.all([harness.startReplica(prefix), harness.startReplica(prefix)]);
afterEach(() => harness.provider.clearFaults());
afterAll(() => redis.disconnect());

const forgetCalls = () => removeStored(redis, prefix);

const replica = (index = 0) => replicas[index % replicas.length]!;
const countAccepted = (responses: { statusCode: number }[]) =>
  responses.filter(({ statusCode }) => statusCode === 200).length;
const countProviderCalls = async () =>
  (await harness.provider.countCalls('POST', '/air')) + (await harness.provider.countCalls('GET', '/air'));
/** Starts searches that differ, all at once and at all replicas. */
const searchAtOnce = (count: number, ipAddress: (index: number) => string) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      postSearch(replica(index), uniqueSearch(), from(ipAddress(index))),
    ),
  );
const refresh = (id: string, ipAddress: string, index = 0) =>
  replica(index).inject({
    method: 'POST',
    url: `/api/flights/offer/${id}/refresh`,
    headers: from(ipAddress),
  });
const quote = (id: string, payload: { seats?: SeatSelection[]; ip_address?: string } = {}) =>
  replica().inject({
    method: 'POST',
    url: `/internal/offers/${id}/quote`,
    headers: paymentsHeaders,
    payload: { brand: 'default', seats: [], live: true, ...payload },
  });
const countCallOfPayments = () =>
  replica().inject({
    method: 'POST',
    url: '/internal/provider-calls',
    headers: paymentsHeaders,
    payload: { share: 'booking' },
  });
const getSeatMaps = (id: string, ipAddress: string) =>
  replica().inject({ url: `/api/flights/seatmaps/${id}`, headers: from(ipAddress) });

/** Searches, enters the booking flow, opens the seats and quotes like a payment. */
async function bookAs(ipAddress: string, id: string): Promise<number[]> {
  const refreshed = await refresh(id, ipAddress);
  const freshOfferId = refreshed.json<OfferRefresh>().offer.id;
  const seatMaps = await getSeatMaps(freshOfferId, ipAddress);
  const quoted = await quote(freshOfferId);
  expect(quoted.json<OfferQuote>().offer.id).toBe(freshOfferId);
  return [refreshed, seatMaps, quoted].map(({ statusCode }) => statusCode);
}

describe('a client that has started sixty searches', () => {
  let responses: Awaited<ReturnType<typeof searchAtOnce>>;
  let providerCalls: number;
  beforeAll(async () => {
    await forgetCalls();
    const before = await countProviderCalls();
    responses = await searchAtOnce(60, () => hostile);
    providerCalls = (await countProviderCalls()) - before;
  });

  it('[LIMIT-01] [LIMIT-02] made half of the calls of searches, and is told when the next one can start', () => {
    expect(providerCalls).toBeLessThanOrEqual(17);
    expect(countAccepted(responses)).toBeGreaterThanOrEqual(9);
    const refused = responses.find(({ statusCode }) => statusCode !== 200);
    expect(refused?.statusCode).toBe(429);
    const seconds = Number(refused?.headers['retry-after']);
    expect(seconds).toBeGreaterThan(1);
    expect(seconds).toBeLessThanOrEqual(61);
    expect(refused?.json()).toMatchObject({
      error: 'TOO_MANY_REQUESTS',
      message: `Many searches were started from your connection within a minute. A new search can start in ${seconds} seconds. Searches of the last minutes still open at once.`,
    });
  });

  it('[LIMIT-02] [LIMIT-03] leaves a cold search and a booking of another client, and payments, unharmed', async () => {
    const { id } = await findFirstOffer(replica(), uniqueSearch(), from(other));
    expect((await countCallOfPayments()).statusCode).toBe(200);
    expect(await bookAs(other, id)).toEqual([200, 200, 200]);
  });

  it('[LIMIT-02] does not pass its limit on to another client with the same search', async () => {
    for (const replicaOfOther of [0, 1]) {
      const another = `198.51.${replicaOfOther}.9`;
      const query = uniqueSearch();
      const refused = Promise.all(
        Array.from({ length: 20 }, (_, index) => postSearch(replica(index), query, from(hostile))),
      );
      const found = await postSearch(replica(replicaOfOther), query, from(another));
      expect(found.statusCode).toBe(200);
      for (const { statusCode } of await refused) expect([200, 429]).toContain(statusCode);
    }
  });

  it('[LIMIT-02] still gets cached searches, and those that another client runs', async () => {
    const { countSearches, injectFault } = harness.provider;
    const query = uniqueSearch();
    await search(replica(), query, from('198.51.2.9'));
    const before = await countSearches();
    expect((await postSearch(replica(1), query, from(hostile))).statusCode).toBe(200);
    await injectFault({ method: 'POST', path: searchPaths, kind: 'latency', latencyMs: 500 });
    const running = uniqueSearch();
    const found = postSearch(replica(), running, from('198.51.3.9'));
    await eventually(async () => ((await countSearches()) > before ? true : undefined));
    const followers = await Promise.all(
      [0, 1].map((index) => postSearch(replica(index), running, from(hostile))),
    );
    expect(countAccepted([await found, ...followers])).toBe(3);
    expect((await countSearches()) - before).toBe(1);
  });
});

describe('shares of the budget', () => {
  beforeEach(forgetCalls);

  it('[LIMIT-02] the addresses of a /24 together leave a quarter of the searches to others', async () => {
    const before = await countProviderCalls();
    await searchAtOnce(60, (index) => `203.0.113.${index}`);
    expect((await countProviderCalls()) - before).toBeLessThanOrEqual(25);
    expect(countAccepted(await searchAtOnce(5, (index) => `198.51.${index}.9`))).toBe(5);
  });

  it('[LIMIT-02] [LIMIT-03] forty fresh offers of one client leave the booking of another client unharmed', async () => {
    const [{ id }, { id: othersId }] = [
      await findFirstOffer(replica(), uniqueSearch(), from(hostile)),
      await findFirstOffer(replica(), uniqueSearch(), from(other)),
    ];
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => refresh(id, hostile, index)),
    );
    expect(countAccepted(responses)).toBe(12);
    const refused = responses.find(({ statusCode }) => statusCode !== 200);
    expect(refused?.statusCode).toBe(429);
    expect(refused?.json()).toMatchObject({ message: expect.stringContaining('This one can be opened in ') });
    expect(await bookAs(other, othersId)).toEqual([200, 200, 200]);
    expect((await postSearch(replica(), uniqueSearch(), from(hostile))).statusCode).toBe(200);
  });

  it('[LIMIT-03] an office behind one address enters twelve bookings a minute, and all travellers together thirty', async () => {
    const [{ id }, { id: othersId }] = [
      await findFirstOffer(replica(), uniqueSearch(), from('192.0.2.1')),
      await findFirstOffer(replica(), uniqueSearch(), from('192.0.3.1')),
    ];
    const office = await Promise.all(Array.from({ length: 25 }, (_, index) => refresh(id, other, index)));
    expect(countAccepted(office)).toBe(12);
    const travellers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => refresh(othersId, `203.0.${index}.1`, index)),
    );
    expect(countAccepted(travellers)).toBe(18);
  });

  it('[LIMIT-02] [LIMIT-03] a client that has read nine fare rules can open no seats, but enter the booking flow', async () => {
    const { offers } = await search(replica(), uniqueSearch(), from(other));
    const fareRules = await Promise.all(
      offers
        .slice(0, 12)
        .map(({ id }) =>
          replica().inject({ url: `/api/flights/offer/${id}?extras=required`, headers: from(other) }),
        ),
    );
    expect(countAccepted(fareRules)).toBe(9);
    const refused = await getSeatMaps(offers[12]!.id, other);
    expect([refused.statusCode, refused.json().message]).toEqual([
      429,
      expect.stringContaining('Many fare rules and seat maps were opened from your connection'),
    ]);
    expect(await bookAs(other, offers[12]!.id)).toEqual([200, 200, 200]);
  });

  it('[LIMIT-03] opened offers and searches of many clients leave twelve calls a minute to bookings', async () => {
    const { id } = await findFirstOffer(replica(), uniqueSearch(), from(other));
    const fresh = (await refresh(id, other)).json<OfferRefresh>().offer;
    await searchAtOnce(60, (index) => `203.0.${index}.1`);
    const refreshes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => refresh(id, `203.0.${index}.1`, index)),
    );
    expect(refreshes.filter(({ statusCode }) => statusCode === 503).length).toBe(11);
    const quotes = await Promise.all(
      Array.from({ length: 12 }, (_, index) => quote(fresh.id, { ip_address: `198.51.${index}.1` })),
    );
    expect(countAccepted(quotes)).toBe(12);
  });

  it('[LIMIT-02] [LIMIT-03] seat maps of one client leave half of the calls of bookings to others', async () => {
    const { offers } = await search(replica(), uniqueSearch(), from(other));
    const fresh: string[] = [];
    for (let index = 0; index < 10; index++)
      fresh.push((await refresh(offers[0]!.id, `192.0.${index}.1`)).json<OfferRefresh>().offer.id);
    const responses = await Promise.all(fresh.map((id) => getSeatMaps(id, hostile)));
    expect(countAccepted(responses)).toBe(6);
    expect(responses.find(({ statusCode }) => statusCode !== 200)?.statusCode).toBe(429);
    expect((await getSeatMaps(fresh[9]!, other)).statusCode).toBe(200);
  });

  it('[LIMIT-03] [PROVIDER-06] calls of payments are never refused, and the searches give way to them', async () => {
    const responses = await Promise.all(Array.from({ length: 70 }, countCallOfPayments));
    expect(countAccepted(responses)).toBe(70);
    const refused = await postSearch(replica(), uniqueSearch(), from(other));
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toMatchObject({
      error: 'SEARCH_BUSY',
      message: expect.stringMatching(
        /^Flight search is busy right now\. A new search can start in \d+ seconds\./,
      ),
    });
  });

  it('[LIMIT-02] [LIMIT-03] six searches of one person within a minute pass, each with an offer opened and its fare rules read, and one of them booked', async () => {
    for (let count = 0; count < 6; count++) {
      const found = await postSearch(replica(count), uniqueSearch(), from(other));
      expect(found.statusCode).toBe(200);
      const { id } = found.json<{ offers: { id: string }[] }>().offers[0]!;
      for (const extras of ['stored', 'required']) {
        const opened = await replica(count).inject({
          url: `/api/flights/offer/${id}?extras=${extras}`,
          headers: from(other),
        });
        expect(opened.statusCode).toBe(200);
      }
      if (count === 5) expect(await bookAs(other, id)).toEqual([200, 200, 200]);
    }
  });
});

describe('[GUARD-05] [GUARD-15] a newcomer', () => {
  beforeEach(forgetCalls);

  /** Searches and opens offers at once, with two addresses of each of the ranges, as much as is let through. */
  async function attack(ranges: number) {
    const { id } = await findFirstOffer(replica(), uniqueSearch(), from('203.0.0.1'));
    const addresses = Array.from({ length: 2 * ranges }, (_, index) => `203.0.${index % ranges}.${index}`);
    await Promise.all(
      addresses.map(async (address) => {
        await searchAtOnce(20, () => address);
        await Promise.all(Array.from({ length: 20 }, (_, index) => refresh(id, address, index)));
      }),
    );
    // Each is at its limit, and stays there.
    const statuses = addresses.map(async (address, index) => (await refresh(id, address, index)).statusCode);
    expect(await Promise.all(statuses)).not.toContain(200);
  }

  it.each([1, 2, 4, 8])(
    'searches, reads the fare rules and enters the booking flow at once beside %i /24s at their limits',
    async (ranges) => {
      await attack(ranges);
      const { id } = await findFirstOffer(replica(), uniqueSearch(), from(other));
      const url = `/api/flights/offer/${id}?extras=required`;
      expect((await replica().inject({ url, headers: from(other) })).statusCode).toBe(200);
      expect((await refresh(id, other)).statusCode).toBe(200);
    },
  );

  it('who has found a flight books it beside sixty networks of one search each', async () => {
    const { id } = await findFirstOffer(replica(), uniqueSearch(), from(other));
    expect(countAccepted(await searchAtOnce(60, (index) => `203.0.${index}.1`))).toBeLessThan(34);
    expect(await bookAs(other, id)).toEqual([200, 200, 200]);
  });
});

describe('tries to pay', () => {
  beforeEach(forgetCalls);

  it('[LIMIT-01] [LIMIT-02] of a /24 that also searches and opens offers leave twelve calls a minute to others', async () => {
    const address = (index: number) => `203.0.113.${1 + (index % 4)}`;
    const before = await countProviderCalls();
    const { offers } = await search(replica(), uniqueSearch(), from(address(0)));
    const seats = [{ seatId: 'ase_invented', passengerId: offers[0]!.passengers[0]!.id }];
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        quote(offers[index % offers.length]!.id, { seats, ip_address: address(index) }),
      ),
    );
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => refresh(offers[0]!.id, address(index), index)),
    );
    await searchAtOnce(60, address);
    expect((await countProviderCalls()) - before).toBeLessThanOrEqual(44);
    for (const { statusCode } of tries) expect([409, 429]).toContain(statusCode);

    const { id } = await findFirstOffer(replica(), uniqueSearch(), from(other));
    expect(await bookAs(other, id)).toEqual([200, 200, 200]);
    const quotes = await Promise.all(
      Array.from({ length: 4 }, (_, index) => quote(offers[0]!.id, { ip_address: `198.51.${index}.1` })),
    );
    expect(countAccepted(quotes)).toBe(4);
  });

  it('[LIMIT-02] [PROVIDER-06] fifteen people of an office pay for their seats in the same minute, and then what was authorised is not refused', async () => {
    const found = await findFirstOffer(replica(), uniqueSearch(), from('192.0.2.1'));
    const bookings: { id: string; seats: SeatSelection[] }[] = [];
    for (let index = 0; index < 3; index++) {
      const { offer } = (await refresh(found.id, `192.0.${index}.1`)).json<OfferRefresh>();
      const { data } = (await getSeatMaps(offer.id, `192.0.${index}.1`)).json<{ data: SeatMap[] }>();
      const elements = data[0]!.cabins.flatMap(({ rows }) =>
        rows.flatMap(({ sections }) => sections.flatMap((section) => section.elements)),
      );
      const [seat] = elements.flatMap(({ available_services: services }) => services);
      bookings.push({ id: offer.id, seats: [{ seatId: seat!.id, passengerId: seat!.passenger_id }] });
    }
    const pay = (index: number) => {
      const { id, seats } = bookings[index % 3]!;
      return quote(id, { seats, ip_address: other });
    };
    const quotes = await Promise.all(Array.from({ length: 15 }, (_, index) => pay(index)));
    expect(countAccepted(quotes)).toBe(15);
    const refused = await pay(15);
    const seconds = Number(refused.headers['retry-after']);
    expect(refused.json()).toMatchObject({
      error: 'TOO_MANY_REQUESTS',
      message: `Many payments were started from your connection within a minute. Nothing was charged. You can pay in ${seconds} seconds. What you entered stays here.`,
    });
    expect((await quote(bookings[0]!.id, { seats: bookings[0]!.seats })).statusCode).toBe(200);
  });
});
