import { describe, expect, it } from 'vitest';
import { emissionsPerTraveller } from './emissions.ts';

const passengers = (...types: ('adult' | 'child' | 'infant_without_seat')[]) =>
  types.map((type, index) => ({ id: `pas_${index}`, type }));

describe('emissions of one traveller', () => {
  it('are shared by those who have a seat', () => {
    const total_emissions_kg = '901.4';
    expect(
      emissionsPerTraveller({
        total_emissions_kg,
        passengers: passengers('adult', 'child', 'infant_without_seat'),
      }),
    ).toBe(451);
  });

  it.each([null, '', '0', 'about 400'])('are unknown for %j', (total_emissions_kg) => {
    expect(emissionsPerTraveller({ total_emissions_kg, passengers: passengers('adult') })).toBeUndefined();
  });
});
