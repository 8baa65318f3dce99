import { alternativeDayOffsets, parseMinor, type DayPrice } from '@fareline/contracts';
import { addDays, today } from '@fareline/presentation/formats';
import { moveReturnDate } from '../search-form/form-values.ts';
import { formatAge } from '../search-form/price-notes.ts';
import type { SearchQuery } from '../search-query/search-query.ts';

/** The cheapest offer of the list. */
export interface Cheapest {
  total_amount: string;
  total_currency: string;
}

/** A day on which the trip can depart. */
export interface DayOption {
  /** The search of that day, with the same length of the trip. */
  query: SearchQuery;
  isSearched: boolean;
  /** In minor units; undefined without a seen price. */
  minor: number | undefined;
  amount: string | undefined;
  currency: string;
  /** It was searched, and has no flights. */
  isEmpty: boolean;
  /** Where the price is from: "seen 2 hours ago". */
  source: string;
}

function moveSearch(query: SearchQuery, days: number): SearchQuery {
  const departureDate = addDays(query.departureDate, days);
  const returnDate = moveReturnDate(query, departureDate);
  return { ...query, departureDate, ...(returnDate && { returnDate }) };
}

/**
 * The days up to a week before and after the departure, none in the past. The price of the searched day is that of the list, which has
 * none when it is empty.
 */
export function listDayOptions(
  query: SearchQuery,
  seen: readonly DayPrice[],
  cheapest: Cheapest | undefined,
  now: number,
  hasNoFlights: (day: SearchQuery) => boolean = () => false,
): DayOption[] {
  const currency = cheapest?.total_currency ?? seen[0]?.total_currency ?? 'USD';
  const firstDay = today(new Date(now));
  return alternativeDayOffsets
    .map((days) => moveSearch(query, days))
    .filter(({ departureDate }) => departureDate >= firstDay)
    .map((option) => {
      const isSearched = option.departureDate === query.departureDate;
      // Prices in another currency cannot be compared with the list.
      const price = seen.find(
        ({ date, total_currency }) => date === option.departureDate && total_currency === currency,
      );
      const amount = isSearched ? cheapest?.total_amount : price?.total_amount;
      return {
        query: option,
        isSearched,
        isEmpty: amount === undefined && hasNoFlights(option),
        amount,
        currency,
        minor: amount === undefined ? undefined : parseMinor(amount, currency),
        source: isSearched ? 'this search' : price ? `seen ${formatAge(price.seen_at, now)}` : '',
      };
    });
}
