import { setTimeout as sleep } from 'node:timers/promises';
import { Duffel } from '@duffel/api';
import type { Mode, SearchRequest, SeatMap } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit';
import type { FastifyBaseLogger } from 'fastify';
import type { ProviderOffer } from '../offers/offer-record.ts';
import type { Timings } from '../timings.ts';
import { mapOffer } from './map-offer.ts';
import { mapSeatMaps } from './map-seat-maps.ts';
import type { BudgetShare, ProviderBudget } from './provider-budget.ts';
import { ProviderTimeout, readFailure, type CallKind } from './provider-failure.ts';
import { rawSearchSchema } from './raw-offer.ts';
import { searchBody } from './search-body.ts';

export interface ProviderSearch {
  offerRequestId: string;
  /** Cheapest first, as the provider made them. */
  offers: ProviderOffer[];
}

/** Everything that the service asks of the flight-data provider. Failures are AppErrors. */
export interface Provider {
  search(mode: Mode, query: SearchRequest, share: BudgetShare): Promise<ProviderSearch>;
  /** One offer as it stands, with its paid services. OFFER_UNAVAILABLE when it is gone. */
  offer(mode: Mode, id: string, share: BudgetShare, waitMs?: number): Promise<ProviderOffer>;
  /** Empty where the airline has no maps. */
  seatMaps(mode: Mode, offerId: string): Promise<SeatMap[]>;
}

export interface ProviderOptions {
  tokens: Record<Mode, string | undefined>;
  basePath: string | undefined;
  budget: ProviderBudget;
  timings: Timings;
  log: FastifyBaseLogger;
}

interface Call {
  kind: CallKind;
  mode: Mode;
  share: BudgetShare;
  limitMs: number;
  waitMs?: number;
}

export function createProvider({ tokens, basePath, budget, timings, log }: ProviderOptions): Provider {
  const clientOf = (token: string | undefined) => (token ? new Duffel({ token, basePath }) : undefined);
  const clients: Record<Mode, Duffel | undefined> = {
    test: clientOf(tokens.test),
    live: clientOf(tokens.live),
  };

  /** All calls are reads or searches, so a failure that may pass is tried once more; each try is paid for. */
  async function ask(call: Call, work: (duffel: Duffel) => Promise<{ data: unknown }>): Promise<unknown> {
    const client = clients[call.mode];
    if (!client)
      throw new AppError('SERVICE_UNAVAILABLE', {
        cause: new Error(`no provider token for ${call.mode} mode`),
      });
    for (let attempt = 1; ; attempt++) {
      await budget.take(call.share, call.waitMs);
      try {
        return (await withLimit(work(client), call.limitMs)).data;
      } catch (thrown) {
        const { error, isRepeatable } = readFailure(thrown, call.kind);
        log.warn({ err: error.cause, kind: call.kind, attempt }, 'the provider failed');
        if (!isRepeatable || attempt === 2) throw error;
        await sleep(timings.retryPause);
      }
    }
  }

  const readOffers = (list: readonly unknown[]): ProviderOffer[] =>
    list.flatMap((entry) => {
      const mapped = mapOffer(entry);
      if (mapped.ok) return [mapped.value];
      log.warn({ offer: mapped.id, reason: mapped.reason }, 'an offer was left out');
      return [];
    });

  return {
    async search(mode, query, share) {
      const answer = await ask({ kind: 'search', mode, share, limitMs: timings.searchTimeout }, (duffel) =>
        duffel.offerRequests.create(searchBody(query, timings.supplierTimeout)),
      );
      const parsed = rawSearchSchema.safeParse(answer);
      if (!parsed.success) throw new AppError('PROVIDER_UNAVAILABLE', { cause: parsed.error });
      const offers = readOffers(parsed.data.offers);
      offers.sort((a, b) => a.price.totalMinor - b.price.totalMinor || (a.offer.id < b.offer.id ? -1 : 1));
      return { offerRequestId: parsed.data.id, offers };
    },

    async offer(mode, id, share, waitMs) {
      const answer = await ask(
        { kind: 'offer', mode, share, limitMs: timings.readTimeout, waitMs },
        (duffel) => duffel.offers.get(id, { return_available_services: true }),
      );
      const mapped = mapOffer(answer);
      if (mapped.ok) return mapped.value;
      throw new AppError('PROVIDER_UNAVAILABLE', { cause: new Error(`offer ${id}: ${mapped.reason}`) });
    },

    async seatMaps(mode, offerId) {
      const answer = await ask(
        { kind: 'seat maps', mode, share: 'booking', limitMs: timings.readTimeout },
        (duffel) => duffel.seatMaps.get({ offer_id: offerId }),
      );
      return mapSeatMaps(answer, (reason) => log.warn({ offer: offerId, reason }, 'a seat map was left out'));
    },
  };
}

/** The SDK cannot be aborted: past the limit its answer is dropped. */
async function withLimit<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProviderTimeout(`no answer within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
