import {
  equalsMoney,
  formatMinor,
  type OfferQuote,
  type PriceChange,
  type SeatSelection,
} from '@fareline/contracts';
import { quoteOfferContract } from '@fareline/contracts/services';
import { AppError, registerRoute, routePlugin } from '@fareline/service-kit';
import { toClient } from '../clients/client.ts';
import type { Deps } from '../deps.ts';
import type { BudgetCall } from '../duffel/budget-call.ts';
import { addMarkup, priceOffer } from '../pricing/pricing.ts';
import { getFreshOffer } from './fresh-offer.ts';
import { loadOffer, type OfferRecord } from './offer.repository.ts';
import { reloadOffer } from './reload-offer.ts';
import { fetchSeatMaps, getSeatMaps, readStoredSeatMaps } from './seat-maps.ts';
import { priceSeats } from './seat-prices.ts';
import { recordView } from './watched-offers.ts';

/** Called by the payments service. A booking in progress sends its mode, so that a mode switch does not interrupt it. (D2, MODE-06) */
export const quoteOfferRoute = routePlugin({ name: 'quote-offer' }, (app, deps: Deps) => {
  registerRoute(app, quoteOfferContract, async ({ params, body }) => {
    const [mode, markupPercent] = await Promise.all([
      body.mode ?? deps.mode.current(),
      deps.brands.markupPercent(body.brand),
    ]);
    const record = await loadOffer(deps.offers, mode, params.id);
    await recordView(deps, record);
    const call = toBudgetCall(body.ip_address);
    return quote(deps, { record, markupPercent, seats: body.seats, isLive: body.live, call });
  });
});

/** A payment that was authorised is never refused for a limit of its client. (PROVIDER-06, LIMIT-02) */
const toBudgetCall = (ipAddress: string | undefined): BudgetCall =>
  ipAddress === undefined ? { share: 'booking' } : { share: 'payment', client: toClient(ipAddress) };

interface QuoteRequest {
  record: OfferRecord;
  markupPercent: number;
  seats: readonly SeatSelection[];
  /** Loads offer and seat maps from the provider instead of using the stored ones. */
  isLive: boolean;
  call: BudgetCall;
}

/** Price of an offer with its seats for the traveller and for the agency; throws PRICE_CHANGED if it differs from the price shown. (D2, D18, D33) */
async function quote(deps: Deps, request: QuoteRequest): Promise<OfferQuote> {
  const { record: shown, markupPercent } = request;
  await rejectUnknownSeats(deps, request);
  const record = await getBookableOffer(deps, request);
  rejectChangedPrice(shown, record, markupPercent);
  const { minor, currency } = addMarkup(record.price, markupPercent);
  const seats = await priceChosenSeats(deps, request, record);
  return {
    offer: priceOffer(record, record.mode, markupPercent),
    mode: record.mode,
    offer_request_id: record.offerRequestId,
    amount: formatMinor(minor + seats.totalMinor, currency),
    currency,
    provider_amount: formatMinor(record.price.totalMinor + seats.totalMinor, currency),
    provider_currency: currency,
    seats: seats.seats,
    passengers: record.offer.passengers,
  };
}

/**
 * Throws SEAT_UNAVAILABLE without a provider call for seats that are not in the seat maps that were shown. Only before the card
 * call: a payment that was authorised is quoted live in any case. (LIMIT-02)
 */
async function rejectUnknownSeats(deps: Deps, { record, seats, call }: QuoteRequest): Promise<void> {
  if (seats.length === 0 || call.share !== 'payment') return;
  const maps = await readStoredSeatMaps(deps, record.offer.id);
  if (maps) priceSeats(maps, seats, record.price.currency);
}

async function getBookableOffer(
  deps: Deps,
  { record: shown, isLive, call }: QuoteRequest,
): Promise<OfferRecord> {
  if (shown.isShared) return getFreshOffer(deps, shown, call);
  return isLive ? reloadOffer(deps, shown, call) : shown;
}

function rejectChangedPrice(shown: OfferRecord, record: OfferRecord, markupPercent: number): void {
  const shownTotal = addMarkup(shown.price, markupPercent);
  const newTotal = addMarkup(record.price, markupPercent);
  if (equalsMoney(shownTotal, newTotal)) return;
  const details: PriceChange = {
    offer_id: record.offer.id,
    old_amount: formatMinor(shownTotal.minor, shownTotal.currency),
    new_amount: formatMinor(newTotal.minor, newTotal.currency),
    currency: newTotal.currency,
  };
  throw new AppError('PRICE_CHANGED', { details });
}

async function priceChosenSeats(deps: Deps, { seats, isLive, call }: QuoteRequest, record: OfferRecord) {
  if (seats.length === 0) return { seats: [], totalMinor: 0 };
  const maps = isLive ? await fetchSeatMaps(deps, record, call) : await getSeatMaps(deps, record, call);
  return priceSeats(maps, seats, record.price.currency);
}
