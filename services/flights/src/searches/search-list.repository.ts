import type { Mode, SearchRequest } from '@fareline/contracts';
import type { Redis } from 'ioredis';
import { processInChunks } from '../chunks.ts';
import type { ProviderOffer } from '../duffel/provider-offer.ts';
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
}

export interface SearchList extends SearchListHeader {
  /** Cheapest first. */
  offers: readonly ProviderOffer[];
}

/** An offer with the search that found it, which is run again for a fresh offer. */
export type FoundOffer = ProviderOffer & Pick<SearchListHeader, 'offerRequestId' | 'mode' | 'query'>;

interface SearchListRepository {
  /** Stores the list until its last offer expires, but at least until a time in milliseconds since 1970. */
  write(list: SearchList, until: number): Promise<void>;
  read(offerRequestId: string): Promise<SearchList | undefined>;
  /** Reads one offer by its stored location; undefined if the list has expired or was evicted. */
  readOffer(location: string, offerId: string): Promise<FoundOffer | undefined>;
}

/** Offers compressed together: reading one offer takes a millisecond, and a list has about a twentieth of the size of its JSON. */
const offersPerChunk = 30;

/** Index keys per pipeline, limited because other commands of the connection wait for it. */
const locationsPerPipeline = 120;

const headerField = 'head';

/**
 * Compressed results of searches: a hash of a header and numbered chunks of offers. Each offer has an index key with its
 * location, which is the offer request id and the chunk number.
 */
export function createSearchListRepository(cache: Redis, keys: Keys): SearchListRepository {
  async function compressChunks(offers: readonly ProviderOffer[]): Promise<Buffer[]> {
    const chunks: Buffer[] = [];
    await processInChunks(
      offers,
      offersPerChunk,
      async (chunk) => void chunks.push(await compress(JSON.stringify(chunk), 'br')),
    );
    return chunks;
  }

  const parseChunk = async (chunk: Buffer) =>
    JSON.parse((await decompress(chunk)).toString()) as ProviderOffer[];

  const parseHeader = (bytes: Buffer) => JSON.parse(bytes.toString()) as SearchListHeader;

  return {
    async write({ offers, ...header }, until) {
      const key = keys.searchList(header.offerRequestId);
      const expiresAt = offers.reduce(
        (latest, { offer }) => Math.max(latest, Date.parse(offer.expires_at)),
        until,
      );
      const chunks = await compressChunks(offers);
      await execAll(
        cache
          .multi()
          .hset(key, headerField, JSON.stringify(header), ...chunks.flatMap((chunk, index) => [index, chunk]))
          .pexpireat(key, expiresAt),
      );
      let index = 0;
      await processInChunks(offers, locationsPerPipeline, async (indexed) => {
        const pipeline = cache.pipeline();
        for (const { offer } of indexed) {
          const chunk = Math.floor(index++ / offersPerChunk);
          pipeline.set(keys.offerLocation(offer.id), `${header.offerRequestId} ${chunk}`, 'PXAT', expiresAt);
        }
        await execAll(pipeline);
      });
    },

    async read(offerRequestId) {
      const { [headerField]: header, ...chunks } = await orServiceUnavailable(
        cache.hgetallBuffer(keys.searchList(offerRequestId)),
      );
      if (!header) return undefined;
      // JavaScript orders integer keys numerically, whatever the order in Redis.
      const lists = await Promise.all(Object.values(chunks).map(parseChunk));
      return { ...parseHeader(header), offers: lists.flat() };
    },

    async readOffer(location, offerId) {
      const [offerRequestId = '', chunk = ''] = location.split(' ');
      const fields = await orServiceUnavailable(
        cache.hmgetBuffer(keys.searchList(offerRequestId), headerField, chunk),
      );
      const [header, bytes] = fields;
      if (!header || !bytes) return undefined;
      const found = (await parseChunk(bytes)).find(({ offer }) => offer.id === offerId);
      if (!found) return undefined;
      const { mode, query } = parseHeader(header);
      return { ...found, mode, query, offerRequestId };
    },
  };
}
