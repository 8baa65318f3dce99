/**
 * The program of bench/src/cache-memory.ts: stores cold searches at a fixed rate through the repositories of the service, in
 * shortened time, and prints what the two Redis servers have kept. Every duration of the cache is divided by SPEED.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { firstPageSize, wholeListSize, type SearchRequest } from '@fareline/contracts';
import { searchRequestSchema } from '@fareline/contracts/schemas';
import { createLogger } from '@fareline/service-kit/logging';
import { readConfig } from '../config.ts';
import type { ProviderOffer } from '../pricing/provider-offer.ts';
import { defaultDurations } from '../durations.ts';
import { createOfferRepository } from '../offers/offer.repository.ts';
import { closeConnections, waitForConnections } from '../redis/connections.ts';
import { buildPage } from '../searches/build-page.ts';
import { createSearchDeps } from '../searches/search-deps.ts';
import { toSearchKey } from '../searches/search-key.ts';
import { pageField, type PageRequest } from '../searches/search.repository.ts';

const speed = Number(process.env.SPEED);
const minutes = Number(process.env.MINUTES);
const searchesPerMinute = 40;
const offerLifetimeMs = (30 * 60_000) / speed;
const durations = {
  ...defaultDurations,
  searchTtl: defaultDurations.searchTtl / speed,
  maxListTtl: defaultDurations.maxListTtl / speed,
  offerIndexPeriod: defaultDurations.offerIndexPeriod / speed,
  expiredMarkerTtl: defaultDurations.expiredMarkerTtl / speed,
};

const config = readConfig(process.env);
const deps = createSearchDeps(config, durations, createLogger('flights', config.LOG_LEVEL));
const { cache, durable, searches, calendar } = deps;
const offers = createOfferRepository(deps);
await waitForConnections(deps);
// Redis looks for expired keys ten times a second by default.
await cache.config('SET', 'hz', String(Math.min(500, 10 * speed)));

const dateInDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const destinations = ['JFK', 'LAX', 'MIA', 'BOS', 'ORD', 'SFO', 'IAD', 'SEA'];

/** A return search; no two of a run are equal. */
const createQuery = (number: number): SearchRequest =>
  searchRequestSchema.parse({
    origin: 'LHR',
    destination: destinations[number % destinations.length],
    departureDate: dateInDays(20 + (Math.floor(number / destinations.length) % 300)),
    returnDate: dateInDays(330),
    adultsCount: 2,
  });

const base62 = (length: number): string =>
  randomBytes(2 * length)
    .toString('base64')
    .replace(/[+/=]/g, '')
    .slice(0, length);

/** The offers with other ids, as random as the provider's, and with a new expiry. */
function renewOffers(json: string): ProviderOffer[] {
  const ids = new Map<string, string>();
  const renewed = json.replace(/"([a-z]{3}_0000)(\w+)"/g, (id, prefix: string, rest: string) => {
    const known = ids.get(id) ?? `"${prefix}${base62(rest.length)}"`;
    ids.set(id, known);
    return known;
  });
  const expires_at = new Date(Date.now() + offerLifetimeMs).toISOString();
  return (JSON.parse(renewed) as ProviderOffer[]).map((each) => ({
    ...each,
    offer: { ...each.offer, expires_at },
  }));
}

const createList = (number: number, json: string) => ({
  offerRequestId: `orq_0000${base62(18)}`,
  mode: 'test' as const,
  query: createQuery(number),
  searchedAt: new Date().toISOString(),
  offers: renewOffers(json),
});

/** The first page and the whole list, as browsers request them. */
const pageRequests = (query: SearchRequest): PageRequest[] =>
  [firstPageSize, wholeListSize].map((limit) => ({
    ...{ mode: 'test', query, page: 1, limit, markupPercent: 23, encoding: 'br', client: [] },
  }));

/** One answer of the provider, and the pages of a search with it, which has the same size with other ids. */
async function createSample() {
  const { offers: found } = await deps.provider.search('test', createQuery(0), { share: 'search' });
  const json = JSON.stringify(found);
  const list = createList(0, json);
  await searches.write(toSearchKey('test', list.query), list);
  const pages = [];
  for (const request of pageRequests(list.query)) pages.push(await buildPage(deps, request));
  return { json, count: found.length, pages };
}

