import type {
  CabinClass,
  FlightsCondition,
  OfferSlice,
  OfferSliceSegment,
  OfferSliceSegmentPassenger,
} from '@duffel/api/types';
import { aircraft } from '../flights/aircraft.ts';
import { airline } from '../flights/carriers.ts';
import type { Draft } from '../flights/drafts.ts';
import { cabinName, flownCabin } from '../flights/fares.ts';
import { durationOf, type Itinerary } from '../flights/itineraries.ts';
import { base62, chance, choose, derivedId, hash } from '../flights/random.ts';
import type { Flight } from '../flights/schedule.ts';
import type { TestScenario } from '../flights/test-routes.ts';
import { airportPlace, type AirportRow } from '../geo/airports.ts';
import { formatDuration, formatLocal, toLocal } from '../geo/time-zone.ts';
import type { ListedOffer, OfferRequestRecord } from '../records.ts';
import { convert, toAmount } from '../state/money.ts';
import { documentsNeeded, emissions, paymentRequirements } from './offer-rules.ts';

const OFFER_LIFETIME_MS = 30 * 60_000;

interface Context {
  request: OfferRequestRecord;
  draft: Draft;
  offerId: string;
  currency: string;
  scenario: TestScenario | null;
}

/** `off_0000` + what the request's id begins with + its place: an offer's id leads back to its search. */
export function offerIdOf(requestId: string, index: number): string {
  const place = (hash(requestId) + index) % 62 ** 4;
  return `off_0000${requestId.slice(8, 22)}${encodePlace(place)}`;
}

/** The part that the ids of a search's offers share with the search's own id. */
export const requestKeyOf = (id: string): string => id.slice(8, 22);

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
function encodePlace(place: number): string {
  let text = '';
  for (let rest = place, i = 0; i < 4; i++, rest = Math.floor(rest / 62))
    text = (DIGITS[rest % 62] ?? '0') + text;
  return text;
}

function condition(
  penalty: number | false | null,
  people: number,
  currency: string,
): FlightsCondition | null {
  if (penalty === null) return null;
  if (penalty === false) return { allowed: false, penalty_amount: null, penalty_currency: null };
  return {
    allowed: true,
    penalty_amount: toAmount(convert(penalty * people, currency), currency),
    penalty_currency: currency,
  };
}

const terminal = (airport: AirportRow, carrier: string): string | null =>
  airport.rank < 70 ? choose(`terminal|${airport.iata}|${carrier}`, ['1', '2', '3', '4', '5']) : null;

function amenities(flight: Flight, cabin: CabinClass): OfferSliceSegmentPassenger['cabin'] {
  const seed = `${flight.operator}|${flight.aircraft}`;
  const bigSeat = cabin === 'business' || cabin === 'first';
  const name = { name: cabin, marketing_name: cabinName(cabin) };
  if (flight.aircraft === 'AT7') return { ...name, amenities: { wifi: null, seat: null, power: null } };
  const wifi = chance(`wifi|${seed}`) < 0.7;
  return {
    ...name,
    amenities: {
      wifi: wifi
        ? { available: true, cost: choose(`wifi cost|${seed}`, ['free', 'paid', 'free or paid'] as const) }
        : { available: false, cost: 'n/a' },
      seat: bigSeat
        ? { pitch: 'more', type: flight.km > 4000 ? 'full_flat' : 'recliner' }
        : { pitch: choose(`pitch|${seed}`, ['standard', 'standard', 'less'] as const), type: 'standard' },
      power: { available: bigSeat || chance(`power|${seed}`) < 0.65 },
    },
  };
}

function segmentPassengers(
  context: Context,
  flight: Flight,
  cabin: CabinClass,
): OfferSliceSegmentPassenger[] {
  const { brand } = context.draft;
  const flown = flownCabin(flight.aircraft, cabin);
  const bagless = context.scenario === 'no_bags';
  return context.request.passengers.map((passenger) => {
    const infant = passenger.type === 'infant_without_seat';
    return {
      passenger_id: passenger.id,
      cabin_class: flown,
      cabin_class_marketing_name: cabinName(flown),
      fare_basis_code: `${cabinName(flown)[0]}${base62(`basis|${brand.name}|${flight.carrier.code}`, 6).toUpperCase()}`,
      cabin: amenities(flight, flown),
      baggages: bagless
        ? []
        : [
            { type: 'checked', quantity: infant ? 0 : brand.checkedBags },
            { type: 'carry_on', quantity: infant ? 0 : brand.carryOn },
          ],
    };
  });
}

