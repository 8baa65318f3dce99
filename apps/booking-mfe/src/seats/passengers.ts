import { listBarredFromExits, type Offer, type PassengerForm, type Slice } from '@fareline/contracts';
import { areAllMinors } from '@fareline/contracts/schemas';
import { today } from '@fareline/presentation/formats';
import { needsSeat, type SeatedPassenger } from './selection.ts';

const alphabet = 'ABCDEFGHI';

/** The ids of those who may not sit at an exit, passengers under 16 included. (RULE-01) */
export const listBarred = ({ passengers, slices }: Offer, form: PassengerForm): string[] => [
  ...listBarredFromExits(passengers),
  ...form.passengers.flatMap((passenger) =>
    areAllMinors([passenger], { slices, today: today() }) ? [passenger.id] : [],
  ),
];

/** The passengers who need a seat, each with the letter shown on the selected seat. (SEAT-08, SEAT-09) */
export function getSeatedPassengers(offer: Offer, form: PassengerForm): SeatedPassenger[] {
  const barred = listBarred(offer, form);
  const ids = new Set(offer.passengers.filter(needsSeat).map((passenger) => passenger.id));
  return form.passengers
    .filter((passenger) => ids.has(passenger.id))
    .map((passenger, index) => ({
      id: passenger.id,
      letter: alphabet.charAt(index),
      name: passenger.firstName.trim() || `Passenger ${index + 1}`,
      isBarredFromExits: barred.includes(passenger.id),
    }));
}

/** All passengers by name, for whom bags are chosen. */
export const getTravellers = (form: PassengerForm): { id: string; name: string }[] =>
  form.passengers.map(({ id, firstName }, index) => ({
    id,
    name: firstName.trim() || `Passenger ${index + 1}`,
  }));

const findSegment = (slices: readonly Slice[], segmentId: string) =>
  slices.flatMap((slice) => slice.segments).find(({ id }) => id === segmentId);

/** Flight number and route, such as "BA117 JFK to LHR". */
export function formatSegmentName(slices: readonly Slice[], segmentId: string): string {
  const segment = findSegment(slices, segmentId);
  if (!segment) return 'Flight';
  const route = `${segment.origin.iata_code ?? 'N/A'} to ${segment.destination.iata_code ?? 'N/A'}`;
  return segment.flight_number ? `${segment.flight_number} ${route}` : route;
}

/** "BA117", or the route of a flight without a number. */
export const formatFlightNumber = (slices: readonly Slice[], segmentId: string): string =>
  findSegment(slices, segmentId)?.flight_number || formatSegmentName(slices, segmentId);
