import type { Mode, SearchRequest, SeatMap } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import type { FastifyBaseLogger } from 'fastify';
import type { RedisClient } from '@fareline/service-kit/redis';
import { processInChunks } from '../chunks.ts';
import type { Client } from '@fareline/service-kit/limits/client';
import type { FlightsConfig } from '../config.ts';
import type { Durations } from '../durations.ts';
import type { Keys } from '../redis/keys.ts';
import type { ProviderOffer } from '../pricing/provider-offer.ts';
import { IncompleteBatchesError, searchInBatches, type BatchProgress } from './batch-search.ts';
import { closeBeforeDeparture } from './booking-close.ts';
import { createCallDuffel } from './call-duffel.ts';
import { mapOffer } from './map-offer.ts';
import { mapSeatMaps } from './map-seat-maps.ts';
import type { BudgetCall } from './budget-call.ts';
import { createProviderBudget } from './provider-budget.ts';
import { BatchesRefusedError, TransientError } from './provider-error.ts';
import { rawSearchSchema } from './raw-offer.ts';
import { searchBody } from './search-body.ts';

export interface ProviderSearch {
  offerRequestId: string;
  /** Cheapest first, with the provider's prices. */
  offers: ProviderOffer[];
}

/** Adapter of the flight data provider; all errors are AppErrors. */
export interface FlightProvider {
  search(mode: Mode, query: SearchRequest, call: BudgetCall): Promise<ProviderSearch>;
  /** Searches in batches and reports each one while budget and account permit it; otherwise searches in one call. */
  searchWithProgress(
    mode: Mode,
    query: SearchRequest,
    client: Client | undefined,
    onProgress: (progress: BatchProgress) => Promise<void>,
  ): Promise<ProviderSearch>;
  /** The current state of one offer with its paid extras; OFFER_UNAVAILABLE if the provider no longer has it. */
  getOffer(mode: Mode, id: string, call: BudgetCall): Promise<ProviderOffer>;
  /** Empty if the airline has no seat maps. */
  getSeatMaps(mode: Mode, offerId: string, call: BudgetCall): Promise<SeatMap[]>;
  /** Counts a call of the payments service, which makes it in any case. (PROVIDER-06, LIMIT-03) */
  countBookingCall(): Promise<void>;
  /** Acquires a call of the payments service for the read of an order; returns whether there was room for it. (LEDGER-12) */
  acquireOrderRead(): Promise<boolean>;
}

type ProviderConfig = Pick<
  FlightsConfig,
  | 'DUFFEL_TOKEN_TEST'
  | 'DUFFEL_TOKEN_LIVE'
  | 'DUFFEL_BASE_PATH'
  | 'PROVIDER_BUDGET_PER_MINUTE'
  | 'BOOKING_CLOSES_MINUTES'
>;

interface ProviderDeps {
  durable: RedisClient;
  keys: Keys;
  durations: Durations;
  log: FastifyBaseLogger;
}

/** Parsing this many offers blocks the event loop for a few milliseconds. */
const offersPerChunk = 16;

/** Calls of a typical search in batches: one that starts it and one read per batch. */
const typicalBatchCalls = 5;

/** A rejected search or a timeout would only be repeated; other failures of a search in batches may not recur in one call. */
const canRetryInOneCall = (error: unknown): boolean =>
  error instanceof IncompleteBatchesError || error instanceof TransientError;

