import type {
  CabinClass,
  FlightsCondition,
  OfferSlice,
  OfferSliceSegment,
  OfferSliceSegmentPassenger,
} from '@duffel/api/types';
import { getAircraft } from '../flights/aircraft.ts';
import { getAirline } from '../flights/carriers.ts';
import type { OfferDraft } from '../flights/offer-drafts.ts';
import { getCabinName, getFlownCabin } from '../flights/fares.ts';
import { getDuration, type SliceOption } from '../flights/slice-options.ts';
import { seededBase62, seededFraction, seededChoice, deriveId, hash } from '../flights/seeded-random.ts';
import type { Flight } from '../flights/flight.ts';
import type { TestScenario } from '../flights/test-routes.ts';
import { toAirportPlace, type AirportRow } from '../geo/airports.ts';
import { formatDuration, formatLocal, toLocal } from '../geo/time-zone.ts';
import type { ListedOffer, OfferRequestRecord } from '../records.ts';
import { convertFromUsd, toAmount } from '../state/money.ts';
import { requiresDocuments, calculateEmissionsKg, getPaymentRequirements } from './offer-rules.ts';

const OFFER_TTL_MS = 30 * 60_000;

interface RenderInput {
  request: OfferRequestRecord;
  draft: OfferDraft;
  offerId: string;
  currency: string;
  scenario: TestScenario | null;
}

/** Creates an offer id that contains the key of its offer request, so that the request can be found from the offer. */
function createOfferId(requestId: string, index: number): string {
  const number = (hash(requestId) + index) % 62 ** 4;
  return `off_0000${requestId.slice(8, 22)}${encodeNumber(number)}`;
}

/** The part of an id that an offer request and its offers have in common. */
export const getRequestKey = (id: string): string => id.slice(8, 22);

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
function encodeNumber(number: number): string {
  let text = '';
  for (let rest = number, i = 0; i < 4; i++, rest = Math.floor(rest / 62))
    text = (DIGITS[rest % 62] ?? '0') + text;
  return text;
}

function renderCondition(
  penalty: number | false | null,
  passengerCount: number,
  currency: string,
): FlightsCondition | null {
  if (penalty === null) return null;
  if (penalty === false) return { allowed: false, penalty_amount: null, penalty_currency: null };
  return {
    allowed: true,
    penalty_amount: toAmount(convertFromUsd(penalty * passengerCount, currency), currency),
    penalty_currency: currency,
  };
}

const getTerminal = (airport: AirportRow, carrier: string): string | null =>
  airport.rank < 70 ? seededChoice(`terminal|${airport.iata}|${carrier}`, ['1', '2', '3', '4', '5']) : null;

function renderCabin(flight: Flight, cabin: CabinClass): OfferSliceSegmentPassenger['cabin'] {
  const seed = `${flight.operator}|${flight.aircraft}`;
  const isPremiumSeat = cabin === 'business' || cabin === 'first';
  const name = { name: cabin, marketing_name: getCabinName(cabin) };
  if (flight.aircraft === 'AT7') return { ...name, amenities: { wifi: null, seat: null, power: null } };
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
      seat: isPremiumSeat
        ? { pitch: 'more', type: flight.km > 4000 ? 'full_flat' : 'recliner' }
        : {
            pitch: seededChoice(`pitch|${seed}`, ['standard', 'standard', 'less'] as const),
            type: 'standard',
          },
      power: { available: isPremiumSeat || seededFraction(`power|${seed}`) < 0.65 },
    },
  };
}

function renderSegmentPassengers(
  input: RenderInput,
  flight: Flight,
  cabin: CabinClass,
): OfferSliceSegmentPassenger[] {
  const { fare } = input.draft;
  const flownCabin = getFlownCabin(flight.aircraft, cabin);
  const hasNoBags = input.scenario === 'no_bags';
  return input.request.passengers.map((passenger) => {
    const isInfant = passenger.type === 'infant_without_seat';
    return {
      passenger_id: passenger.id,
      cabin_class: flownCabin,
      cabin_class_marketing_name: getCabinName(flownCabin),
      fare_basis_code: `${getCabinName(flownCabin)[0]}${seededBase62(`basis|${fare.name}|${flight.carrier.code}`, 6).toUpperCase()}`,
      cabin: renderCabin(flight, flownCabin),
      baggages: hasNoBags
        ? []
        : [
            { type: 'checked', quantity: isInfant ? 0 : fare.checkedBags },
            { type: 'carry_on', quantity: isInfant ? 0 : fare.carryOn },
          ],
    };
  });
}

