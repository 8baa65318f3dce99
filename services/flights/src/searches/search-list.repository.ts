import { crc32 } from 'node:zlib';
import { getItineraryKey, type Mode, type Offer, type SearchRequest } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import type { FastifyBaseLogger } from 'fastify';
import type { RedisClient } from '@fareline/service-kit/redis';
import { processInChunks } from '../chunks.ts';
import type { ProviderOffer } from '../pricing/provider-offer.ts';
import type { Durations } from '../durations.ts';
import { execAll, orServiceUnavailable } from '../redis/commands.ts';
import type { Keys } from '../redis/keys.ts';
import { compress, decompress } from './encoding.ts';

/** Data common to all offers of a search. */
interface SearchListHeader {
  offerRequestId: string;
  mode: Mode;
  query: SearchRequest;
  /** ISO 8601, UTC. */
  searchedAt: string;
  /** Median CO2 per traveller in whole kilograms. */
  medianEmissionsKg?: number | null | undefined;
}

export interface SearchList extends SearchListHeader {
  /** Cheapest first. */
  offers: readonly ProviderOffer[];
}

/** An offer with the search that found it, which is run again for a fresh offer. */
export type FoundOffer = ProviderOffer &
  Pick<SearchListHeader, 'offerRequestId' | 'mode' | 'query' | 'medianEmissionsKg'>;

export type ListDurations = Pick<Durations, 'searchTtl' | 'maxListTtl' | 'offerIndexPeriod'>;

interface SearchListRepository {
  /** Stores the list until `getListExpiry`. */
  write(list: SearchList): Promise<void>;
  /** Undefined if the list has expired, was evicted or cannot be decoded. */
  read(offerRequestId: string): Promise<SearchList | undefined>;
  /** Location of an offer in its list; undefined if no list had the offer, or if it was forgotten. */
  locateOffer(offerId: string): Promise<string | undefined>;
  /** Reads one offer by its location; undefined if the list has expired or was evicted. */
  readOffer(location: string, offerId: string): Promise<FoundOffer | undefined>;
  /** The unexpired offers with the flights of this one, from its part of the list, which is in order of price. */
  readSameFlights(location: string, offer: Pick<Offer, 'slices'>): Promise<ProviderOffer[]>;
  /** Mode of the list at a location; undefined if the list has expired or was evicted. */
  readMode(location: string): Promise<Mode | undefined>;
  /** Removes the offer from the index, so that it can no longer be read. */
  forgetOffer(offerId: string): Promise<void>;
}

export const isLive = ({ offer }: ProviderOffer): boolean => Date.parse(offer.expires_at) > Date.now();

/** Offers compressed together. */
const offersPerChunk = 240;

/** Index entries written at once, limited because other commands of the connection wait for them. */
const entriesPerWrite = 120;

/** Hashes per period of the index: at forty searches a minute each gets 140 entries, and Redis stores up to 512 compactly. */
const indexShards = 1024;

const headerField = 'head';
const newline = 0x0a;

/**
 * When a list expires: the time for which a search is cached after its last offer. Redis evicts first what expires first, so a
 * list with an unexpired offer is evicted after all pages. The limit is for offers that expire much later than usual.
 */
export function getListExpiry(
  offers: readonly ProviderOffer[],
  { searchTtl, maxListTtl }: ListDurations,
): number {
  const now = Date.now();
  const lastExpiry = offers.reduce(
    (latest, { offer }) => Math.max(latest, Date.parse(offer.expires_at)),
    now,
  );
  return Math.min(lastExpiry + searchTtl, now + maxListTtl);
}

/** A JSON array with a line per offer, so that one offer can be read without parsing the others. */
const toChunk = (offers: readonly ProviderOffer[]): string =>
  `[\n${offers.map((offer) => JSON.stringify(offer)).join(',\n')}\n]`;

function findInChunk(chunk: Buffer, offerId: string): ProviderOffer | undefined {
  const position = chunk.indexOf(`"id":${JSON.stringify(offerId)}`);
  if (position < 0) return undefined;
  const start = chunk.lastIndexOf(newline, position) + 1;
  const end = chunk.indexOf(newline, position);
  const line = chunk.toString('utf8', start, end < 0 ? undefined : end).replace(/,$/, '');
  const found = JSON.parse(line) as ProviderOffer;
  return found.offer.id === offerId ? found : undefined;
}

/** Parses only the lines with the first departure, because a chunk has megabytes. */
function findSameFlights(chunk: Buffer, offer: Pick<Offer, 'slices'>): ProviderOffer[] {
  const departure = JSON.stringify(offer.slices[0]?.segments[0]?.departing_at);
  const key = getItineraryKey(offer);
  return chunk
    .toString()
    .split('\n')
    .filter((line) => line.includes(`"departing_at":${departure}`))
    .map((line) => JSON.parse(line.replace(/,$/, '')) as ProviderOffer)
    .filter((each) => isLive(each) && getItineraryKey(each.offer) === key);
}

/**
 * Compressed results of searches: a hash of a header and numbered chunks of offers. The index from offers to their locations,
 * which are the offer request id and the chunk number, consists of small hashes, which take a quarter of the memory of a key
 * per offer. An entry is in a hash of the period in which its list expires, and the hash expires with the period.
 */
