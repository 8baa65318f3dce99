import type { Offer } from '@fareline/contracts';

interface Airport {
  country_code: string | null;
  iata_code: string | null;
}
interface Route {
  origin: Airport;
  destination: Airport;
}

const crossesBorder = ({ origin, destination }: Route) =>
  origin.country_code !== null &&
  destination.country_code !== null &&
  origin.country_code !== destination.country_code;

/**
 * Whether the offer needs passport data: the airline requires it, a slice or segment crosses a border, or the brand lists its route.
 * `passportRoutes` holds pairs such as "JFK-LHR". (PAX-11 to PAX-13)
 */
export function needsPassports(offer: Offer, passportRoutes: readonly string[]): boolean {
  if (offer.passenger_identity_documents_required) return true;
  const routes: Route[] = offer.slices.flatMap((slice) => [slice, ...slice.segments]);
  const isListed = ({ origin, destination }: Route) =>
    passportRoutes.includes(`${origin.iata_code}-${destination.iata_code}`) ||
    passportRoutes.includes(`${destination.iata_code}-${origin.iata_code}`);
  return routes.some((route) => crossesBorder(route) || isListed(route));
}

const millisecondsPerDay = 86_400_000;

/**
 * Hint for the expiry date of a passport, none for a missing one; all arguments are ISO dates. Many countries ask for six months after
 * the arrival. (PAX-18, FIELD-03)
 */
export function passportHint(expiry: string, today: string, lastArrivalDay: string): string | undefined {
  if (expiry && expiry < today) return 'Passport has expired';
  const days = (Date.parse(expiry) - Date.parse(lastArrivalDay)) / millisecondsPerDay;
  return days < 180 ? 'Less than 6 months validity' : undefined;
}

/** Typed text without whitespace, in upper case. (PAX-14) */
export const normalisePassportNumber = (typed: string): string => typed.replace(/\s/g, '').toUpperCase();
