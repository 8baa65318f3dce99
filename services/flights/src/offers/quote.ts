import { formatMinor, type OfferQuote, type PriceChange, type SeatSelection } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit';
import { reloadOffer, type OfferDeps } from './reload-offer.ts';
import type { OfferRecord } from './offer-record.ts';
import { getFreshOffer } from './fresh-offer.ts';
import { priceOffer, applyMarkup } from './pricing.ts';
import { priceSeats } from './seat-prices.ts';
import type { SeatMaps } from './seat-maps.ts';

export interface QuoteDeps extends OfferDeps {
  seatMaps: SeatMaps;
}

export interface QuoteRequest {
  record: OfferRecord;
  markupPercent: number;
  seats: readonly SeatSelection[];
  /** Asks the provider instead of trusting what is stored. */
  isLive: boolean;
}

/** What an offer with its seats costs the traveller and the agency. A price that differs from the one shown is PRICE_CHANGED. (D2, D18, D33) */
export async function quote(deps: QuoteDeps, request: QuoteRequest): Promise<OfferQuote> {
  const { record: shown, markupPercent, isLive } = request;
  const record = await bookableOffer(deps, shown, isLive);
  refuseOtherPrice(shown, record, markupPercent);
  const { currency, totalMinor } = applyMarkup(record.price, markupPercent);
  const seats = await chosenSeats(deps, request, record);
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

async function bookableOffer(deps: QuoteDeps, shown: OfferRecord, isLive: boolean): Promise<OfferRecord> {
  if (shown.isShared) return getFreshOffer(deps, shown);
  return isLive ? reloadOffer(deps, shown, 'booking') : shown;
}

function refuseOtherPrice(shown: OfferRecord, record: OfferRecord, markupPercent: number): void {
  const before = applyMarkup(shown.price, markupPercent);
  const now = applyMarkup(record.price, markupPercent);
  if (before.totalMinor === now.totalMinor && before.currency === now.currency) return;
  const details: PriceChange = {
    offer_id: record.offer.id,
    old_amount: formatMinor(before.totalMinor, before.currency),
    new_amount: formatMinor(now.totalMinor, now.currency),
    currency: now.currency,
  };
  throw new AppError('PRICE_CHANGED', { details });
}

async function chosenSeats({ seatMaps }: QuoteDeps, { seats, isLive }: QuoteRequest, record: OfferRecord) {
  if (seats.length === 0) return { seats: [], totalMinor: 0 };
  const maps = isLive ? await seatMaps.fresh(record) : await seatMaps.of(record);
  return priceSeats(maps, seats, record.price.currency);
}
