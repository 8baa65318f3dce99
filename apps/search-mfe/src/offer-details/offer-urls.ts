import type { Offer } from '@fareline/contracts';
import { readLastSearch } from '../search-query/last-search-storage.ts';
import { parseListParams } from '../search-query/list-params.ts';
import { parseSearchUrl, searchUrl } from '../search-query/search-query.ts';

/** Where Back to Search leads: the search that led here, else the last one, else the form. */
export function backUrl(parameters: URLSearchParams): string {
  const { query } = parseSearchUrl(parameters);
  if (query.origin && query.destination && query.departureDate)
    return searchUrl(query, parseListParams(parameters));
  const last = readLastSearch();
  if (!last) return '/';
  return searchUrl({ ...last, tripType: last.returnDate ? 'round-trip' : 'one-way' });
}

/** Where booking begins. The travellers are those of the offer. (OFFER-05) */
export function bookingUrl(offer: Offer): string {
  const count = (type: string) =>
    String(offer.passengers.filter((passenger) => passenger.type === type).length);
  const parameters = new URLSearchParams({
    offer: offer.id,
    adults: count('adult'),
    children: count('child'),
    infants: count('infant_without_seat'),
  });
  return `/booking?${parameters.toString()}`;
}
