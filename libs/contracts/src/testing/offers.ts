import type { Carrier, Conditions, Offer, Place, Segment, Slice } from '../offers/offer.schema.ts';

const cities: Record<string, [city: string, country: string, timeZone: string]> = {
  LHR: ['London', 'GB', 'Europe/London'],
  JFK: ['New York', 'US', 'America/New_York'],
  BOS: ['Boston', 'US', 'America/New_York'],
  AMS: ['Amsterdam', 'NL', 'Europe/Amsterdam'],
  DXB: ['Dubai', 'AE', 'Asia/Dubai'],
};

/** An airport by its code; the city of an unknown code is the code. */
export function samplePlace(code: string): Place {
  const [city_name, country_code, time_zone] = cities[code] ?? [code, 'US', 'UTC'];
  return { name: `${city_name} Airport`, iata_code: code, city_name, country_code, time_zone };
}

export const sampleCarrier = (code: string, name = `Airline ${code}`): Carrier => ({
  name,
  iata_code: code,
  logo_url: null,
});

interface SliceOptions {
  /** Airports of the connections. */
  stops?: string[];
  departs?: string;
  arrives?: string;
  duration?: string | null;
  /** Airline by segment; the first one also stands for missing entries. */
  airlines?: string[];
}

/** A slice with one segment to each connection and one to the destination. */
export function sampleSlice(from: string, to: string, options: SliceOptions = {}): Slice {
  const { departs = '2026-12-05T09:00:00', arrives = '2026-12-05T17:30:00', duration = 'PT8H30M' } = options;
  const codes = [from, ...(options.stops ?? []), to];
  const segments = codes.slice(1).map((code, index): Segment => {
    const airline = sampleCarrier(options.airlines?.[index] ?? options.airlines?.[0] ?? 'BA');
    return {
      id: `seg_${from}_${to}_${index}`,
      origin: samplePlace(codes[index] ?? from),
      destination: samplePlace(code),
      departing_at: index === 0 ? departs : '2026-12-05T12:00:00',
      arriving_at: index === codes.length - 2 ? arrives : '2026-12-05T11:00:00',
      flight_number: `${airline.iata_code}${100 + index}`,
      duration: 'PT4H',
      aircraft: { name: 'Airbus A320' },
      cabin_class: null,
      cabin_name: null,
      airline,
      marketing_carrier: airline,
      operating_carrier: airline,
      stops: [],
      services: [],
    };
  });
  return {
    id: `sli_${from}_${to}`,
    origin: samplePlace(from),
    destination: samplePlace(to),
    departure_time: departs,
    arrival_time: arrives,
    duration,
    fare_brand_name: 'Basic',
    segments,
  };
}

/** Conditions that the airline does not specify. */
export const sampleConditions = (changes: Partial<Conditions> = {}): Conditions => ({
  refundable: null,
  refund_penalty_amount: null,
  refund_penalty_currency: null,
  changeable: null,
  change_penalty_amount: null,
  change_penalty_currency: null,
  cancellation_options: [],
  ...changes,
});

/** A one-way offer from London to New York for one adult, 389.50 USD. A changed total is the base amount, without taxes. */
export function sampleOffer(changes: Partial<Offer> = {}): Offer {
  const price =
    changes.total_amount === undefined
      ? { total_amount: '389.50', base_amount: '330.00', tax_amount: '59.50' }
      : { total_amount: changes.total_amount, base_amount: changes.total_amount, tax_amount: '0.00' };
  return {
    id: 'off_1',
    mode: 'test',
    ...price,
    total_currency: 'USD',
    base_currency: 'USD',
    tax_currency: 'USD',
    owner: sampleCarrier('BA', 'British Airways'),
    slices: [sampleSlice('LHR', 'JFK')],
    passengers: [{ id: 'pas_1', type: 'adult' }],
    conditions: sampleConditions(),
    available_services: [],
    checked_bag: { status: 'unknown', total_amount: null },
    included_bags: { cabin: 0, checked: 0 },
    passenger_identity_documents_required: false,
    payment_requirements: { price_guarantee_expires_at: null, payment_required_by: null },
    total_emissions_kg: null,
    created_at: '2026-11-20T10:00:00Z',
    expires_at: '2099-01-01T00:00:00Z',
    ...changes,
  };
}
