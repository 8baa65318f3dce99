import type { Mode, PriceCalendarQuery, SearchRequest } from '@fareline/contracts';
import type { FastifyBaseLogger } from 'fastify';
import type { ProviderOffer } from '../duffel/provider-offer.ts';
import type { PriceCalendarRepository } from './price-calendar.repository.ts';

export type RecordPrice = (mode: Mode, query: SearchRequest, cheapest: ProviderOffer | undefined) => void;

/** The calendar of a search: the same route, travellers and cabin, for any return date. */
function toCalendarQuery({
  returnDate,
  departureDate: _departure,
  ...rest
}: SearchRequest): PriceCalendarQuery {
  return { ...rest, tripType: returnDate ? 'round-trip' : 'one-way' };
}

/** Records the cheapest price of each search in the calendar. Not awaited, because a search must not fail with the calendar. */
export function createPriceRecorder(calendar: PriceCalendarRepository, log: FastifyBaseLogger): RecordPrice {
  return (mode, query, cheapest) => {
    if (!cheapest) return;
    const { totalMinor, currency } = cheapest.price;
    calendar
      .record(mode, toCalendarQuery(query), query.departureDate, { totalMinor, currency, seenAt: Date.now() })
      .catch((error: unknown) => log.warn({ err: error }, 'price calendar update failed'));
  };
}
