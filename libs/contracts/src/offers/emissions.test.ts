import { describe, expect, it } from 'vitest';
import { emissionsPerTraveller } from './emissions.ts';

const passengers = (...types: ('adult' | 'child' | 'infant_without_seat')[]) =>
  types.map((type, index) => ({ id: `pas_${index}`, type }));

describe('emissions per traveller', () => {
  it('divides the total by the passengers with a seat', () => {
    const total_emissions_kg = '901.4';
    expect(
      emissionsPerTraveller({
        total_emissions_kg,
        passengers: passengers('adult', 'child', 'infant_without_seat'),
      }),
    ).toBe(451);
  });

  it.each([null, '', '0', 'about 400'])('returns undefined for %j', (total_emissions_kg) => {
    expect(emissionsPerTraveller({ total_emissions_kg, passengers: passengers('adult') })).toBeUndefined();
  });
});