function segment(
  context: Context,
  itinerary: Itinerary,
  flight: Flight,
  index: number,
  id: string,
): OfferSliceSegment {
  const sold = itinerary.numbers[index] ?? { carrier: itinerary.owner.code, number: flight.number };
  const { stop } = flight;
  return {
    id,
    origin: airportPlace(flight.from),
    destination: airportPlace(flight.to),
    origin_terminal: terminal(flight.from, flight.carrier.code),
    destination_terminal: terminal(flight.to, flight.carrier.code),
    departing_at: formatLocal(flight.departsLocal),
    arriving_at: formatLocal(flight.arrivesLocal),
    duration: formatDuration(flight.arrives - flight.departs),
    distance: flight.km.toFixed(5),
    aircraft: aircraft(flight.aircraft),
    marketing_carrier: airline(sold.carrier),
    marketing_carrier_flight_number: String(sold.number),
    operating_carrier: airline(flight.operator),
    operating_carrier_flight_number: String(flight.number),
    passengers: segmentPassengers(context, flight, context.request.search.cabin),
    stops: stop
      ? [
          {
            id: derivedId('sto', `${id}|stop`),
            airport: airportPlace(stop.airport),
            arriving_at: formatLocal(toLocal(stop.airport.time_zone, stop.arrives)),
            departing_at: formatLocal(toLocal(stop.airport.time_zone, stop.departs)),
            duration: formatDuration(stop.departs - stop.arrives),
          },
        ]
      : [],
  };
}

function slice(context: Context, itinerary: Itinerary, index: number): OfferSlice {
  const { brand } = context.draft;
  const { currency, request, offerId } = context;
  const first = itinerary.flights[0];
  const last = itinerary.flights.at(-1);
  if (!first || !last) throw new Error('An itinerary has a flight');
  const people = request.passengers.filter((passenger) => passenger.type !== 'infant_without_seat').length;
  return {
    id: derivedId('sli', `${offerId}|${index}`),
    origin_type: 'airport',
    origin: airportPlace(first.from),
    destination_type: 'airport',
    destination: airportPlace(last.to),
    duration: formatDuration(durationOf(itinerary)),
    fare_brand_name: brand.name,
    ngs_shelf: brand.seatsFree ? 3 : brand.checkedBags > 0 ? 2 : 1,
    comparison_key: Buffer.from(
      `${brand.name}|${itinerary.numbers.map((sold) => sold.carrier + sold.number).join('-')}`,
    ).toString('base64'),
    conditions: {
      change_before_departure: condition(brand.change, people, currency),
      refund_before_departure: condition(brand.refund, people, currency),
      advance_seat_selection: brand.seatsFree,
      priority_boarding: brand.priority,
      priority_check_in: brand.priority,
    },
    segments: itinerary.flights.map((flight, place) =>
      segment(context, itinerary, flight, place, derivedId('seg', `${offerId}|${index}|${place}`)),
    ),
  };
}

/** One offer as Duffel writes it in a list. */
export function renderOffer(
  request: OfferRequestRecord,
  draft: Draft,
  index: number,
  currency: string,
  scenario: TestScenario | null,
): ListedOffer {
  const offerId = offerIdOf(request.id, index);
  const context: Context = { request, draft, offerId, currency, scenario };
  const owner = draft.slices[0]?.owner;
  if (!owner) throw new Error('An offer has a slice');
  const createdAt = Date.parse(request.created_at);
  const base = draft.prices.reduce((sum, price) => sum + convert(price.base, currency), 0);
  const tax = draft.prices.reduce((sum, price) => sum + convert(price.tax, currency), 0);
  const people = request.passengers.filter((passenger) => passenger.type !== 'infant_without_seat').length;
  const american = draft.slices.some(({ flights }) =>
    flights.some(({ from, to }) => from.country === 'US' || to.country === 'US'),
  );
  return {
    id: offerId,
    live_mode: request.live_mode,
    created_at: request.created_at,
    updated_at: request.created_at,
    expires_at: new Date(createdAt + OFFER_LIFETIME_MS).toISOString(),
    partial: false,
    owner: airline(owner.code),
    base_amount: toAmount(base, currency),
    base_currency: currency,
    tax_amount: toAmount(tax, currency),
    tax_currency: currency,
    total_amount: toAmount(base + tax, currency),
    total_currency: currency,
    total_emissions_kg: String(emissions(draft, request.search.cabin, people)),
    passengers: request.passengers,
    passenger_identity_documents_required: documentsNeeded(draft),
    supported_passenger_identity_document_types: american
      ? ['passport', 'known_traveler_number', 'passenger_redress_number']
      : ['passport'],
    supported_loyalty_programmes: owner.lowCost ? [] : [owner.code],
    payment_requirements: paymentRequirements(draft, scenario, createdAt),
    private_fares: [],
    conditions: {
      change_before_departure: condition(draft.brand.change, people, currency),
      refund_before_departure: condition(draft.brand.refund, people, currency),
    },
    slices: draft.slices.map((itinerary, place) => slice(context, itinerary, place)),
    available_services: null,
  };
}
