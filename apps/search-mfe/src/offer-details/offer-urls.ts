import type { Offer } from '@fareline/contracts';
import { useSearchParams } from 'react-router';
import { readLastSearch } from '../search-query/last-search-storage.ts';
import { parseListParams } from '../search-query/list-params.ts';
import { parseSearchUrl, searchUrl } from '../search-query/search-query.ts';

/** The target of Back to Search: the search in the URL, else the stored last search, else the home page. */
export function backUrl(searchParams: URLSearchParams): string {
  const { query } = parseSearchUrl(searchParams);
  if (query.origin && query.destination && query.departureDate)
    return searchUrl(query, parseListParams(searchParams));
  const last = readLastSearch();
  if (!last) return '/';
  return searchUrl({ ...last, tripType: last.returnDate ? 'round-trip' : 'one-way' });
}

/** The booking URL of an offer, with the price in sight, the offer's travellers and the search in the URL, for the way back. (OFFER-05, PAY-13, PRICE-01) */
export function useBookingUrl(offer: Offer): string {
  const [current] = useSearchParams();
  const count = (type: string) =>
    String(offer.passengers.filter((passenger) => passenger.type === type).length);
  const searchParams = new URLSearchParams({
    offer: offer.id,
    price: offer.total_amount,
    adults: count('adult'),
    children: count('child'),
    infants: count('infant_without_seat'),
  });
  for (const [name, value] of current) if (name.startsWith('from_')) searchParams.set(name, value);
  return `/booking?${searchParams.toString()}`;
}
