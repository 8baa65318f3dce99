import type { Airline, CabinClass, OfferSliceSegment, OfferSliceSegmentPassenger } from '@duffel/api/types';
import { getAircraft } from '../flights/aircraft.ts';
import { getAirline } from '../flights/carriers.ts';
import { getCabinName, getFlownCabin, type Fare } from '../flights/fares.ts';
import type { Flight } from '../flights/flight.ts';
import { deriveId, seededBase62, seededChoice, seededFraction } from '../flights/seeded-random.ts';
import type { SliceOption } from '../flights/slice-options.ts';
import type { TestScenario } from '../flights/test-routes.ts';
import { toAirportPlace, type AirportRow } from '../geo/airports.ts';
import { formatDuration, formatLocal, toLocal } from '../geo/time-zone.ts';
import type { OfferRequestRecord } from '../records.ts';

interface SegmentInput {
  request: OfferRequestRecord;
  scenario: TestScenario | null;
  fare: Fare;
}

type Passenger = OfferSliceSegmentPassenger;

/**
 * A passenger of a segment as Duffel sends it. The SDK types `pitch` as a word, but Duffel sends inches and the word as `legroom`, and
 * null for what an airline does not send.
 */
type SegmentPassengerWire = Omit<Passenger, 'cabin' | 'fare_basis_code'> & {
  fare_basis_code: string | null;
  cabin: {
    name: CabinClass;
    marketing_name: string;
    amenities: {
      wifi: { available: boolean; cost: string } | null;
      seat: { pitch: string; legroom: string; type: string } | null;
      power: { available: boolean } | null;
    } | null;
  } | null;
};

/** Airlines that send neither aircraft nor distance nor amenities. */
const WITHOUT_FLIGHT_DETAILS = new Set(['NK', 'U2']);
const WITHOUT_FARE_BASIS = new Set(['U2', 'FR']);
const WITHOUT_CABIN = new Set(['PC', 'VY']);
/** The test airline's flights have no aircraft. */
const WITHOUT_AIRCRAFT = new Set([...WITHOUT_FLIGHT_DETAILS, 'ZZ']);
/** Airlines that send flight numbers with four digits. */
const WITH_LEADING_ZEROS = new Set(['NK']);

const formatFlightNumber = (carrier: string, number: number): string =>
  WITH_LEADING_ZEROS.has(carrier) ? String(number).padStart(4, '0') : String(number);

/** An airline in Duffel's format; on the test route with gaps without logos and conditions. */
export const renderAirline = (code: string, scenario: TestScenario | null): Airline =>
  scenario === 'gaps'
    ? { ...getAirline(code), logo_symbol_url: null, logo_lockup_url: null, conditions_of_carriage_url: null }
    : getAirline(code);

const getTerminal = (airport: AirportRow, carrier: string): string | null =>
  airport.rank < 70 ? seededChoice(`terminal|${airport.iata}|${carrier}`, ['1', '2', '3', '4', '5']) : null;

const FLAT_BED_KM = 4000;
const SEAT_PITCHES = [
  { pitch: '28', legroom: 'less' },
  { pitch: '29', legroom: 'less' },
  { pitch: '30', legroom: 'standard' },
  { pitch: '31', legroom: 'standard' },
  { pitch: '32', legroom: 'n/a' },
] as const;

function renderSeat(seed: string, cabin: CabinClass, km: number) {
  if (cabin === 'economy') return { ...seededChoice(`pitch|${seed}`, SEAT_PITCHES), type: 'standard' };
  if (cabin === 'premium_economy') return { pitch: '37', legroom: 'more', type: 'recliner' };
  return km > FLAT_BED_KM
    ? { pitch: '60', legroom: 'more', type: 'full_flat' }
    : { pitch: '37', legroom: 'more', type: 'recliner' };
}

const cabins = new Map<string, SegmentPassengerWire['cabin']>();

/** The cabin of a flight. The object is cached and shared, so it must not be modified. */
function getCabin(flight: Flight, cabin: CabinClass): SegmentPassengerWire['cabin'] {
  const key = `${flight.operator}|${flight.aircraft}|${cabin}|${flight.km > FLAT_BED_KM}`;
  const cached = cabins.get(key);
  if (cached !== undefined) return cached;
  const rendered = renderCabin(flight, cabin);
  cabins.set(key, rendered);
  return rendered;
}

