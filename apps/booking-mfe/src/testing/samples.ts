import { addDays, today } from '@fareline/ui-theme';
import type { BookingResponse, Offer, Place, SeatElement, SeatMap, Segment } from '@fareline/contracts';

const airport = (iata_code: string, city_name: string, country_code: string, time_zone: string): Place => ({
  name: `${city_name} Airport`,
  iata_code,
  city_name,
  country_code,
  time_zone,
});
/** Late enough for every rule about the days before departure. */
export const departureDay = addDays(today(), 60);
export const returnDay = addDays(today(), 70);

export const airports = {
  jfk: airport('JFK', 'New York', 'US', 'America/New_York'),
  bos: airport('BOS', 'Boston', 'US', 'America/New_York'),
  lhr: airport('LHR', 'London', 'GB', 'Europe/London'),
};
const carrier = { name: 'Duffel Airways', iata_code: 'ZZ', logo_url: null };

function segment(id: string, origin: Place, destination: Place, day: string): Segment {
  return {
    id,
    origin,
    destination,
    departing_at: `${day}T09:05:00`,
    arriving_at: `${day}T10:30:00`,
    flight_number: `ZZ${id.length}01`,
    duration: 'PT1H25M',
    aircraft: { name: 'Airbus A320' },
    airline: carrier,
    marketing_carrier: carrier,
    operating_carrier: carrier,
    stops: [],
    services: [],
  };
}

function slice(id: string, origin: Place, destination: Place, day: string): Offer['slices'][number] {
  return {
    id,
    origin,
    destination,
    departure_time: `${day}T09:05:00`,
    arrival_time: `${day}T10:30:00`,
    duration: 'PT1H25M',
    fare_brand_name: 'Basic',
    segments: [segment(`seg_${id}`, origin, destination, day)],
  };
}

/** Domestic round trip for two adults and an infant, 389.50 USD. */
export function sampleOffer(change: Partial<Offer> = {}): Offer {
  return {
    id: 'off_fresh',
    mode: 'test',
    total_amount: '389.50',
    total_currency: 'USD',
    base_amount: '330.00',
    base_currency: 'USD',
    tax_amount: '59.50',
    tax_currency: 'USD',
    owner: carrier,
    slices: [
      slice('out', airports.jfk, airports.bos, departureDay),
      slice('back', airports.bos, airports.jfk, returnDay),
    ],
    passengers: [
      { id: 'pas_1', type: 'adult' },
      { id: 'pas_2', type: 'adult' },
      { id: 'pas_3', type: 'infant_without_seat' },
    ],
    conditions: {
      refundable: true,
      refund_penalty_amount: null,
      refund_penalty_currency: null,
      changeable: null,
      change_penalty_amount: null,
      change_penalty_currency: null,
      cancellation_options: [],
    },
    available_services: [],
    checked_bag: { status: 'unknown', total_amount: null },
    passenger_identity_documents_required: false,
    payment_requirements: { price_guarantee_expires_at: null, payment_required_by: null },
    total_emissions_kg: null,
    created_at: '2026-01-01T00:00:00Z',
    expires_at: '2026-01-01T00:30:00Z',
    ...change,
  };
}

/** Domestic one-way offer for one adult. */
export const oneAdultOffer = (change: Partial<Offer> = {}): Offer =>
  sampleOffer({
    passengers: [{ id: 'pas_1', type: 'adult' }],
    slices: [sampleOffer().slices[0]!],
    ...change,
  });

/** One-way offer for one adult from the US to the UK. */
export const internationalOffer = (change: Partial<Offer> = {}): Offer =>
  oneAdultOffer({ slices: [slice('out', airports.jfk, airports.lhr, departureDay)], ...change });

export function seat(
  designator: string,
  segmentId: string,
  available: boolean | undefined,
  amount: string,
): SeatElement {
  return {
    type: 'seat',
    designator,
    available,
    name: null,
    disclosures: [],
    available_services:
      available === false
        ? []
        : ['pas_1', 'pas_2'].map((passenger_id) => ({
            id: `${segmentId}_${designator}_${passenger_id}`,
            passenger_id,
            total_amount: amount,
            total_currency: 'USD',
          })),
  };
}

/** Two rows of two and two seats: 1B is not available, 1A costs 20.00, column D is free, the others cost 12.25. */
export function sampleSeatMap(segmentId: string): SeatMap {
  const row = (number: number) => ({
    number,
    sections: [
      {
        elements: [
          seat(`${number}A`, segmentId, true, number === 1 ? '20.00' : '12.25'),
          seat(`${number}B`, segmentId, number !== 1, '12.25'),
        ],
      },
      {
        elements: [
          seat(`${number}C`, segmentId, undefined, '12.25'),
          seat(`${number}D`, segmentId, true, '0.00'),
        ],
      },
    ],
  });
  return {
    id: `map_${segmentId}`,
    slice_id: 'out',
    segment_id: segmentId,
    cabins: [
      {
        cabin_class: 'economy',
        deck_configuration: { deck: 0, aisles: 1 },
        wings: { first_row_index: 1, last_row_index: 1 },
        rows: [row(1), row(2)],
      },
    ],
  };
}

export function sampleBooking(change: Partial<BookingResponse> = {}): BookingResponse {
  return {
    id: 'bok_1',
    status: 'confirmed',
    duffelBookingId: 'ord_0000AbCdEfGhIj',
    bookingReference: 'RZPNX8',
    total_amount: '389.50',
    total_currency: 'USD',
    created_at: '2026-11-20T10:00:00Z',
    card: { brand: 'Visa', last4: '4242' },
    accountCreated: false,
    accountInfo: null,
    emailContent: null,
    ...change,
  };
}