function findMainCurrency(offers: readonly ProviderOffer[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { price } of offers) counts.set(price.currency, (counts.get(price.currency) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

export function createFlightProvider(config: ProviderConfig, deps: ProviderDeps): FlightProvider {
  const { durations, log } = deps;
  const callDuffel = createCallDuffel(config, deps);
  const budget = createProviderBudget(deps.durable, deps.keys, config.PROVIDER_BUDGET_PER_MINUTE, durations);

  const parseOffer = (entry: unknown): ProviderOffer[] => {
    const mapped = mapOffer(entry);
    if (mapped.ok) {
      const offer = closeBeforeDeparture(mapped.value, config.BOOKING_CLOSES_MINUTES);
      return offer ? [offer] : [];
    }
    log.warn({ offer: mapped.id, reason: mapped.reason }, 'invalid offer omitted');
    return [];
  };

  async function parseOffers(list: readonly unknown[]): Promise<ProviderOffer[]> {
    const offers: ProviderOffer[] = [];
    await processInChunks(list, offersPerChunk, (chunk) => void offers.push(...chunk.flatMap(parseOffer)));
    return offers;
  }

  /** Cheapest first, each offer once. Prices in several currencies cannot be compared, so only those in the most frequent one are listed. */
  function toProviderSearch(offerRequestId: string, offers: readonly ProviderOffer[]): ProviderSearch {
    const unique = [...new Map(offers.map((each) => [each.offer.id, each])).values()];
    const currency = findMainCurrency(unique);
    const listed = unique.filter(({ price }) => price.currency === currency);
    if (listed.length < unique.length)
      log.warn(
        { offerRequestId, omitted: unique.length - listed.length, currency },
        'offers in another currency omitted',
      );
    return {
      offerRequestId,
      offers: listed.sort(
        (a, b) => a.price.totalMinor - b.price.totalMinor || (a.offer.id < b.offer.id ? -1 : 1),
      ),
    };
  }

  const toRead = (kind: 'offer' | 'seat maps', mode: Mode, call: BudgetCall) => ({
    ...{ kind, mode, timeoutMs: durations.readTimeout },
    consumeBudget: () => budget.acquire(call),
  });

  async function searchInOneCall(mode: Mode, query: SearchRequest, call: BudgetCall, maxAttempts?: number) {
    const data = await callDuffel(
      {
        kind: 'search',
        mode,
        timeoutMs: durations.searchTimeout,
        consumeBudget: () => budget.acquire(call),
        maxAttempts,
      },
      (duffel) =>
        duffel.offerRequests.create({ ...searchBody(query, durations.supplierTimeout), return_offers: true }),
    );
    const parsed = rawSearchSchema.safeParse(data);
    if (!parsed.success) throw new AppError('PROVIDER_UNAVAILABLE', { cause: parsed.error });
    return toProviderSearch(parsed.data.id, await parseOffers(parsed.data.offers));
  }

  /** Modes whose accounts were refused searches in batches, and until when that is assumed of them. */
  const refusedUntil = new Map<Mode, number>();
  const areBatchesRefused = (mode: Mode): boolean => (refusedUntil.get(mode) ?? 0) > Date.now();

  async function searchAfterRefusal(
    mode: Mode,
    query: SearchRequest,
    call: BudgetCall,
    refusal: BatchesRefusedError,
  ) {
    const found = await searchInOneCall(mode, query, call);
    // Only now is it known that the account was refused batches, and not every search.
    if (!areBatchesRefused(mode))
      log.warn(
        { err: refusal.cause, mode },
        'the account cannot search in batches, so there are no early results',
      );
    refusedUntil.set(mode, Date.now() + durations.batchRefusalTtl);
    return found;
  }

  return {
    search: (mode, query, call) => searchInOneCall(mode, query, call),

    async searchWithProgress(mode, query, client, onProgress) {
      const call: BudgetCall = { share: 'search', client };
      const reservation = areBatchesRefused(mode)
        ? undefined
        : await budget.reserve(typicalBatchCalls, client);
      if (!reservation) return searchInOneCall(mode, query, call);
      let refusal: BatchesRefusedError | undefined;
      try {
        const found = await searchInBatches(
          { callDuffel, parseOffers, durations },
          { mode, query, reservation },
          onProgress,
        );
        return toProviderSearch(found.id, found.offers);
      } catch (error) {
        if (error instanceof BatchesRefusedError) refusal = error;
        else if (!canRetryInOneCall(error)) throw error;
        else log.warn({ err: error }, 'search in batches failed, retrying in one call');
      } finally {
        await reservation.release();
      }
      return refusal ? searchAfterRefusal(mode, query, call, refusal) : searchInOneCall(mode, query, call, 1);
    },

    async getOffer(mode, id, call) {
      const data = await callDuffel(toRead('offer', mode, call), (duffel) =>
        duffel.offers.get(id, { return_available_services: true }),
      );
      const mapped = mapOffer(data);
      if (!mapped.ok)
        throw new AppError('PROVIDER_UNAVAILABLE', { cause: new Error(`offer ${id}: ${mapped.reason}`) });
      const offer = closeBeforeDeparture(mapped.value, config.BOOKING_CLOSES_MINUTES);
      if (!offer) throw new AppError('DEPARTURE_TOO_CLOSE');
      return offer;
    },

    async getSeatMaps(mode, offerId, call) {
      const data = await callDuffel(toRead('seat maps', mode, call), (duffel) =>
        duffel.seatMaps.get({ offer_id: offerId }),
      );
      return mapSeatMaps(data, (reason) => log.warn({ offer: offerId, reason }, 'invalid seat map omitted'));
    },

    countBookingCall: () => budget.record(),
    acquireOrderRead: () => budget.acquireOrderRead(),
  };
}
