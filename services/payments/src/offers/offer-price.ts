import {
  equalsMoney,
  formatMinor,
  parseMoney,
  quoteOffer,
  type BagSelection,
  type Mode,
  type Money,
  type OfferQuote,
  type PriceChange,
  type SeatSelection,
} from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import type { Deps } from '../deps.ts';

export interface Extras {
  seats: SeatSelection[];
  bags: BagSelection[];
}

export interface PricedOffer extends OfferQuote {
  /** What the traveller pays: the offer with its seats and bags. */
  price: Money;
}

/** What a payment or booking was made for. */
interface AgreedOffer {
  offer_id: string;
  mode: Mode;
  brand: string;
  amount_minor: number;
  currency: string;
}

/**
 * Fetches the current price from the airline, in the given mode of an existing booking or else in the current mode. Before an
 * authorisation the IP address of the client is sent, whose limits then apply. (LIMIT-02, MODE-06, PROVIDER-33)
 */
export async function fetchLivePrice(
  { callFlights, config }: Deps,
  offerId: string,
  { seats, bags }: Extras,
  brand: string,
  { mode, ipAddress }: { mode?: Mode; ipAddress?: string },
): Promise<PricedOffer> {
  const quote = await callFlights(quoteOffer, {
    params: { id: offerId },
    body: { brand, seats, bags, live: true, mode, ip_address: ipAddress },
    signal: AbortSignal.timeout(config.QUOTE_TIMEOUT_MS),
  });
  const price = parseMoney(quote.amount, quote.currency);
  if (!price || price.minor <= 0)
    throw new AppError('INTERNAL_ERROR', { cause: new Error('the quote has no amount') });
  return { ...quote, price };
}

/** Fetches the price of an agreed offer again. Throws OFFER_EXPIRED in another mode, or PRICE_CHANGED with both prices. (MONEY-31) */
export async function fetchAgreedPrice(
  deps: Deps,
  agreed: AgreedOffer,
  extras: Extras,
): Promise<PricedOffer> {
  const quote = await fetchLivePrice(deps, agreed.offer_id, extras, agreed.brand, { mode: agreed.mode });
  if (quote.mode !== agreed.mode) throw new AppError('OFFER_EXPIRED');
  const { amount_minor: minor, currency } = agreed;
  if (equalsMoney(quote.price, { minor, currency })) return quote;
  throw new AppError('PRICE_CHANGED', {
    details: {
      offer_id: quote.offer.id,
      old_amount: formatMinor(minor, quote.currency),
      new_amount: formatMinor(quote.price.minor, quote.currency),
      currency: quote.currency,
    } satisfies PriceChange,
  });
}

/** Throws AMOUNT_MISMATCH unless the amount sent by the browser is the server's price. (MONEY-21) */
export function assertAgreedAmount(
  { price }: PricedOffer,
  agreed: { amount: string; currency: string },
): void {
  if (equalsMoney(parseMoney(agreed.amount, agreed.currency), price)) return;
  throw new AppError('AMOUNT_MISMATCH', {
    details: { amount: formatMinor(price.minor, price.currency), currency: price.currency },
  });
}

/** The sorted ids of the seats and of the bags with their number, so that the sequence of selection does not matter. */
export const toExtrasKey = ({ seats, bags }: Extras): string =>
  [
    ...seats.map(({ seatId }) => seatId),
    ...bags.map(({ serviceId, passengerId, quantity }) => `${serviceId} ${passengerId} ${quantity}`),
  ]
    .sort()
    .join(',');
