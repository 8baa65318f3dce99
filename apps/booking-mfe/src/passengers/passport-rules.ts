import type { Offer } from '@fareline/contracts';

interface Place {
  country_code: string | null;
  iata_code: string | null;
}
interface Leg {
  origin: Place;
  destination: Place;
}

const crossesBorder = ({ origin, destination }: Leg) =>
  origin.country_code !== null &&
  destination.country_code !== null &&
  origin.country_code !== destination.country_code;

/** Whether this flight needs passports: the airline says so, a border is crossed, or the brand lists the route. (PAX-11 to PAX-13, D15) */
export function needsPassports(offer: Offer, passportRoutes: readonly string[]): boolean {
  if (offer.passenger_identity_documents_required) return true;
  const legs: Leg[] = offer.slices.flatMap((slice) => [slice, ...slice.segments]);
  const isListed = ({ origin, destination }: Leg) =>
    passportRoutes.includes(`${origin.iata_code}-${destination.iata_code}`) ||
    passportRoutes.includes(`${destination.iata_code}-${origin.iata_code}`);
  return legs.some((leg) => crossesBorder(leg) || isListed(leg));
}

const millisecondsPerDay = 86_400_000;

/** The hint beside the expiry of a passport. (PAX-18) */
export function passportHint(expiry: string, today: string): string | undefined {
  const days = (Date.parse(expiry) - Date.parse(today)) / millisecondsPerDay;
  if (Number.isNaN(days)) return undefined;
  if (days < 0) return 'Passport has expired';
  return days < 180 ? 'Less than 6 months validity' : undefined;
}

/** What the passport number field keeps of what is typed. (PAX-14) */
export const normalisePassportNumber = (typed: string): string => typed.replace(/\s+/g, '').toUpperCase();
