import type { Offer, Place, Segment, Slice } from '@fareline/contracts';

const places: Record<string, [city: string, country: string]> = {
  LHR: ['London', 'GB'],
  JFK: ['New York', 'US'],
  AMS: ['Amsterdam', 'NL'],
  DXB: ['Dubai', 'AE'],
};

export function place(code: string): Place {
  const [city_name, country_code] = places[code] ?? [code, 'US'];
  return { name: `${city_name} Airport`, iata_code: code, city_name, country_code, time_zone: 'UTC' };
}

const carrier = (code: string, name = `Airline ${code}`) => ({ name, iata_code: code, logo_url: null });

interface SliceOptions {
  stops?: string[];
  departs?: string;
  arrives?: string;
  duration?: string;
  airlines?: string[];
}

/** A slice with one segment per stop and one to the destination. */
export function slice(from: string, to: string, options: SliceOptions = {}): Slice {
  const { stops = [], departs = '2026-12-05T09:00:00', arrives = '2026-12-05T17:30:00' } = options;
  const codes = [from, ...stops, to];
  const segments = codes.slice(1).map((code, index): Segment => {
    const airline = carrier(options.airlines?.[index] ?? options.airlines?.[0] ?? 'BA');
    return {
      id: `seg_${from}_${to}_${index}`,
      origin: place(codes[index]!),
      destination: place(code),
      departing_at: index === 0 ? departs : '2026-12-05T12:00:00',
      arriving_at: index === codes.length - 2 ? arrives : '2026-12-05T11:00:00',
      flight_number: `${airline.iata_code}${100 + index}`,
      duration: 'PT4H',
      aircraft: { name: 'Airbus A320' },
      airline,
      marketing_carrier: airline,
      operating_carrier: airline,
      stops: [],
      services: [],
    };
  });
  return {
    id: `sli_${from}_${to}`,
    origin: place(from),
    destination: place(to),
    departure_time: departs,
    arrival_time: arrives,
    duration: options.duration ?? 'PT8H30M',
    fare_brand_name: 'Basic',
    segments,
  };
}

/** A one-way offer from London to New York; `changes` replace whole fields. */
export function sampleOffer(id: string, total: string, changes: Partial<Offer> = {}): Offer {
  return {
    id,
    mode: 'test',
    total_amount: total,
    total_currency: 'USD',
    base_amount: total,
    base_currency: 'USD',
    tax_amount: '0.00',
    tax_currency: 'USD',
    owner: carrier('BA', 'British Airways'),
    slices: [slice('LHR', 'JFK')],
    passengers: [{ id: 'pas_1', type: 'adult' }],
    conditions: {
      refundable: null,
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
    created_at: '2026-11-20T10:00:00Z',
    expires_at: '2099-01-01T00:00:00Z',
    ...changes,
  };
}
