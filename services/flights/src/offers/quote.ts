import { formatMinor, type OfferQuote, type PriceChange, type SeatSelection } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit';
import { getFreshOffer } from './fresh-offer.ts';
import type { OfferRecord } from './offer.repository.ts';
import { applyMarkup, priceOffer } from '../pricing/pricing.ts';
import { reloadOffer, type OfferDeps } from './reload-offer.ts';
import type { SeatMaps } from './seat-maps.ts';
import { priceSeats } from './seat-prices.ts';

export interface QuoteDeps extends OfferDeps {
  seatMaps: SeatMaps;
}

export interface QuoteRequest {
  record: OfferRecord;
  markupPercent: number;
  seats: readonly SeatSelection[];
  /** Loads offer and seat maps from the provider instead of using the stored ones. */
  isLive: boolean;
}

/** Price of an offer with its seats for the traveller and for the agency; throws PRICE_CHANGED if it differs from the price shown. (D2, D18, D33) */
export async function quote(deps: QuoteDeps, request: QuoteRequest): Promise<OfferQuote> {
  const { record: shown, markupPercent, isLive } = request;
  const record = await getBookableOffer(deps, shown, isLive);
  rejectChangedPrice(shown, record, markupPercent);
  const { currency, totalMinor } = applyMarkup(record.price, markupPercent);
  const seats = await priceChosenSeats(deps, request, record);
  return {
    offer: priceOffer(record, record.mode, markupPercent),
    mode: record.mode,
    offer_request_id: record.offerRequestId,
    amount: formatMinor(totalMinor + seats.totalMinor, currency),
    currency,
    provider_amount: formatMinor(record.price.totalMinor + seats.totalMinor, currency),
    provider_currency: currency,
    seats: seats.seats,
    passengers: record.offer.passengers,
  };
}

async function getBookableOffer(deps: QuoteDeps, shown: OfferRecord, isLive: boolean): Promise<OfferRecord> {
  if (shown.isShared) return getFreshOffer(deps, shown);
  return isLive ? reloadOffer(deps, shown, 'booking') : shown;
}

function rejectChangedPrice(shown: OfferRecord, record: OfferRecord, markupPercent: number): void {
  const shownPrice = applyMarkup(shown.price, markupPercent);
  const newPrice = applyMarkup(record.price, markupPercent);
  if (shownPrice.totalMinor === newPrice.totalMinor && shownPrice.currency === newPrice.currency) return;
  const details: PriceChange = {
    offer_id: record.offer.id,
    old_amount: formatMinor(shownPrice.totalMinor, shownPrice.currency),
    new_amount: formatMinor(newPrice.totalMinor, newPrice.currency),
    currency: newPrice.currency,
  };
  throw new AppError('PRICE_CHANGED', { details });
}

async function priceChosenSeats(
  { seatMaps }: QuoteDeps,
  { seats, isLive }: QuoteRequest,
  record: OfferRecord,
) {
  if (seats.length === 0) return { seats: [], totalMinor: 0 };
  const maps = isLive ? await seatMaps.fetch(record) : await seatMaps.get(record);
  return priceSeats(maps, seats, record.price.currency);
}
