import { formatMinor, type OfferQuote, type PriceChange, type SeatSelection } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit';
import { reloadOffer, type LiveOfferParts } from './live-offer.ts';
import type { OfferRecord } from './offer-record.ts';
import { ownOffer } from './own-offer.ts';
import { priceOffer, upliftPrice } from './pricing.ts';
import { priceSeats } from './seat-prices.ts';
import type { SeatMaps } from './seat-maps.ts';

export interface QuoteParts extends LiveOfferParts {
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
export async function quote(parts: QuoteParts, request: QuoteRequest): Promise<OfferQuote> {
  const { record: shown, markupPercent, isLive } = request;
  const record = await bookableOffer(parts, shown, isLive);
  refuseOtherPrice(shown, record, markupPercent);
  const { currency, totalMinor } = upliftPrice(record.price, markupPercent);
  const seats = await chosenSeats(parts, request, record);
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

async function bookableOffer(parts: QuoteParts, shown: OfferRecord, isLive: boolean): Promise<OfferRecord> {
  if (shown.isShared) return ownOffer(parts, shown);
  return isLive ? reloadOffer(parts, shown, 'booking') : shown;
}

function refuseOtherPrice(shown: OfferRecord, record: OfferRecord, markupPercent: number): void {
  const before = upliftPrice(shown.price, markupPercent);
  const now = upliftPrice(record.price, markupPercent);
  if (before.totalMinor === now.totalMinor && before.currency === now.currency) return;
  const details: PriceChange = {
    offer_id: record.offer.id,
    old_amount: formatMinor(before.totalMinor, before.currency),
    new_amount: formatMinor(now.totalMinor, now.currency),
    currency: now.currency,
  };
  throw new AppError('PRICE_CHANGED', { details });
}

async function chosenSeats({ seatMaps }: QuoteParts, { seats, isLive }: QuoteRequest, record: OfferRecord) {
  if (seats.length === 0) return { seats: [], totalMinor: 0 };
  const maps = isLive ? await seatMaps.fresh(record) : await seatMaps.of(record);
  return priceSeats(maps, seats, record.price.currency);
}