const readStatistic = async (redis: typeof cache, name: string): Promise<number> =>
  Number(new RegExp(`${name}:(\\d+)`).exec(await redis.info())?.[1]);

interface Stored {
  searchKey: string;
  pageField: string;
  storedAt: number;
  ids: string[];
}

const stored: Stored[] = [];
const found = { offersRead: 0, offersLost: 0, pagesRead: 0, pagesLost: 0 };

const isLive = ({ storedAt }: Stored) => Date.now() < storedAt + offerLifetimeMs;
const isServed = ({ storedAt }: Stored) => Date.now() < storedAt + durations.searchTtl;

async function readOffer(search: Stored): Promise<void> {
  const { state } = await offers.read(search.ids[randomInt(search.ids.length)] ?? '');
  // An offer may expire while it is read.
  if (!isLive(search)) return;
  found.offersRead += 1;
  if (state !== 'stored') found.offersLost += 1;
}

async function readPage(search: Stored): Promise<void> {
  const page = await searches.readPage(search.searchKey, search.pageField);
  if (!isServed(search)) return;
  found.pagesRead += 1;
  if (!page) found.pagesLost += 1;
}

const sample = await createSample();
const peak = { cache: 0, durable: 0 };
const count = minutes * searchesPerMinute;
const intervalMs = 60_000 / searchesPerMinute / speed;
const startedAt = Date.now();
for (let number = 1; number <= count; number++) {
  await delay(Math.max(0, startedAt + number * intervalMs - Date.now()));
  const list = createList(number, sample.json);
  const searchKey = toSearchKey('test', list.query);
  const storedAt = Date.now();
  const result = await searches.write(searchKey, list);
  const fields = pageRequests(list.query).map(pageField);
  for (const [index, field] of fields.entries())
    await searches.writePage(searchKey, result, field, sample.pages[index] ?? Buffer.alloc(0));
  stored.push({
    searchKey,
    pageField: fields[0] ?? '',
    storedAt,
    ids: list.offers.map(({ offer }) => offer.id),
  });
  const { departureDate, returnDate, ...rest } = list.query;
  const price = { totalMinor: 50_000, currency: 'USD', seenAt: Date.now() };
  await calendar.record('test', { ...rest, tripType: 'round-trip' }, { departureDate, returnDate }, price);
  // The rest of the provider's budget: every other search has an offer that is opened, every fourth one that is booked.
  const { mode, query, offerRequestId } = list;
  const [opened, booked] = list.offers;
  if (opened && booked && number % 2 === 0) {
    const record = { mode, query, offerRequestId, hasServices: true };
    await offers.write({ ...record, ...opened, isShared: true });
    if (number % 4 === 0) await offers.write({ ...record, ...booked, isShared: false });
  }
  const live = stored.filter(isLive);
  await readOffer(live[randomInt(live.length)] ?? stored[0]!);
  const served = stored.filter(isServed);
  for (const search of served.slice(0, 1)) await readPage(search);
  peak.cache = Math.max(peak.cache, await readStatistic(cache, 'used_memory'));
  peak.durable = Math.max(peak.durable, await readStatistic(durable, 'used_memory'));
}
const seconds = (Date.now() - startedAt) / 1000;

for (let round = 0; round < 2; round++) await Promise.all(stored.filter(isLive).map(readOffer));

let daysKept = 0;
for (const destination of destinations) {
  const { departureDate: _departure, returnDate: _return, ...rest } = createQuery(0);
  const days = await calendar.read('test', { ...rest, destination, tripType: 'round-trip' });
  daysKept += days.size;
}
const daysRecorded = new Set(stored.map(({ searchKey }) => searchKey)).size;

console.log(
  JSON.stringify({
    searches: count,
    offersPerSearch: sample.count,
    plannedSeconds: (count * intervalMs) / 1000,
    seconds,
    cachePeakBytes: peak.cache,
    durablePeakBytes: peak.durable,
    evictedKeys: await readStatistic(cache, 'evicted_keys'),
    ...found,
    daysRecorded,
    daysLost: daysRecorded - daysKept,
  }),
);
closeConnections(deps);
await cache.quit().catch(() => undefined);
