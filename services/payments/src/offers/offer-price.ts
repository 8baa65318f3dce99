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
  type PriceParts,
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
    timeoutMs: config.QUOTE_TIMEOUT_MS,
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
  const hasExtras = quote.seats.length + quote.bags.length > 0;
  throw priceChanged(quote, minor, hasExtras ? { message: extrasMayHaveChanged } : {});
}

/** The fare that was agreed is not known any more. */
const extrasMayHaveChanged = 'The airline changed the price of this flight, or of the seats or bags.';

const sumAmounts = (items: readonly { amount: string }[], currency: string): string =>
  formatMinor(
    items.reduce((sum, { amount }) => sum + (parseMoney(amount, currency)?.minor ?? 0), 0),
    currency,
  );

const toParts = ({ offer, seats, bags, price: { currency } }: PricedOffer): PriceParts => ({
  fare: offer.total_amount,
  seats: sumAmounts(seats, currency),
  bags: sumAmounts(bags, currency),
});

const priceChanged = (quote: PricedOffer, shownMinor: number, text: { message?: string } = {}) => {
  const {
    offer,
    price: { minor, currency },
  } = quote;
  return new AppError('PRICE_CHANGED', {
    ...text,
    details: {
      offer_id: offer.id,
      old_amount: formatMinor(shownMinor, currency),
      new_amount: formatMinor(minor, currency),
      currency,
      parts: toParts(quote),
    } satisfies PriceChange,
  });
};

/** Throws PRICE_CHANGED when the fare is not the one on the screen, and AMOUNT_MISMATCH when the total is not. (MONEY-21, PRICE-02) */
export function assertShownAmount(
  quote: PricedOffer,
  shown: { amount: string; currency: string; fareAmount?: string | undefined },
): void {
  const { offer, price } = quote;
  const total = parseMoney(shown.amount, shown.currency);
  if (equalsMoney(total, price)) return;
  const fare = parseMoney(shown.fareAmount ?? offer.total_amount, price.currency);
  const isFareShown = equalsMoney(fare, parseMoney(offer.total_amount, offer.total_currency));
  if (total?.currency === price.currency && !isFareShown) throw priceChanged(quote, total.minor);
  throw new AppError('AMOUNT_MISMATCH', {
    details: {
      amount: formatMinor(price.minor, price.currency),
      currency: price.currency,
      parts: toParts(quote),
    },
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
