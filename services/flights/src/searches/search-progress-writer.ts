import type { SearchProgress } from '@fareline/contracts';
import type { Redis } from 'ioredis';
import type { BatchProgress } from '../duffel/batch-search.ts';
import type { ProviderOffer } from '../offers/offer-record.ts';
import type { Keys } from '../redis/keys.ts';
import type { Durations } from '../durations.ts';

/** A search under way as it is stored: without a price for travellers, so that every brand can price it. */
export interface ProgressSnapshot extends Omit<SearchProgress, 'offers'> {
  offers: ProviderOffer[];
}

/** The flight whose completionEvents tell of a search's news. */
export const searchProgressKey = (searchKey: string): string => `progress.${searchKey}`;

export interface SearchProgressWriter {
  note(news: BatchProgress): Promise<void>;
  /** The search is over, whatever came of it: nothing early is shown any more. */
  end(): Promise<void>;
}

const maxOffersShown = 3;

/**
 * Adds up what the batches bring and tells everybody who watches, at every replica. A failure to tell is nobody's loss but
 * the watchers'.
 */
export async function beginProgress(
  durable: Redis,
  keys: Keys,
  durations: Pick<Durations, 'progressTtl'>,
  searchKey: string,
): Promise<SearchProgressWriter> {
  const name = keys.progress(searchKey);
  const forget = async () => void (await durable.del(name).catch(() => undefined));
  const counts = new Map<string, SearchProgress['airlines'][number]>();
  let cheapest: ProviderOffer[] = [];
  let total = 0;

  function add(offers: readonly ProviderOffer[]): void {
    total += offers.length;
    cheapest = [...cheapest, ...offers]
      .sort((a, b) => a.price.totalMinor - b.price.totalMinor)
      .slice(0, maxOffersShown);
    for (const { offer } of offers) {
      const { iata_code, name: owner } = offer.owner;
      const airline = owner ?? iata_code ?? 'Other airlines';
      const entry = counts.get(airline) ?? { iata_code, name: airline, count: 0 };
      counts.set(airline, { ...entry, count: entry.count + 1 });
    }
  }

  // A leader that died may have left its own.
  await forget();
  return {
    async note({ offers, answeredBatches, totalBatches }) {
      add(offers);
      const snapshot: ProgressSnapshot = {
        offers: cheapest,
        airlines: [...counts.values()],
        total_count: total,
        answered_batches: answeredBatches,
        total_batches: totalBatches,
      };
      await durable
        .multi()
        .set(name, JSON.stringify(snapshot), 'PX', durations.progressTtl)
        .publish(keys.landed, searchProgressKey(searchKey))
        .exec()
        .catch(() => undefined);
    },
    end: forget,
  };
}
