import type { Mode, PriceCalendarQuery, SearchRequest } from '@fareline/contracts';
import type { FastifyBaseLogger } from 'fastify';
import type { ProviderOffer } from '../offers/offer-record.ts';
import type { PriceCalendarStore } from './price-calendar-store.ts';

export type RecordPrice = (mode: Mode, query: SearchRequest, cheapest: ProviderOffer | undefined) => void;

/** What a search says for the calendar: the same travellers and cabin, whenever they come back. */
function tripOf({ returnDate, departureDate: _departure, ...rest }: SearchRequest): PriceCalendarQuery {
  return { ...rest, tripType: returnDate ? 'round-trip' : 'one-way' };
}

/** Remembers the cheapest offer of a search that was made anyway. Not waited for: a search never fails for its calendar. */
export function createPriceRecorder(calendar: PriceCalendarStore, log: FastifyBaseLogger): RecordPrice {
  return (mode, query, cheapest) => {
    if (!cheapest) return;
    const { totalMinor, currency } = cheapest.price;
    calendar
      .note(mode, tripOf(query), query.departureDate, { totalMinor, currency, seenAt: Date.now() })
      .catch((error: unknown) => log.warn({ err: error }, 'a price was not noted in the calendar'));
  };
}
