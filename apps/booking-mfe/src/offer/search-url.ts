import { cabinClasses, type Offer, type PassengerType } from '@fareline/contracts';

const prefix = 'from_';

/** The parameters of a booking URL, those of the search it began with without their prefix. */
function readParameters(query: string): URLSearchParams {
  const parameters = new URLSearchParams(query);
  for (const [name, value] of [...parameters]) {
    if (!name.startsWith(prefix)) continue;
    parameters.delete(name);
    const ownName = name.slice(prefix.length);
    if (!parameters.has(ownName)) parameters.set(ownName, value);
  }
  return parameters;
}

/** URL of the results that the traveller came from, as far as the query of the booking URL has them; else the home page. */
export function backUrl(query: string): string {
  const parameters = readParameters(query);
  return parameters.has('origin') ? `/search?${parameters.toString()}` : '/';
}

/**
 * URL of the results that the traveller came from, with cabin, travellers, filters and order. Parameters missing in `query` are
 * taken from the offer, so that the search works even when the URL has the offer id only. (PAY-13, PAY-16)
 */
export function searchUrl(offer: Offer, query: string): string {
  const parameters = readParameters(query);
  const [outbound, inbound] = offer.slices;
  const count = (type: PassengerType) =>
    String(offer.passengers.filter((passenger) => passenger.type === type).length);
  const cabin = outbound?.segments[0]?.cabin_class;
  const fromOffer = {
    origin: outbound?.origin.iata_code,
    destination: outbound?.destination.iata_code,
    departureDate: outbound?.departure_time?.slice(0, 10),
    returnDate: inbound?.departure_time?.slice(0, 10),
    cabinClass: cabinClasses.find((known) => known === cabin),
    adultsCount: count('adult'),
    childrenCount: count('child'),
    infantsCount: count('infant_without_seat'),
  };
  for (const [name, value] of Object.entries(fromOffer)) {
    if (value && !parameters.has(name)) parameters.set(name, value);
  }
  return `/search?${parameters.toString()}`;
}