function renderSegment(
  input: RenderInput,
  sliceOption: SliceOption,
  flight: Flight,
  index: number,
  id: string,
): OfferSliceSegment {
  const marketingFlight = sliceOption.marketingFlights[index] ?? {
    carrier: sliceOption.owner.code,
    number: flight.number,
  };
  const { stop } = flight;
  return {
    id,
    origin: toAirportPlace(flight.from),
    destination: toAirportPlace(flight.to),
    origin_terminal: getTerminal(flight.from, flight.carrier.code),
    destination_terminal: getTerminal(flight.to, flight.carrier.code),
    departing_at: formatLocal(flight.departsLocal),
    arriving_at: formatLocal(flight.arrivesLocal),
    duration: formatDuration(flight.arrives - flight.departs),
    distance: flight.km.toFixed(5),
    aircraft: getAircraft(flight.aircraft),
    marketing_carrier: getAirline(marketingFlight.carrier),
    marketing_carrier_flight_number: String(marketingFlight.number),
    operating_carrier: getAirline(flight.operator),
    operating_carrier_flight_number: String(flight.number),
    passengers: renderSegmentPassengers(input, flight, input.request.search.cabin),
    stops: stop
      ? [
          {
            id: deriveId('sto', `${id}|stop`),
            airport: toAirportPlace(stop.airport),
            arriving_at: formatLocal(toLocal(stop.airport.time_zone, stop.arrives)),
            departing_at: formatLocal(toLocal(stop.airport.time_zone, stop.departs)),
            duration: formatDuration(stop.departs - stop.arrives),
          },
        ]
      : [],
  };
}

function renderSlice(input: RenderInput, sliceOption: SliceOption, index: number): OfferSlice {
  const { fare } = input.draft;
  const { currency, request, offerId } = input;
  const first = sliceOption.flights[0];
  const last = sliceOption.flights.at(-1);
  if (!first || !last) throw new Error('Slice option without flights');
  const passengerCount = request.passengers.filter(
    (passenger) => passenger.type !== 'infant_without_seat',
  ).length;
  return {
    id: deriveId('sli', `${offerId}|${index}`),
    origin_type: 'airport',
    origin: toAirportPlace(first.from),
    destination_type: 'airport',
    destination: toAirportPlace(last.to),
    duration: formatDuration(getDuration(sliceOption)),
    fare_brand_name: fare.name,
    ngs_shelf: fare.hasFreeSeats ? 3 : fare.checkedBags > 0 ? 2 : 1,
    comparison_key: Buffer.from(
      `${fare.name}|${sliceOption.marketingFlights.map((marketingFlight) => marketingFlight.carrier + marketingFlight.number).join('-')}`,
    ).toString('base64'),
    conditions: {
      change_before_departure: renderCondition(fare.change, passengerCount, currency),
      refund_before_departure: renderCondition(fare.refund, passengerCount, currency),
      advance_seat_selection: fare.hasFreeSeats,
      priority_boarding: fare.hasPriority,
      priority_check_in: fare.hasPriority,
    },
    segments: sliceOption.flights.map((flight, segmentIndex) =>
      renderSegment(
        input,
        sliceOption,
        flight,
        segmentIndex,
        deriveId('seg', `${offerId}|${index}|${segmentIndex}`),
      ),
    ),
  };
}

/** Renders an offer in the format of Duffel's lists. */
export function renderOffer(
  request: OfferRequestRecord,
  draft: OfferDraft,
  index: number,
  currency: string,
  scenario: TestScenario | null,
): ListedOffer {
  const offerId = createOfferId(request.id, index);
  const input: RenderInput = { request, draft, offerId, currency, scenario };
  const owner = draft.slices[0]?.owner;
  if (!owner) throw new Error('Offer draft without slices');
  const createdAt = Date.parse(request.created_at);
  const base = draft.prices.reduce((sum, price) => sum + convertFromUsd(price.base, currency), 0);
  const tax = draft.prices.reduce((sum, price) => sum + convertFromUsd(price.tax, currency), 0);
  const passengerCount = request.passengers.filter(
    (passenger) => passenger.type !== 'infant_without_seat',
  ).length;
  const hasUsAirport = draft.slices.some(({ flights }) =>
    flights.some(({ from, to }) => from.country === 'US' || to.country === 'US'),
  );
  return {
    id: offerId,
    live_mode: request.live_mode,
    created_at: request.created_at,
    updated_at: request.created_at,
    expires_at: new Date(createdAt + OFFER_TTL_MS).toISOString(),
    partial: false,
    owner: getAirline(owner.code),
    base_amount: toAmount(base, currency),
    base_currency: currency,
    tax_amount: toAmount(tax, currency),
    tax_currency: currency,
    total_amount: toAmount(base + tax, currency),
    total_currency: currency,
    total_emissions_kg: String(calculateEmissionsKg(draft, request.search.cabin, passengerCount)),
    passengers: request.passengers,
    passenger_identity_documents_required: requiresDocuments(draft),
    supported_passenger_identity_document_types: hasUsAirport
      ? ['passport', 'known_traveler_number', 'passenger_redress_number']
      : ['passport'],
    supported_loyalty_programmes: owner.isLowCost ? [] : [owner.code],
    payment_requirements: getPaymentRequirements(draft, scenario, createdAt),
    private_fares: [],
    conditions: {
      change_before_departure: renderCondition(draft.fare.change, passengerCount, currency),
      refund_before_departure: renderCondition(draft.fare.refund, passengerCount, currency),
    },
    slices: draft.slices.map((sliceOption, sliceIndex) => renderSlice(input, sliceOption, sliceIndex)),
    available_services: null,
  };
}
