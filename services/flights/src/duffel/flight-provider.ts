import type { Mode, SearchRequest, SeatMap } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import type { ProviderOffer } from '../offers/offer-record.ts';
import type { Durations } from '../durations.ts';
import { processInChunks } from '../chunks.ts';
import { createCallDuffel, type CallDuffelDeps } from './call-duffel.ts';
import { IncompleteBatchesError, searchInBatches, type BatchProgress } from './batch-search.ts';
import { mapOffer } from './map-offer.ts';
import { mapSeatMaps } from './map-seat-maps.ts';
import type { BudgetShare, ProviderBudget } from './provider-budget.ts';
import { TransientError } from './provider-error.ts';
import { rawSearchSchema } from './raw-offer.ts';
import { searchBody } from './search-body.ts';

export interface ProviderSearch {
  offerRequestId: string;
  /** Cheapest first, as the provider made them. */
  offers: ProviderOffer[];
}

/** Everything that the service asks of the flight-data provider. Failures are AppErrors. */
export interface Provider {
  /** One call; all offers at its end. */
  search(mode: Mode, query: SearchRequest, share: BudgetShare): Promise<ProviderSearch>;
  /** The same offers, told of as they come while the budget has room for that; else one call. */
  searchWithProgress(
    mode: Mode,
    query: SearchRequest,
    onProgress: (news: BatchProgress) => Promise<void>,
  ): Promise<ProviderSearch>;
  /** One offer as it stands, with its paid services. OFFER_UNAVAILABLE when it is gone. */
  offer(mode: Mode, id: string, share: BudgetShare, waitMs?: number): Promise<ProviderOffer>;
  /** Empty where the airline has no maps. */
  seatMaps(mode: Mode, offerId: string): Promise<SeatMap[]>;
}

export interface FlightProviderDeps extends CallDuffelDeps {
  budget: ProviderBudget;
  durations: Durations;
}

/** Offers that are read in one go: a few milliseconds. */
const readAtOnce = 16;

/** What a search in batches usually takes: the call that begins it and a read for each batch. */
const usualCalls = 5;

/** A refusal or a time-out would only be repeated; a search whose batches fail may still be had in one piece. */
const isWorthPlainSearch = (error: unknown): boolean =>
  error instanceof IncompleteBatchesError || error instanceof TransientError;

export function createFlightProvider(options: FlightProviderDeps): Provider {
  const { budget, durations, log } = options;
  const ask = createCallDuffel(options);

  const readOffer = (entry: unknown): ProviderOffer[] => {
    const mapped = mapOffer(entry);
    if (mapped.ok) return [mapped.value];
    log.warn({ offer: mapped.id, reason: mapped.reason }, 'an offer was left out');
    return [];
  };

  async function readOffers(list: readonly unknown[]): Promise<ProviderOffer[]> {
    const offers: ProviderOffer[] = [];
    await processInChunks(list, readAtOnce, (few) => void offers.push(...few.flatMap(readOffer)));
    return offers;
  }

  const resultOf = (offerRequestId: string, offers: ProviderOffer[]): ProviderSearch => ({
    offerRequestId,
    offers: offers.sort(
      (a, b) => a.price.totalMinor - b.price.totalMinor || (a.offer.id < b.offer.id ? -1 : 1),
    ),
  });

  async function plainSearch(mode: Mode, query: SearchRequest, share: BudgetShare, tries?: number) {
    const answer = await ask(
      { kind: 'search', mode, limitMs: durations.searchTimeout, pay: () => budget.take(share), tries },
      (duffel) =>
        duffel.offerRequests.create({ ...searchBody(query, durations.supplierTimeout), return_offers: true }),
    );
    const parsed = rawSearchSchema.safeParse(answer);
    if (!parsed.success) throw new AppError('PROVIDER_UNAVAILABLE', { cause: parsed.error });
    return resultOf(parsed.data.id, await readOffers(parsed.data.offers));
  }

  return {
    search: (mode, query, share) => plainSearch(mode, query, share),

    async searchWithProgress(mode, query, onProgress) {
      const reservation = await budget.reserve(usualCalls);
      if (!reservation) return plainSearch(mode, query, 'search');
      try {
        const found = await searchInBatches(
          { ask, readOffers, durations },
          { mode, query, reservation },
          onProgress,
        );
        return resultOf(found.id, found.offers);
      } catch (error) {
        if (!isWorthPlainSearch(error)) throw error;
        log.warn({ err: error }, 'a search in batches is made in one call instead');
      } finally {
        await reservation.close();
      }
      return plainSearch(mode, query, 'search', 1);
    },

    async offer(mode, id, share, waitMs) {
      const answer = await ask(
        { kind: 'offer', mode, limitMs: durations.readTimeout, pay: () => budget.take(share, waitMs) },
        (duffel) => duffel.offers.get(id, { return_available_services: true }),
      );
      const mapped = mapOffer(answer);
      if (mapped.ok) return mapped.value;
      throw new AppError('PROVIDER_UNAVAILABLE', { cause: new Error(`offer ${id}: ${mapped.reason}`) });
    },

    async seatMaps(mode, offerId) {
      const answer = await ask(
        { kind: 'seat maps', mode, limitMs: durations.readTimeout, pay: () => budget.take('booking') },
        (duffel) => duffel.seatMaps.get({ offer_id: offerId }),
      );
      return mapSeatMaps(answer, (reason) => log.warn({ offer: offerId, reason }, 'a seat map was left out'));
    },
  };
}
