import {
  equalsMoney,
  formatMinor,
  type OfferQuote,
  type PriceChange,
  type SeatSelection,
} from '@fareline/contracts';
import { quoteOfferContract } from '@fareline/contracts/services';
import { AppError, registerRoute, routePlugin } from '@fareline/service-kit';
import type { Deps } from '../deps.ts';
import type { BudgetCall } from '../duffel/budget-call.ts';
import { addMarkup, priceOffer } from '../pricing/pricing.ts';
import { getFreshOffer } from './fresh-offer.ts';
import { loadOffer, type OfferRecord } from './offer.repository.ts';
import { reloadOffer } from './reload-offer.ts';
import { fetchSeatMaps, getSeatMaps } from './seat-maps.ts';
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
    return quote(deps, { record, markupPercent, seats: body.seats, isLive: body.live });
  });
});

/** The payments service limits the attempts of a client, so a quote counts for none. (PROVIDER-31) */
const bookingCall: BudgetCall = { share: 'booking' };

interface QuoteRequest {
  record: OfferRecord;
  markupPercent: number;
  seats: readonly SeatSelection[];
  /** Loads offer and seat maps from the provider instead of using the stored ones. */
  isLive: boolean;
}

/** Price of an offer with its seats for the traveller and for the agency; throws PRICE_CHANGED if it differs from the price shown. (D2, D18, D33) */
async function quote(deps: Deps, request: QuoteRequest): Promise<OfferQuote> {
  const { record: shown, markupPercent, isLive } = request;
  const record = await getBookableOffer(deps, shown, isLive);
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

async function getBookableOffer(deps: Deps, shown: OfferRecord, isLive: boolean): Promise<OfferRecord> {
  if (shown.isShared) return getFreshOffer(deps, shown, bookingCall);
  return isLive ? reloadOffer(deps, shown, bookingCall) : shown;
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

async function priceChosenSeats(deps: Deps, { seats, isLive }: QuoteRequest, record: OfferRecord) {
  if (seats.length === 0) return { seats: [], totalMinor: 0 };
  const maps = isLive
    ? await fetchSeatMaps(deps, record, bookingCall)
    : await getSeatMaps(deps, record, bookingCall);
  return priceSeats(maps, seats, record.price.currency);
}