function renderCabin(flight: Flight, cabin: CabinClass): SegmentPassengerWire['cabin'] {
  if (WITHOUT_CABIN.has(flight.operator)) return null;
  const name = { name: cabin, marketing_name: getCabinName(cabin) };
  if (WITHOUT_FLIGHT_DETAILS.has(flight.operator)) return { ...name, amenities: null };
  if (flight.aircraft === 'AT7') return { ...name, amenities: { wifi: null, seat: null, power: null } };
  const seed = `${flight.operator}|${flight.aircraft}`;
  const isPremiumSeat = cabin === 'business' || cabin === 'first';
  const hasWifi = seededFraction(`wifi|${seed}`) < 0.7;
  return {
    ...name,
    amenities: {
      wifi: hasWifi
        ? {
            available: true,
            cost: seededChoice(`wifi cost|${seed}`, ['free', 'paid', 'free or paid'] as const),
          }
        : { available: false, cost: 'n/a' },
      seat: renderSeat(seed, cabin, flight.km),
      power: { available: isPremiumSeat || seededFraction(`power|${seed}`) < 0.65 },
    },
  };
}

function renderPassengers({ request, scenario, fare }: SegmentInput, flight: Flight): SegmentPassengerWire[] {
  const cabin = getFlownCabin(flight.aircraft, fare.cabin);
  const cabinName = getCabinName(cabin);
  const hasGaps = scenario === 'gaps';
  const basis = `${cabinName[0]}${seededBase62(`basis|${fare.name}|${flight.carrier.code}`, 6).toUpperCase()}`;
  return request.passengers.map((passenger) => {
    const isInfant = passenger.type === 'infant_without_seat';
    return {
      passenger_id: passenger.id,
      cabin_class: cabin,
      cabin_class_marketing_name: cabinName,
      fare_basis_code: hasGaps || WITHOUT_FARE_BASIS.has(flight.carrier.code) ? null : basis,
      cabin: hasGaps ? null : getCabin(flight, cabin),
      baggages:
        scenario === 'no_bags'
          ? []
          : [
              { type: 'checked', quantity: isInfant ? 0 : fare.checkedBags },
              { type: 'carry_on', quantity: isInfant ? 0 : fare.carryOn },
            ],
    };
  });
}

const renderStops = ({ stop }: Flight, segmentId: string): OfferSliceSegment['stops'] =>
  stop
    ? [
        {
          id: deriveId('sto', `${segmentId}|stop`),
          airport: toAirportPlace(stop.airport),
          arriving_at: formatLocal(toLocal(stop.airport.time_zone, stop.arrives)),
          departing_at: formatLocal(toLocal(stop.airport.time_zone, stop.departs)),
          duration: formatDuration(stop.departs - stop.arrives),
        },
      ]
    : [];

/** Renders one flight of an offer. Nulls are where the SDK's types have none, but Duffel sends them. */
export function renderSegment(
  input: SegmentInput,
  sliceOption: SliceOption,
  flight: Flight,
  index: number,
  id: string,
): OfferSliceSegment {
  const hasGaps = input.scenario === 'gaps';
  const marketingFlight = sliceOption.marketingFlights[index] ?? {
    carrier: sliceOption.owner.code,
    number: flight.number,
  };
  const carrier = flight.carrier.code;
  return {
    id,
    origin: toAirportPlace(flight.from),
    destination: toAirportPlace(flight.to),
    origin_terminal: hasGaps ? null : getTerminal(flight.from, carrier),
    destination_terminal: hasGaps ? null : getTerminal(flight.to, carrier),
    departing_at: formatLocal(flight.departsLocal),
    arriving_at: formatLocal(flight.arrivesLocal),
    duration: hasGaps ? null : formatDuration(flight.arrives - flight.departs),
    distance: hasGaps || WITHOUT_FLIGHT_DETAILS.has(flight.operator) ? null : flight.km.toFixed(5),
    aircraft: (WITHOUT_AIRCRAFT.has(flight.operator)
      ? null
      : getAircraft(flight.aircraft)) as OfferSliceSegment['aircraft'],
    marketing_carrier: renderAirline(marketingFlight.carrier, input.scenario),
    marketing_carrier_flight_number: formatFlightNumber(marketingFlight.carrier, marketingFlight.number),
    operating_carrier: renderAirline(flight.operator, input.scenario),
    operating_carrier_flight_number: formatFlightNumber(flight.operator, flight.number),
    passengers: renderPassengers(input, flight) as Passenger[],
    stops: renderStops(flight, id),
  };
}
