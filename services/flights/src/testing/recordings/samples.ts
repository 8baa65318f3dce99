import type { WireOffer, WireSeatMap, WireSegment, WireService } from './wire.ts';

type SegmentPassenger = NonNullable<WireSegment['passengers']>[number];

const cities: Record<string, string> = { LGW: 'London', LHR: 'London', MAD: 'Madrid', GVA: 'Geneva' };
const place = (code: string) => ({
  iata_code: code,
  name: `${code} Airport`,
  city_name: cities[code] ?? null,
});
const carrier = (code: string) => ({
  iata_code: code,
  name: `Airline ${code}`,
  logo_symbol_url: `https://logos.example/${code}.svg`,
});

/** A flight "LX0408 GVA ZRH 2027-03-01T19:00:00 2027-03-01T20:00:00 PT1H". */
function flight(
  id: string,
  words: string,
  passengers: SegmentPassenger[],
  changes: Partial<WireSegment> = {},
): WireSegment {
  const [number = '', from = '', to = '', departing_at = '', arriving_at = '', duration] = words.split(' ');
  return {
    id,
    origin: place(from),
    destination: place(to),
    departing_at,
    arriving_at,
    duration,
    aircraft: { name: 'Airbus A320' },
    marketing_carrier: carrier(number.slice(0, 2)),
    marketing_carrier_flight_number: number.slice(2),
    operating_carrier: carrier(number.slice(0, 2)),
    passengers,
    ...changes,
  };
}

const bags = (checked: number, carryOn: number) => [
  { type: 'checked', quantity: checked },
  { type: 'carry_on', quantity: carryOn },
];

function passenger(
  id: string,
  cabin: string,
  baggages: SegmentPassenger['baggages'],
  amenities?: object,
): SegmentPassenger {
  return {
    passenger_id: id,
    cabin_class: cabin,
    cabin_class_marketing_name: cabin.toUpperCase(),
    cabin: amenities ? { amenities } : null,
    baggages,
  };
}

const noSize = { maximum_length_cm: null, maximum_height_cm: null, maximum_depth_cm: null };
function extra(
  type: string,
  amount: string,
  segment_ids: string[],
  passengerId: string,
  metadata: object = {},
): WireService {
  return {
    id: `ase_${type}_${amount}_${passengerId}`,
    type,
    total_amount: amount,
    total_currency: 'GBP',
    segment_ids,
    passenger_ids: [passengerId],
    metadata: { ...metadata },
  };
}
const checkedBag = (amount: string, segments: string[], passengerId: string, weight: number | null) =>
  extra('baggage', amount, segments, passengerId, { ...noSize, type: 'checked', maximum_weight_kg: weight });

const offer = (changes: Pick<WireOffer, 'id' | 'slices' | 'passengers'> & Partial<WireOffer>): WireOffer => ({
  total_amount: '131.50',
  total_currency: 'GBP',
  tax_amount: '31.50',
  tax_currency: 'GBP',
  owner: carrier('U2'),
  total_emissions_kg: '58',
  expires_at: '2027-01-01T10:15:00.123456Z',
  conditions: { refund_before_departure: null, change_before_departure: null },
  available_services: null,
  ...changes,
});

/** A low-cost airline: seats, insurance and bags of several weights are for sale, bags for both directions at once. */
export function lowCostOffer(): WireOffer {
  const room = {
    wifi: { available: false, cost: 'n/a' },
    seat: { pitch: '29', legroom: 'less' },
    power: { available: true },
  };
  const [adult, both] = ['pas_1', ['seg_1', 'seg_2']];
  const seats = ['1A', '1B', '1C'].map((designator) =>
    extra('seat', '9.99', ['seg_1'], adult, { designator, name: null, disclosures: [] }),
  );
  return offer({
    id: 'off_low_cost',
    passengers: [{ id: adult, type: 'adult', age: null }],
    slices: [
      {
        id: 'sli_1',
        duration: 'PT02H26M',
        fare_brand_name: 'Standard',
        segments: [
          flight('seg_1', 'U28601 LGW MAD 2027-03-01T06:10:00 2027-03-01T09:36:00 PT02H26M', [
            passenger(adult, 'economy', bags(0, 0), room),
          ]),
        ],
      },
      {
        id: 'sli_2',
        duration: 'PT2H30M',
        fare_brand_name: 'Standard',
        segments: [
          flight('seg_2', 'U28602 MAD LGW 2027-03-08T23:10:00 2027-03-09T00:40:00 PT2H30M', [
            passenger(adult, 'economy', bags(0, 0)),
          ]),
        ],
      },
    ],
    available_services: [
      ...seats,
      extra('baggage', '31.98', both, adult, {
        type: 'carry_on',
        maximum_weight_kg: null,
        maximum_length_cm: 45,
        maximum_height_cm: 56,
        maximum_depth_cm: 25,
      }),
      checkedBag('53.98', both, adult, 15),
      checkedBag('64.98', both, adult, 23),
      extra('cancel_for_any_reason', '23.79', both, adult, {
        merchant_copy: 'Cancel for any reason',
        refund_amount: '98.00',
      }),
    ],
  });
}

