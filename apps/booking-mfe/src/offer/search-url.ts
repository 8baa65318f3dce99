import type { Offer } from '@fareline/contracts';

/**
 * URL of the results for the same itinerary. Parameters missing in `query` are taken from the offer, so that the search works even
 * when the URL has the offer id only. (PAY-13, PAY-16)
 */
export function searchUrl(offer: Offer | undefined, query: string): string {
  const parameters = new URLSearchParams(query);
  const [outbound, inbound] = offer?.slices ?? [];
  const count = (type: string) =>
    offer?.passengers.filter((passenger) => passenger.type === type).length ?? 0;
  const fromOffer: Record<string, string | undefined> = {
    origin: outbound?.origin.iata_code ?? undefined,
    destination: outbound?.destination.iata_code ?? undefined,
    departureDate: outbound?.departure_time?.slice(0, 10),
    returnDate: inbound?.departure_time?.slice(0, 10),
    adultsCount: offer && String(count('adult')),
    childrenCount: offer && String(count('child')),
    infantsCount: offer && String(count('infant_without_seat')),
  };
  for (const [name, value] of Object.entries(fromOffer)) {
    if (value !== undefined && !parameters.has(name)) parameters.set(name, value);
  }
  const text = parameters.toString();
  return text ? `/search?${text}` : '/search';
}
