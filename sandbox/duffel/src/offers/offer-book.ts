import { exactly } from '../control/odd-results.ts';
import { draftOffers } from '../flights/drafts.ts';
import { testScenario, type TestScenario } from '../flights/test-routes.ts';
import { airlineProblem, notFound } from '../http/errors.ts';
import type { ListedOffer, OfferOverride, OfferRequestRecord } from '../records.ts';
import type { Clock } from '../state/clock.ts';
import { toAmount, toCents, toDecimal } from '../state/money.ts';
import type { Collection } from '../state/store.ts';
import { renderOffer, requestKeyOf } from './render.ts';

interface Settings {
  requests: Collection<OfferRequestRecord>;
  overrides: Collection<OfferOverride>;
  clock: Clock;
  currency: string;
}

/** Searches whose offers are kept made; older ones are made anew when asked for. */
const KEPT_SEARCHES = 40;

export const offerGone = () =>
  airlineProblem(
    422,
    'offer_no_longer_available',
    'Requested offer is no longer available',
    'Please select another offer, or create a new offer request to get the latest availability.',
  );

export class OfferBook {
  readonly #settings: Settings;
  readonly #made = new Map<string, ListedOffer[]>();
  readonly #byKey = new Map<string, string>();

  constructor(settings: Settings) {
    this.#settings = settings;
    for (const request of settings.requests.all()) this.#byKey.set(requestKeyOf(request.id), request.id);
  }

  remember(request: OfferRequestRecord): void {
    this.#settings.requests.put(request.id, request);
    this.#byKey.set(requestKeyOf(request.id), request.id);
  }

  forgetAll(): void {
    this.#made.clear();
    this.#byKey.clear();
  }

  scenarioOf(request: OfferRequestRecord): TestScenario | null {
    return testScenario(request.search.slices);
  }

  /** Every offer of a search as it was found, the gone ones left out: only who asks for one alone hears of a new price or fare. */
  listOf(request: OfferRequestRecord): ListedOffer[] {
    return this.#offersOf(request).filter((offer) => !this.isGone(offer));
  }

  /** The search an offer came from. */
  requestOf(offerId: string): OfferRequestRecord | undefined {
    const requestId = this.#byKey.get(requestKeyOf(offerId));
    return requestId === undefined ? undefined : this.#settings.requests.get(requestId);
  }

  /** An offer whatever became of it; an id that never was one is not found. */
  find(offerId: string): { offer: ListedOffer; request: OfferRequestRecord } {
    const request = this.requestOf(offerId);
    const offer = request && this.#offersOf(request).find((candidate) => candidate.id === offerId);
    if (!request || !offer) throw notFound('offer');
    return { offer: this.#current(offer), request };
  }

  /** An offer as `GET` answers it: gone ones are refused, and the caller has now seen its price. */
  read(offerId: string): { offer: ListedOffer; request: OfferRequestRecord } {
    const { offer, request } = this.find(offerId);
    if (this.isGone(offer) || this.scenarioOf(request) === 'offer_gone') throw offerGone();
    const override = this.#settings.overrides.get(offerId);
    if (this.scenarioOf(request) === 'price_rises') return { offer: this.#risen(offer), request };
    if (override?.total_amount && !override.seen) this.override(offerId, { seen: true });
    return { offer, request };
  }

  isExpired(offer: ListedOffer): boolean {
    return Date.parse(this.#current(offer).expires_at) <= this.#settings.clock.now();
  }

  isGone(offer: ListedOffer): boolean {
    return this.isExpired(offer) || this.#settings.overrides.get(offer.id)?.unavailable === true;
  }

  overrideOf(offerId: string): OfferOverride | undefined {
    return this.#settings.overrides.get(offerId);
  }

  override(offerId: string, change: Partial<OfferOverride>): void {
    this.#settings.overrides.put(offerId, {
      ...this.#settings.overrides.get(offerId),
      ...change,
      id: offerId,
    });
  }

  /** The price before any change, which is what a caller who never looked again would pay. */
  originalTotal(offerId: string): string | undefined {
    const request = this.requestOf(offerId);
    return request && this.#offersOf(request).find((offer) => offer.id === offerId)?.total_amount;
  }

  #risen(offer: ListedOffer): ListedOffer {
    const reads = (this.#settings.overrides.get(offer.id)?.reads ?? 0) + 1;
    const first = toCents(this.originalTotal(offer.id) ?? '0') ?? 0;
    this.override(offer.id, { reads, seen: true, total_amount: toDecimal(first + (reads - 1) * 1000) });
    return this.find(offer.id).offer;
  }

  #offersOf(request: OfferRequestRecord): ListedOffer[] {
    const made = this.#made.get(request.id);
    if (made) {
      this.#made.delete(request.id);
      this.#made.set(request.id, made);
      return made;
    }
    const scenario = this.scenarioOf(request);
    const currency = request.odd?.currency ?? this.#settings.currency;
    const offers = exactly(draftOffers(request.search), request.odd?.count).map((draft, index) =>
      renderOffer(request, draft, index, currency, scenario),
    );
    this.#made.set(request.id, offers);
    const oldest = this.#made.keys().next();
    if (this.#made.size > KEPT_SEARCHES && !oldest.done) this.#made.delete(oldest.value);
    return offers;
  }

  #current(offer: ListedOffer): ListedOffer {
    const override = this.#settings.overrides.get(offer.id);
    if (!override) return offer;
    const current = { ...offer };
    if (override.expired) current.expires_at = offer.created_at;
    if (override.fare_brand_name)
      current.slices = offer.slices.map((slice) => ({
        ...slice,
        fare_brand_name: override.fare_brand_name ?? null,
      }));
    if (override.total_amount) Object.assign(current, repriced(offer, override.total_amount));
    if (override.passengers)
      current.passengers = offer.passengers.map((passenger) => ({
        ...passenger,
        ...override.passengers?.[passenger.id],
      }));
    return current;
  }
}

/** The new total split again: taxes stay, the fare carries the change. */
function repriced(offer: ListedOffer, total: string): Partial<ListedOffer> {
  const cents = toCents(total) ?? 0;
  const tax = Math.min(cents, toCents(offer.tax_amount ?? '0') ?? 0);
  const written = (part: number) => toAmount(part, offer.total_currency);
  return { total_amount: written(cents), tax_amount: written(tax), base_amount: written(cents - tax) };
}
