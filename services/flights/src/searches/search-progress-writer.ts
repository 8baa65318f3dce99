import type { SearchProgress } from '@fareline/contracts';
import type { BatchProgress } from '../duffel/batch-search.ts';
import type { ProviderOffer } from '../pricing/provider-offer.ts';
import type { SearchDeps } from './search-deps.ts';
import { toProgressEvent } from './search-key.ts';

/** Stored progress of a running search, with the provider's prices so that it can be priced for every brand. */
export interface ProgressSnapshot extends Omit<SearchProgress, 'offers'> {
  offers: ProviderOffer[];
}

interface SearchProgressWriter {
  write(batch: BatchProgress): Promise<void>;
  /** Deletes the snapshot, as the search has ended with or without a result. */
  close(): Promise<void>;
}

const maxOffersShown = 3;

/**
 * Stores the accumulated progress of a search and notifies the progress streams of all replicas. Errors are ignored, because
 * only the streams depend on it.
 */
export async function openProgressWriter(
  { durable, keys, durations }: Pick<SearchDeps, 'durable' | 'keys' | 'durations'>,
  searchKey: string,
): Promise<SearchProgressWriter> {
  const snapshotKey = keys.progress(searchKey);
  const deleteSnapshot = async () => void (await durable.del(snapshotKey).catch(() => undefined));
  const airlines = new Map<string, SearchProgress['airlines'][number]>();
  let cheapest: ProviderOffer[] = [];
  let totalCount = 0;

  function add(offers: readonly ProviderOffer[]): void {
    totalCount += offers.length;
    cheapest = [...cheapest, ...offers]
      .sort((a, b) => a.price.totalMinor - b.price.totalMinor)
      .slice(0, maxOffersShown);
    for (const { offer } of offers) {
      const { iata_code, name: owner } = offer.owner;
      const name = owner ?? iata_code ?? 'Other airlines';
      const airline = airlines.get(name) ?? { iata_code, name, count: 0 };
      airlines.set(name, { ...airline, count: airline.count + 1 });
    }
  }

  // A crashed leader may have left a snapshot.
  await deleteSnapshot();
  return {
    async write({ offers, answeredBatches, totalBatches }) {
      add(offers);
      const snapshot: ProgressSnapshot = {
        offers: cheapest,
        airlines: [...airlines.values()],
        total_count: totalCount,
        answered_batches: answeredBatches,
        total_batches: totalBatches,
      };
      await durable
        .multi()
        .set(snapshotKey, JSON.stringify(snapshot), 'PX', durations.progressTtl)
        .publish(keys.completions, toProgressEvent(searchKey))
        .exec()
        .catch(() => undefined);
    },
    close: deleteSnapshot,
  };
}
