import type { Clock, Collection } from '@fareline/sandbox-kit';
import { resizeDrafts } from './result-overrides.ts';
import { draftOffers } from '../flights/offer-drafts.ts';
import { findTestScenario, type TestScenario } from '../flights/test-routes.ts';
import { airlineError, notFound } from '../http/errors.ts';
import type { ListedOffer, OfferOverride, OfferRequestRecord } from '../records.ts';
import { toAmount, toCents } from '../state/money.ts';
import { renderOffer, getRequestKey } from './render-offer.ts';

interface OfferRepositoryDeps {
  requests: Collection<OfferRequestRecord>;
  overrides: Collection<OfferOverride>;
  clock: Clock;
  currency: string;
  /** Number of offers of a search whose overrides name none; by default as many as its route has. */
  resultCount?: number | undefined;
}

/** Number of searches with cached offers; offers of older searches are generated again when they are requested. */
const MAX_CACHED_SEARCHES = 40;

export const offerNoLongerAvailable = () =>
  airlineError(
    422,
    'offer_no_longer_available',
    'Requested offer is no longer available',
    'Please select another offer, or create a new offer request to get the latest availability.',
  );

export class OfferRepository {
  readonly #deps: OfferRepositoryDeps;
  readonly #offersByRequest = new Map<string, ListedOffer[]>();
  readonly #requestIdsByKey = new Map<string, string>();

  constructor(deps: OfferRepositoryDeps) {
    this.#deps = deps;
    for (const request of deps.requests.all())
      this.#requestIdsByKey.set(getRequestKey(request.id), request.id);
  }

  saveRequest(request: OfferRequestRecord): void {
    this.#deps.requests.put(request.id, request);
    this.#requestIdsByKey.set(getRequestKey(request.id), request.id);
  }

  clearCache(): void {
    this.#offersByRequest.clear();
    this.#requestIdsByKey.clear();
  }

  getScenario(request: OfferRequestRecord): TestScenario | null {
    return findTestScenario(request.search.slices);
  }

  /** The offers of a search with their original price and fare; only single-offer reads show overrides. */
  list(request: OfferRequestRecord): ListedOffer[] {
    const cachedOffers = this.#offersByRequest.get(request.id);
    if (cachedOffers) {
      this.#offersByRequest.delete(request.id);
      this.#offersByRequest.set(request.id, cachedOffers);
      return cachedOffers;
    }
    const scenario = this.getScenario(request);
    const currency = request.resultOverrides?.currency ?? this.#deps.currency;
    const count = request.resultOverrides?.count ?? this.#deps.resultCount;
    const offers = resizeDrafts(draftOffers(request.search), count).map((draft, index) =>
      renderOffer(request, draft, index, currency, scenario),
    );
    this.#offersByRequest.set(request.id, offers);
    const oldestKey = this.#offersByRequest.keys().next();
    if (this.#offersByRequest.size > MAX_CACHED_SEARCHES && !oldestKey.done)
      this.#offersByRequest.delete(oldestKey.value);
    return offers;
  }

  /** The offer request of an offer. */
  findRequest(offerId: string): OfferRequestRecord | undefined {
    const requestId = this.#requestIdsByKey.get(getRequestKey(offerId));
    return requestId === undefined ? undefined : this.#deps.requests.get(requestId);
  }

  /** Finds an offer even if it is expired or unavailable. */
  find(offerId: string): { offer: ListedOffer; request: OfferRequestRecord } | undefined {
    const request = this.findRequest(offerId);
    const offer = request && this.list(request).find((candidate) => candidate.id === offerId);
    return offer && { offer: this.#applyOverride(offer), request };
  }

  /**
   * Reads an offer for a response: throws if it is unknown, of the other mode or unavailable, and marks its current price as
   * seen.
   */
  read(offerId: string, liveMode: boolean): { offer: ListedOffer; request: OfferRequestRecord } {
    const found = this.find(offerId);
    if (found?.offer.live_mode !== liveMode) throw notFound('offer');
    const { offer, request } = found;
    if (this.#isUnavailable(offer) || this.getScenario(request) === 'offer_unavailable')
      throw offerNoLongerAvailable();
    const override = this.#deps.overrides.get(offerId);
    if (this.getScenario(request) === 'price_rises') return { offer: this.#raisePrice(offer), request };
    if (override?.total_amount && !override.seen) this.updateOverride(offerId, { seen: true });
    return { offer, request };
  }

  isExpired(offer: ListedOffer): boolean {
    return Date.parse(this.#applyOverride(offer).expires_at) <= this.#deps.clock.now();
  }

  #isUnavailable(offer: ListedOffer): boolean {
    return this.isExpired(offer) || this.#deps.overrides.get(offer.id)?.unavailable === true;
  }

  getOverride(offerId: string): OfferOverride | undefined {
    return this.#deps.overrides.get(offerId);
  }

  updateOverride(offerId: string, change: Partial<OfferOverride>): void {
    this.#deps.overrides.put(offerId, {
      ...this.#deps.overrides.get(offerId),
      ...change,
      id: offerId,
    });
  }

  /** The price before any override; a client that has not read the offer again would pay this price. */
  getOriginalTotal(offerId: string): string | undefined {
    const request = this.findRequest(offerId);
    return request && this.list(request).find((offer) => offer.id === offerId)?.total_amount;
  }

  #raisePrice(offer: ListedOffer): ListedOffer {
    const readCount = (this.#deps.overrides.get(offer.id)?.reads ?? 0) + 1;
    const originalCents = toCents(this.getOriginalTotal(offer.id) ?? '0') ?? 0;
    this.updateOverride(offer.id, {
      reads: readCount,
      seen: true,
      total_amount: toAmount(originalCents + (readCount - 1) * 1000, offer.total_currency),
    });
    return this.#applyOverride(offer);
  }

  #applyOverride(offer: ListedOffer): ListedOffer {
    const override = this.#deps.overrides.get(offer.id);
    if (!override) return offer;
    const current = { ...offer };
    if (override.expired) current.expires_at = offer.created_at;
    if (override.fare_brand_name)
      current.slices = offer.slices.map((slice) => ({
        ...slice,
        fare_brand_name: override.fare_brand_name ?? null,
      }));
    if (override.total_amount) Object.assign(current, splitTotal(offer, override.total_amount));
    return current;
  }
}

/** Splits a new total into base and tax; the tax stays the same unless it exceeds the total. */
function splitTotal(offer: ListedOffer, total: string): Partial<ListedOffer> {
  const cents = toCents(total) ?? 0;
  const tax = Math.min(cents, toCents(offer.tax_amount ?? '0') ?? 0);
  const format = (amountCents: number) => toAmount(amountCents, offer.total_currency);
  return { total_amount: format(cents), tax_amount: format(tax), base_amount: format(cents - tax) };
}
