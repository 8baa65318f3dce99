import type { Offer, PassengerType } from '@fareline/contracts';

/**
 * URL of the results for the same itinerary. Parameters missing in `query` are taken from the offer, so that the search works even
 * when the URL has the offer id only. (PAY-13, PAY-16)
 */
export function searchUrl(offer: Offer, query: string): string {
  const parameters = new URLSearchParams(query);
  const [outbound, inbound] = offer.slices;
  const count = (type: PassengerType) =>
    String(offer.passengers.filter((passenger) => passenger.type === type).length);
  const fromOffer = {
    origin: outbound?.origin.iata_code,
    destination: outbound?.destination.iata_code,
    departureDate: outbound?.departure_time?.slice(0, 10),
    returnDate: inbound?.departure_time?.slice(0, 10),
    adultsCount: count('adult'),
    childrenCount: count('child'),
    infantsCount: count('infant_without_seat'),
  };
  for (const [name, value] of Object.entries(fromOffer)) {
    if (value && !parameters.has(name)) parameters.set(name, value);
  }
  return `/search?${parameters.toString()}`;
}
