import type { Conditions, Offer, Slice } from '../offers/offer.schema.ts';

const place = (iata_code: string, city_name: string, country_code: string, time_zone: string) => ({
  ...{ name: `${city_name} Airport`, iata_code, city_name, country_code, time_zone },
});
const origin = place('LHR', 'London', 'GB', 'Europe/London');
const destination = place('JFK', 'New York', 'US', 'America/New_York');
const carrier = { name: 'British Airways', iata_code: 'BA', logo_url: 'https://assets.example/BA.svg' };

export const sampleSlice: Slice = {
  ...{ id: 'sli_1', origin, destination, duration: 'PT8H', fare_brand_name: 'Basic' },
  departure_time: '2027-01-10T09:00:00',
  arrival_time: '2027-01-10T12:00:00',
  segments: [
    {
      ...{ id: 'seg_1', origin, destination, duration: 'PT8H', flight_number: 'BA117' },
      departing_at: '2027-01-10T09:00:00',
      arriving_at: '2027-01-10T12:00:00',
      aircraft: { name: 'Airbus A350' },
      ...{ airline: carrier, marketing_carrier: carrier, operating_carrier: carrier },
      stops: [],
      services: [{ type: 'wifi', description: 'Wi-Fi, free' }],
    },
  ],
};

export const sampleConditions: Conditions = {
  refundable: true,
  refund_penalty_amount: '50.00',
  refund_penalty_currency: 'USD',
  changeable: false,
  change_penalty_amount: null,
  change_penalty_currency: null,
  cancellation_options: [
    { type: 'refund_before_departure', penalty_amount: '50.00', penalty_currency: 'USD' },
  ],
};

export const sampleOffer: Offer = {
  id: 'off_1',
  mode: 'test',
  total_amount: '123.00',
  total_currency: 'USD',
  base_amount: '98.40',
  base_currency: 'USD',
  tax_amount: '24.60',
  tax_currency: 'USD',
  owner: carrier,
  slices: [sampleSlice],
  passengers: [{ id: 'pas_1', type: 'adult' }],
  conditions: sampleConditions,
  available_services: [
    {
      id: 'ase_1',
      name: 'Checked bag',
      description: 'One bag of 23 kg',
      type: 'baggage',
      total_amount: '40.00',
      total_currency: 'USD',
    },
  ],
  checked_bag: { status: 'paid', total_amount: '40.00' },
  passenger_identity_documents_required: true,
  payment_requirements: { price_guarantee_expires_at: '2026-12-03T10:00:00Z', payment_required_by: null },
  total_emissions_kg: '400',
  created_at: '2026-12-01T10:00:00Z',
  expires_at: '2026-12-01T10:30:00Z',
};
