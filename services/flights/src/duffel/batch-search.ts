import { setTimeout as sleep } from 'node:timers/promises';
import type { Mode, SearchRequest } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import type { z } from 'zod';
import type { ProviderOffer } from '../offers/offer-record.ts';
import type { Durations } from '../durations.ts';
import type { CallDuffel } from './call-duffel.ts';
import type { BudgetReservation } from './provider-budget.ts';
import { rawBatchSchema } from './raw-offer.ts';
import { searchBody } from './search-body.ts';

/** What one answer of a search in batches brought. */
export interface BatchProgress {
  /** The new ones alone. */
  offers: ProviderOffer[];
  answeredBatches: number;
  totalBatches: number;
}

/** The search began, but its batches stopped coming. */
export class IncompleteBatchesError extends Error {
  override name = 'IncompleteBatchesError';
}

export interface BatchSearchDeps {
  ask: CallDuffel;
  readOffers(list: readonly unknown[]): Promise<ProviderOffer[]>;
  durations: Pick<Durations, 'searchTimeout' | 'supplierTimeout' | 'retryDelay'>;
}

/** A read waits until there is something new: answers without it are not worth the budget for long. */
const maxEmptyReads = 3;

/**
 * A search whose offers come as the airlines answer: one call that begins it, then reads until no batch remains, all within
 * the time of one search. Throws what the first call threw, and IncompleteBatchesError for anything that goes wrong after it.
 */
export async function searchInBatches(
  { ask, readOffers, durations }: BatchSearchDeps,
  { mode, query, reservation }: { mode: Mode; query: SearchRequest; reservation: BudgetReservation },
  onProgress: (news: BatchProgress) => Promise<void>,
): Promise<{ id: string; offers: ProviderOffer[] }> {
  const end = Date.now() + durations.searchTimeout;
  const call = () => ({ mode, pay: () => reservation.pay(), limitMs: Math.max(1, end - Date.now()) });
  const begun = readBatch(
    await ask({ kind: 'search', ...call() }, (duffel) =>
      duffel.batchOfferRequests.create(searchBody(query, durations.supplierTimeout)),
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
      if (emptyReads === maxEmptyReads) throw new Error(`${emptyReads} answers brought nothing`);
      if (emptyReads > 0) await sleep(durations.retryDelay);
      remaining = answer.remaining_batches;
      const totalBatches = Math.max(begun.total_batches, remaining);
      await onProgress({ offers: fresh, answeredBatches: totalBatches - remaining, totalBatches });
    }
  } catch (error) {
    throw new IncompleteBatchesError(`the batches of ${id} stopped coming`, { cause: error });
  }
  return { id, offers: [...offers.values()] };
}

function readBatch(answer: unknown): z.output<typeof rawBatchSchema> {
  const parsed = rawBatchSchema.safeParse(answer);
  if (!parsed.success) throw new AppError('PROVIDER_UNAVAILABLE', { cause: parsed.error });
  return parsed.data;
}
