import { setTimeout as sleep } from 'node:timers/promises';
import type { Mode, SearchRequest } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import type { z } from 'zod';
import type { Durations } from '../durations.ts';
import type { ProviderOffer } from '../pricing/provider-offer.ts';
import type { CallDuffel } from './call-duffel.ts';
import type { BudgetReservation } from './provider-budget.ts';
import { rawBatchSchema } from './raw-offer.ts';
import { searchBody } from './search-body.ts';

/** Result of one read of a search in batches. */
export interface BatchProgress {
  /** Only the new offers. */
  offers: ProviderOffer[];
  answeredBatches: number;
  totalBatches: number;
}

/** The search was started, but not all of its batches could be read. */
export class IncompleteBatchesError extends Error {
  override name = 'IncompleteBatchesError';
}

interface BatchSearchDeps {
  callDuffel: CallDuffel;
  parseOffers(list: readonly unknown[]): Promise<ProviderOffer[]>;
  durations: Pick<Durations, 'searchTimeout' | 'supplierTimeout' | 'retryDelay'>;
}

/** The provider blocks a read until there is a new batch, so repeated empty responses would only waste the budget. */
const maxEmptyReads = 3;

/**
 * Runs a search whose offers arrive as airlines respond: one call starts it, reads follow until no batch remains, all within
 * the timeout of one search. Throws the error of the first call as it is, and IncompleteBatchesError for any later failure.
 */
export async function searchInBatches(
  { callDuffel, parseOffers, durations }: BatchSearchDeps,
  { mode, query, reservation }: { mode: Mode; query: SearchRequest; reservation: BudgetReservation },
  onProgress: (progress: BatchProgress) => Promise<void>,
): Promise<{ id: string; offers: ProviderOffer[] }> {
  const deadline = Date.now() + durations.searchTimeout;
  const callOptions = () => ({
    mode,
    consumeBudget: () => reservation.consume(),
    timeoutMs: Math.max(1, deadline - Date.now()),
  });
  const started = parseBatch(
    await callDuffel({ kind: 'batch search', ...callOptions() }, (duffel) =>
      duffel.batchOfferRequests.create(searchBody(query, durations.supplierTimeout)),
    ),
  );
  const { id } = started;
  // Keyed by id, so that a repeated offer is not counted twice.
  const offers = new Map<string, ProviderOffer>();
  let emptyReads = 0;
  try {
    for (let remaining = started.remaining_batches; remaining > 0;) {
      const batch = parseBatch(
        await callDuffel({ kind: 'batch', ...callOptions() }, (duffel) => duffel.batchOfferRequests.get(id)),
      );
      const newOffers = (await parseOffers(batch.offers)).filter(({ offer }) => !offers.has(offer.id));
      for (const entry of newOffers) offers.set(entry.offer.id, entry);
      emptyReads = batch.remaining_batches < remaining || newOffers.length > 0 ? 0 : emptyReads + 1;
      if (emptyReads === maxEmptyReads) throw new Error(`${emptyReads} reads returned nothing new`);
      if (emptyReads > 0) await sleep(durations.retryDelay);
      remaining = batch.remaining_batches;
      const totalBatches = Math.max(started.total_batches, remaining);
      await onProgress({ offers: newOffers, answeredBatches: totalBatches - remaining, totalBatches });
    }
  } catch (error) {
    throw new IncompleteBatchesError(`not all batches of ${id} could be read`, { cause: error });
  }
  return { id, offers: [...offers.values()] };
}

function parseBatch(data: unknown): z.output<typeof rawBatchSchema> {
  const parsed = rawBatchSchema.safeParse(data);
  if (!parsed.success) throw new AppError('PROVIDER_UNAVAILABLE', { cause: parsed.error });
  return parsed.data;
}
