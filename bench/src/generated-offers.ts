import type { Carrier, Offer, Place, Segment, Slice } from '@fareline/contracts';
import { sampleCarrier, sampleConditions, sampleOffer } from '@fareline/contracts/testing';

const airlines = ['BA', 'AF', 'LH', 'KL', 'IB', 'AA', 'DL', 'UA', 'VS', 'TP', 'EI', 'AY'];

/** Returns a generator of pseudo-random numbers that are the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const place = (code: string): Place => ({
  name: `${code} Airport`,
  iata_code: code,
  city_name: code,
  country_code: 'GB',
  time_zone: 'UTC',
});

/** Generates round-trip offers of twelve airlines, with up to three segments per slice, in ascending order of price. */
export function generateOffers(count: number): Offer[] {
  const next = createRandom(7);
  const randomBelow = (limit: number) => Math.floor(next() * limit);
  const padNumber = (number: number) => String(number).padStart(2, '0');
  const carrier = (): Carrier => {
    const code = airlines[randomBelow(airlines.length)] ?? 'BA';
    return sampleCarrier(code);
  };
  const segment = (id: string): Segment => {
    const airline = carrier();
    return {
      id,
      origin: place('LHR'),
      destination: place('JFK'),
      departing_at: `2027-03-01T${padNumber(randomBelow(24))}:${padNumber(randomBelow(60))}:00`,
      arriving_at: `2027-03-01T${padNumber(randomBelow(24))}:${padNumber(randomBelow(60))}:00`,
      flight_number: `${airline.iata_code}${randomBelow(900)}`,
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
  };
  const slice = (id: string): Slice => ({
    id,
    origin: place('LHR'),
    destination: place('JFK'),
    departure_time: null,
    arrival_time: null,
    duration: `PT${7 + randomBelow(20)}H${randomBelow(60)}M`,
    fare_brand_name: 'Basic',
    segments: Array.from({ length: 1 + randomBelow(3) }, (_, index) => segment(`${id}_${index}`)),
  });
  const bags = ['included', 'paid', 'unknown'] as const;
  return Array.from({ length: count }, (_, index): Offer => {
    const bag = bags[randomBelow(3)] ?? 'unknown';
    const total = `${200 + index}.${padNumber(randomBelow(100))}`;
    return sampleOffer({
      id: `off_${index}`,
      total_amount: total,
      owner: carrier(),
      slices: [slice(`sli_${index}_0`), slice(`sli_${index}_1`)],
      conditions: sampleConditions({ refundable: randomBelow(2) === 0 }),
      checked_bag: { status: bag, total_amount: bag === 'paid' ? `${30 + randomBelow(60)}.00` : null },
      created_at: '2027-01-01T00:00:00Z',
      expires_at: '2027-01-01T00:30:00Z',
    });
  });
}