export function createSearchListRepository(
  cache: RedisClient,
  keys: Keys,
  durations: ListDurations,
  log: FastifyBaseLogger,
): SearchListRepository {
  const { maxListTtl, offerIndexPeriod } = durations;

  /** Reads a list; one that cannot be decoded counts as evicted, so that the search is run again. */
  async function unlessUnreadable<T>(offerRequestId: string, read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      if (error instanceof AppError) throw error;
      log.warn(
        { err: error, offerRequest: offerRequestId },
        'stored list cannot be read, treated as evicted',
      );
      return undefined;
    }
  }

  async function compressChunks(offers: readonly ProviderOffer[]): Promise<Buffer[]> {
    const chunks: Buffer[] = [];
    await processInChunks(
      offers,
      offersPerChunk,
      async (chunk) => void chunks.push(await compress(toChunk(chunk), 'br')),
    );
    return chunks;
  }

  const parseChunk = async (chunk: Buffer) =>
    JSON.parse((await decompress(chunk)).toString()) as ProviderOffer[];

  const parseHeader = (bytes: Buffer) => JSON.parse(bytes.toString()) as SearchListHeader;

  const toOfferRequestId = (location: string): string => location.split(' ', 1)[0] ?? '';

  const pendingChunks = new Map<string, ReturnType<typeof loadChunk>>();

  async function loadChunk(location: string) {
    const [offerRequestId = '', number = ''] = location.split(' ');
    const [header, bytes] = await orServiceUnavailable(
      cache.hmgetBuffer(keys.searchList(offerRequestId), headerField, number),
    );
    if (!header || !bytes) return undefined;
    return { header: { ...parseHeader(header), offerRequestId }, chunk: await decompress(bytes) };
  }

  /** Shared by concurrent requests: decompressing a chunk takes milliseconds of a thread that all requests need. */
  function readChunk(location: string) {
    let chunk = pendingChunks.get(location);
    if (!chunk) {
      chunk = loadChunk(location).finally(() => pendingChunks.delete(location));
      pendingChunks.set(location, chunk);
    }
    return chunk;
  }

  const toPeriod = (time: number) => Math.floor(time / offerIndexPeriod);
  const indexKey = (period: number, offerId: string) => keys.offerIndex(period, crc32(offerId) % indexShards);

  /** The hashes that can have an entry of the offer. */
  function listIndexKeys(offerId: string): string[] {
    const now = Date.now();
    const [first, last] = [toPeriod(now), toPeriod(now + maxListTtl)];
    return Array.from({ length: last - first + 1 }, (_, index) => indexKey(first + index, offerId));
  }

  return {
    async write({ offers, ...header }) {
      const key = keys.searchList(header.offerRequestId);
      const expiresAt = getListExpiry(offers, durations);
      const chunks = await compressChunks(offers);
      await execAll(
        cache
          .multi()
          .hset(key, headerField, JSON.stringify(header), ...chunks.flatMap((chunk, index) => [index, chunk]))
          .pexpireat(key, expiresAt),
      );
      const period = toPeriod(expiresAt);
      const periodEnd = (period + 1) * offerIndexPeriod;
      let index = 0;
      await processInChunks(offers, entriesPerWrite, async (indexed) => {
        // Not one pipeline: in a cluster the hashes are on different nodes.
        const commands = indexed.flatMap(({ offer }) => {
          const hash = indexKey(period, offer.id);
          const chunk = Math.floor(index++ / offersPerChunk);
          return [
            cache.hset(hash, offer.id, `${header.offerRequestId} ${chunk}`),
            cache.pexpireat(hash, periodEnd),
          ];
        });
        await orServiceUnavailable(Promise.all(commands));
      });
    },

    read: (offerRequestId) =>
      unlessUnreadable(offerRequestId, async () => {
        const { [headerField]: header, ...chunks } = await orServiceUnavailable(
          cache.hgetallBuffer(keys.searchList(offerRequestId)),
        );
        if (!header) return undefined;
        // JavaScript orders integer keys numerically, whatever the order in Redis.
        const lists = await Promise.all(Object.values(chunks).map(parseChunk));
        return { ...parseHeader(header), offers: lists.flat() };
      }),

    async locateOffer(offerId) {
      const locations = await orServiceUnavailable(
        Promise.all(listIndexKeys(offerId).map((key) => cache.hget(key, offerId))),
      );
      return locations.find((location) => location !== null) ?? undefined;
    },

    readOffer: (location, offerId) =>
      unlessUnreadable(toOfferRequestId(location), async () => {
        const read = await readChunk(location);
        const found = read && findInChunk(read.chunk, offerId);
        if (!found) return undefined;
        const { offerRequestId, mode, query, medianEmissionsKg } = read.header;
        return { ...found, mode, query, offerRequestId, medianEmissionsKg };
      }),

    async readSameFlights(location, offer) {
      const found = await unlessUnreadable(toOfferRequestId(location), async () => {
        const read = await readChunk(location);
        return read && findSameFlights(read.chunk, offer);
      });
      return found ?? [];
    },

    readMode: (location) => {
      const offerRequestId = toOfferRequestId(location);
      return unlessUnreadable(offerRequestId, async () => {
        const header = await orServiceUnavailable(
          cache.hgetBuffer(keys.searchList(offerRequestId), headerField),
        );
        return header ? parseHeader(header).mode : undefined;
      });
    },

    async forgetOffer(offerId) {
      await orServiceUnavailable(Promise.all(listIndexKeys(offerId).map((key) => cache.hdel(key, offerId))));
    },
  };
}
