import { describe, expect, it } from 'vitest';
import type { ProviderOffer } from '../pricing/provider-offer.ts';
import { mapOffer } from '../duffel/map-offer.ts';
import { computeSearchFacts } from './search-facts.ts';

let flights = 0;

/** An offer of one adult, with a slice for each duration; of a flight of its own unless it has a number. */
function offer(
  durations: (string | null)[],
  total_emissions_kg: string | null = null,
  number = `${(flights += 1)}`,
): ProviderOffer {
  const flight = { marketing_carrier: { iata_code: 'BA' }, marketing_carrier_flight_number: number };
  const mapped = mapOffer({
    ...{ id: 'off_1', total_amount: '100.00', total_currency: 'USD', total_emissions_kg },
    expires_at: '2030-01-01T00:00:00Z',
    passengers: [{ id: 'pas_1', type: 'adult' }],
    slices: durations.map((duration, index) => ({
      ...{ id: `sli_${index}`, duration },
      segments: [{ id: `seg_${index}`, ...flight }],
    })),
  });
  if (!mapped.ok) throw new Error(mapped.reason);
  return mapped.value;
}

describe('computeSearchFacts', () => {
  it('returns null without offers or without data', () => {
    const unknown = { median_emissions_kg: null, shortest_minutes: null };
    expect(computeSearchFacts([])).toEqual({ ...unknown, itinerary_count: 0 });
    expect(computeSearchFacts([offer([null]), offer(['soon'], '0')])).toEqual({
      ...unknown,
      itinerary_count: 2,
    });
  });

  it('adds up all slices and omits an offer with an unknown duration', () => {
    const offers = [offer(['PT2H', 'PT3H30M']), offer(['P1DT1H', 'PT1M']), offer(['PT1M', null])];
    expect(computeSearchFacts(offers).shortest_minutes).toBe(330);
  });

  it.each([
    [['300'], 300],
    [['900', '100', '300'], 300],
    [['100', '201'], 151],
    [['100', null, '300', 'about 5'], 200],
  ])('returns for emissions of %j the median %i', (emissions, median) => {
    expect(
      computeSearchFacts(emissions.map((kilograms) => offer(['PT1H'], kilograms))).median_emissions_kg,
    ).toBe(median);
  });

  it('[LIST-02] counts flights, of which one may have many fares', () => {
    const fares = Array.from({ length: 5 }, () => offer(['PT1H'], '900', '117'));
    const facts = computeSearchFacts([...fares, offer(['PT1H'], '100'), offer(['PT1H'], '300')]);
    expect(facts).toEqual({ itinerary_count: 3, median_emissions_kg: 300, shortest_minutes: 60 });
  });

  it('handles more offers than a call can have arguments', () => {
    const offers = Array.from({ length: 200_000 }, () => sampleOffer);
    expect(computeSearchFacts(offers)).toEqual({
      ...{ itinerary_count: 1, median_emissions_kg: 100 },
      shortest_minutes: 60,
    });
  });
});

const sampleOffer = offer(['PT1H'], '100');
