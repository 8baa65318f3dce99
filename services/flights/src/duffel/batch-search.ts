import { setTimeout as sleep } from 'node:timers/promises';
import type { Mode, SearchRequest } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import type { z } from 'zod';
import type { ProviderOffer } from '../offers/offer-record.ts';
import type { Timings } from '../timings.ts';
import type { Ask } from './ask.ts';
import type { Purse } from './provider-budget.ts';
import { rawBatchSchema } from './raw-offer.ts';
import { searchBody } from './search-body.ts';

/** What one answer of a search in batches brought. */
export interface BatchNews {
  /** The new ones alone. */
  offers: ProviderOffer[];
  answeredBatches: number;
  totalBatches: number;
}

/** The search began, but its batches stopped coming. */
export class BatchesLost extends Error {
  override name = 'BatchesLost';
}

export interface BatchSearchParts {
  ask: Ask;
  readOffers(list: readonly unknown[]): Promise<ProviderOffer[]>;
  timings: Pick<Timings, 'searchTimeout' | 'supplierTimeout' | 'retryPause'>;
}

/** A read waits until there is something new: answers without it are not worth the budget for long. */
const mostEmptyReads = 3;

/**
 * A search whose offers come as the airlines answer: one call that begins it, then reads until no batch remains, all within
 * the time of one search. Throws what the first call threw, and BatchesLost for anything that goes wrong after it.
 */
export async function searchInBatches(
  { ask, readOffers, timings }: BatchSearchParts,
  { mode, query, purse }: { mode: Mode; query: SearchRequest; purse: Purse },
  onNews: (news: BatchNews) => Promise<void>,
): Promise<{ id: string; offers: ProviderOffer[] }> {
  const end = Date.now() + timings.searchTimeout;
  const call = () => ({ mode, pay: () => purse.pay(), limitMs: Math.max(1, end - Date.now()) });
  const begun = readBatch(
    await ask({ kind: 'search', ...call() }, (duffel) =>
      duffel.batchOfferRequests.create(searchBody(query, timings.supplierTimeout)),
    ),
  );
  const { id } = begun;
  // By id: an answer that comes twice must not count twice.
  const offers = new Map<string, ProviderOffer>();
  let emptyReads = 0;
  try {
    for (let remaining = begun.remaining_batches; remaining > 0;) {
      const answer = readBatch(
        await ask({ kind: 'batch', ...call() }, (duffel) => duffel.batchOfferRequests.get(id)),
      );
      const fresh = (await readOffers(answer.offers)).filter(({ offer }) => !offers.has(offer.id));
      for (const entry of fresh) offers.set(entry.offer.id, entry);
      emptyReads = answer.remaining_batches < remaining || fresh.length > 0 ? 0 : emptyReads + 1;
      if (emptyReads === mostEmptyReads) throw new Error(`${emptyReads} answers brought nothing`);
      if (emptyReads > 0) await sleep(timings.retryPause);
      remaining = answer.remaining_batches;
      const totalBatches = Math.max(begun.total_batches, remaining);
      await onNews({ offers: fresh, answeredBatches: totalBatches - remaining, totalBatches });
    }
  } catch (error) {
    throw new BatchesLost(`the batches of ${id} stopped coming`, { cause: error });
  }
  return { id, offers: [...offers.values()] };
}

function readBatch(answer: unknown): z.output<typeof rawBatchSchema> {
  const parsed = rawBatchSchema.safeParse(answer);
  if (!parsed.success) throw new AppError('PROVIDER_UNAVAILABLE', { cause: parsed.error });
  return parsed.data;
}
