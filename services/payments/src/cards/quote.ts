import {
  formatMinor,
  parseMinor,
  quoteOffer,
  type Mode,
  type OfferQuote,
  type SeatSelection,
} from '@fareline/contracts';
import { AppError } from '@fareline/service-kit';
import type { Deps } from '../deps.ts';

export interface PricedOffer extends OfferQuote {
  amountMinor: number;
}

/**
 * Fetches the current price from the airline, in the given mode of an existing booking or else in the current mode.
 * (MODE-06, D2, D36, PROVIDER-33)
 */
export async function fetchLivePrice(
  { callFlights, config }: Deps,
  offerId: string,
  seats: SeatSelection[],
  brand: string,
  mode?: Mode,
): Promise<PricedOffer> {
  const quote = await callFlights(quoteOffer, {
    params: { id: offerId },
    body: { brand, seats, live: true, mode },
    signal: AbortSignal.timeout(config.QUOTE_TIMEOUT_MS),
  });
  const amountMinor = parseMinor(quote.amount, quote.currency);
  if (amountMinor === undefined || amountMinor <= 0)
    throw new AppError('INTERNAL_ERROR', { cause: new Error('the quote has no amount') });
  return { ...quote, amountMinor };
}

/** Throws AMOUNT_MISMATCH unless the amount sent by the browser is the server's price. (MONEY-21) */
export function assertAgreedAmount(quote: PricedOffer, agreed: { amount: string; currency: string }): void {
  const isSame =
    agreed.currency === quote.currency && parseMinor(agreed.amount, agreed.currency) === quote.amountMinor;
  if (!isSame)
    throw new AppError('AMOUNT_MISMATCH', {
      details: { amount: formatMinor(quote.amountMinor, quote.currency), currency: quote.currency },
    });
}

/** The sorted seat ids, so that the sequence of selection does not matter. */
export const toSeatKey = (seats: readonly SeatSelection[]): string =>
  seats
    .map(({ seatId }) => seatId)
    .sort()
    .join(',');