/** Connections overnight, a number with zeros, nulls for aircraft, logo and bags, and a fee in another currency. */
export function connectingOffer(): WireOffer {
  const adult = [passenger('pas_1', 'economy', [])];
  const bare = {
    aircraft: null,
    marketing_carrier: { ...carrier('LX'), logo_symbol_url: null },
    operating_carrier: null,
  };
  return offer({
    id: 'off_connecting',
    tax_amount: null,
    total_emissions_kg: null,
    passengers: [{ id: 'pas_1', type: null, age: null }],
    slices: [
      {
        id: 'sli_1',
        duration: 'P1DT1H5M',
        fare_brand_name: null,
        segments: [
          flight('seg_1', 'LX0408 GVA ZRH 2027-03-01T19:00:00 2027-03-01T19:50:00 PT50M', adult, bare),
          flight('seg_2', 'LX0014 ZRH JFK 2027-03-02T09:55:00 2027-03-02T14:05:00 PT9H10M', adult),
        ],
      },
    ],
    conditions: {
      refund_before_departure: { allowed: true, penalty_amount: '50', penalty_currency: 'EUR' },
      change_before_departure: { allowed: false, penalty_amount: null, penalty_currency: null },
    },
    available_services: [checkedBag('26.00', ['seg_1', 'seg_2'], 'pas_1', 23)],
  });
}

/** A family with a lap infant in two cabins: bags are included on the way out, and for sale on the way back. */
export function familyOffer(): WireOffer {
  const seated = ['pas_1', 'pas_2', 'pas_3'];
  const all = (cabin: string, checked: number, amenities: object) => [
    ...seated.map((id) => passenger(id, cabin, bags(checked, 1), amenities)),
    passenger('pas_4', cabin, null),
  ];
  const out = {
    wifi: { available: true, cost: 'paid' },
    seat: { pitch: '60', legroom: 'more', type: 'full_flat' },
    power: null,
  };
  return offer({
    id: 'off_family',
    total_amount: '2400',
    total_currency: 'GBP',
    passengers: [
      ...seated.slice(0, 2).map((id) => ({ id, type: 'adult', age: null })),
      { id: 'pas_3', type: 'child', age: 8 },
      { id: 'pas_4', type: 'infant_without_seat', age: 1 },
    ],
    slices: [
      {
        id: 'sli_1',
        duration: 'PT8H',
        fare_brand_name: 'Club',
        segments: [
          flight(
            'seg_1',
            'BA0117 LHR JFK 2027-03-01T09:00:00 2027-03-01T12:00:00 PT8H',
            all('business', 2, out),
          ),
        ],
      },
      {
        id: 'sli_2',
        duration: 'PT7H',
        fare_brand_name: 'Economy Basic',
        segments: [
          flight(
            'seg_2',
            'BA0112 JFK LHR 2027-03-08T18:30:00 2027-03-09T06:30:00 PT7H',
            all('economy', 0, { wifi: { available: 'true', cost: null } }),
          ),
        ],
      },
    ],
    conditions: {
      refund_before_departure: { allowed: false, penalty_amount: null, penalty_currency: null },
      change_before_departure: { allowed: true, penalty_amount: '0', penalty_currency: 'GBP' },
    },
    available_services: seated.map((id) => checkedBag('20.00', ['seg_2'], id, 23)),
  });
}

const seat = (designator: string, ...prices: string[]) => ({
  ...{ type: 'seat', designator, name: null, disclosures: [] },
  available_services: prices.map((total_amount, index) => ({
    ...{
      id: `ase_${designator}_${index}`,
      passenger_id: `pas_${index}`,
      total_amount,
      total_currency: 'GBP',
    },
  })),
});
const other = (type: string) => ({
  ...{ type, name: null, designator: null, disclosures: null, available_services: null },
});
const restricted = other('restricted_seat_general');
const rowOf = (...sections: object[][]) => ({ sections: sections.map((elements) => ({ elements })) });

/** A cabin with restricted seats, also whole rows of them, and no wings. */
export const restrictedSeatMap = (): WireSeatMap => ({
  id: 'sea_1',
  segment_id: 'seg_1',
  slice_id: 'sli_1',
  cabins: [
    {
      ...{ cabin_class: 'economy', deck: 0, aisles: 1, wings: null },
      rows: [
        rowOf([other('lavatory')], []),
        rowOf([restricted, restricted], [restricted, restricted]),
        rowOf([seat('4A', '9.00', '8.00'), restricted], [seat('4C'), other('empty')]),
        rowOf([other('exit_row')], [other('exit_row')]),
        rowOf([restricted, restricted], [other('galley'), other('galley')]),
        rowOf([seat('6A'), seat('6B')], [restricted, seat('6D', '12.00')]),
      ] as WireSeatMap['cabins'][number]['rows'],
    },
  ],
});
