import type { Mode, SearchRequest } from '@fareline/contracts';
import type { Redis } from 'ioredis';
import type { OfferRecord, ProviderOffer } from '../offers/offer-record.ts';
import { orServiceUnavailable, execAll } from '../redis/commands.ts';
import type { Keys } from '../redis/keys.ts';
import { processInChunks } from '../chunks.ts';
import { compress, decompress } from './encoding.ts';

/** What holds for all offers of one search. */
export interface SearchListHead {
  offerRequestId: string;
  mode: Mode;
  query: SearchRequest;
  /** ISO 8601, UTC. */
  searchedAt: string;
}

export interface SearchList extends SearchListHead {
  /** Cheapest first. */
  offers: readonly ProviderOffer[];
}

export interface SearchLists {
  /** Keeps the list until the last of its offers expires, and at least until a moment in milliseconds since 1970. */
  write(list: SearchList, until: number): Promise<void>;
  read(offerRequestId: string): Promise<SearchList | undefined>;
  /** One offer by its place: undefined where the list is gone. */
  readOffer(place: string, offerId: string): Promise<OfferRecord | undefined>;
}

/** Offers that are compressed together: reading one of them costs a millisecond, and a list is about a twentieth of its JSON. */
const chunkSize = 30;

/** Index keys that are written in one go: other commands wait behind them. */
const placesAtOnce = 120;

const headField = 'head';

/**
 * The provider's answer to a search, once and compressed: a hash of a head and numbered chunks. Each offer has an index key
 * with its place, the offer request and the number of the chunk.
 */
export function createSearchLists(cache: Redis, keys: Keys): SearchLists {
  async function chunksOf(offers: readonly ProviderOffer[]): Promise<Buffer[]> {
    const chunks: Buffer[] = [];
    await processInChunks(
      offers,
      chunkSize,
      async (few) => void chunks.push(await compress(JSON.stringify(few), 'br')),
    );
    return chunks;
  }

  const offersOf = async (chunk: Buffer) =>
    JSON.parse((await decompress(chunk)).toString()) as ProviderOffer[];

  const headOf = (bytes: Buffer) => JSON.parse(bytes.toString()) as SearchListHead;

  return {
    async write({ offers, ...head }, until) {
      const name = keys.searchList(head.offerRequestId);
      const end = offers.reduce((latest, { offer }) => Math.max(latest, Date.parse(offer.expires_at)), until);
      const chunks = await chunksOf(offers);
      await execAll(
        cache
          .multi()
          .hset(name, headField, JSON.stringify(head), ...chunks.flatMap((chunk, index) => [index, chunk]))
          .pexpireat(name, end),
      );
      let index = 0;
      await processInChunks(offers, placesAtOnce, async (few) => {
        const places = cache.pipeline();
        for (const { offer } of few) {
          const chunk = Math.floor(index++ / chunkSize);
          places.set(keys.offerPlace(offer.id), `${head.offerRequestId} ${chunk}`, 'PXAT', end);
        }
        await execAll(places);
      });
    },

    async read(offerRequestId) {
      const { [headField]: head, ...chunks } = await orServiceUnavailable(
        cache.hgetallBuffer(keys.searchList(offerRequestId)),
      );
      if (!head) return undefined;
      // Fields that are whole numbers come in their order, whatever order Redis has them in.
      const lists = await Promise.all(Object.values(chunks).map(offersOf));
      return { ...headOf(head), offers: lists.flat() };
    },

    async readOffer(place, offerId) {
      const [offerRequestId = '', chunk = ''] = place.split(' ');
      const fields = await orServiceUnavailable(
        cache.hmgetBuffer(keys.searchList(offerRequestId), headField, chunk),
      );
      const [head, bytes] = fields;
      if (!head || !bytes) return undefined;
      const found = (await offersOf(bytes)).find(({ offer }) => offer.id === offerId);
      if (!found) return undefined;
      const { mode, query } = headOf(head);
      return { ...found, mode, query, offerRequestId, isShared: true, hasServices: false };
    },
  };
}
