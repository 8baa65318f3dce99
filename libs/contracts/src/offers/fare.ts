import type { CabinClass } from '../common.schema.ts';
import type { Segment, Slice } from './offer.schema.ts';

/** (FORM-11) */
export const cabinLabels: Record<CabinClass, string> = {
  economy: 'Economy',
  premium_economy: 'Premium Economy',
  business: 'Business',
  first: 'First Class',
};

/** For a provider's value, which may be no cabin class. */
const labelsByCabin = new Map<string | null, string>(Object.entries(cabinLabels));

type FareSlice = Pick<Slice, 'fare_brand_name' | 'segments'>;

/** "Business", else the airline's own name of the cabin; undefined if it is not known. */
export const formatCabin = ({ cabin_class, cabin_name }: Segment): string | undefined =>
  labelsByCabin.get(cabin_class) ?? cabin_name ?? undefined;

const formatFlight = ({ flight_number, origin, destination }: Segment): string =>
  flight_number ?? `${origin.iata_code ?? 'N/A'}-${destination.iata_code ?? 'N/A'}`;

/** The cabin of most segments, then each other cabin with its flights: "Economy, Business on BA117"; empty if none is known. */
function formatCabins(segments: readonly Segment[]): string {
  const flights = new Map<string, string[]>();
  for (const segment of segments) {
    const cabin = formatCabin(segment);
    if (cabin) flights.set(cabin, [...(flights.get(cabin) ?? []), formatFlight(segment)]);
  }
  const [main, ...others] = [...flights].sort(([, a], [, b]) => b.length - a.length);
  if (!main) return '';
  const isComplete = segments.every((segment) => formatCabin(segment) !== undefined);
  const onFlights = ([cabin, numbers]: [string, string[]]) => `${cabin} on ${numbers.join(' and ')}`;
  return [isComplete ? main[0] : onFlights(main), ...others.map(onFlights)].join(', ');
}

/** The name of the fare and its cabins, as far as they are known. */
export const listFare = ({ fare_brand_name, segments }: FareSlice): string[] =>
  [fare_brand_name ?? '', formatCabins(segments)].filter(Boolean);

/** Without the cabin in the name, which says it again: "Economy Basic" in Economy is "Basic". */
function listFareOnce(slice: FareSlice): string[] {
  const [name = '', cabin] = listFare(slice);
  if (cabin === undefined) return [name].filter(Boolean);
  const cabinName = cabin.split(/,| on /)[0]!;
  if (name === cabinName) return [cabin];
  return [name.startsWith(`${cabinName} `) ? name.slice(cabinName.length + 1) : name, cabin];
}

/**
 * Name and cabin of the fare: "Basic · Economy", and where the slices or segments differ
 * "Outbound Basic, Economy; return Flex, Economy, Business on BA117". Empty if the airline names neither. (LIST-04)
 */
export function formatFare(slices: readonly FareSlice[]): string {
  const fares = slices.map(listFareOnce);
  const [first = []] = fares;
  if (fares.every((fare) => fare.join(' · ') === first.join(' · '))) return first.join(' · ');
  return fares
    .map((fare, index) => `${index === 0 ? 'Outbound' : 'return'} ${fare.join(', ') || 'not named'}`)
    .join('; ');
}
