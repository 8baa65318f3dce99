import type { Mode, PriceCalendarQuery, SearchRequest } from '@fareline/contracts';
import type { FastifyBaseLogger } from 'fastify';
import type { ProviderOffer } from '../pricing/provider-offer.ts';
import type { PriceCalendarRepository } from './price-calendar.repository.ts';

/** The calendar of a search: the same route, travellers and cabin, for any days. */
export function toCalendarQuery({
  returnDate,
  departureDate: _departure,
  ...rest
}: SearchRequest): PriceCalendarQuery {
  return { ...rest, tripType: returnDate ? 'round-trip' : 'one-way' };
}

/** Records the cheapest price of a search in the calendar. Not awaited, because a search must not fail with the calendar. */
export function recordCheapestPrice(
  { calendar, log }: { calendar: PriceCalendarRepository; log: FastifyBaseLogger },
  mode: Mode,
  query: SearchRequest,
  cheapest: ProviderOffer | undefined,
): void {
  if (!cheapest) return;
  const { totalMinor, currency } = cheapest.price;
  calendar
    .record(mode, toCalendarQuery(query), query, { totalMinor, currency, seenAt: Date.now() })
    .catch((error: unknown) => log.warn({ err: error }, 'price calendar update failed'));
}
