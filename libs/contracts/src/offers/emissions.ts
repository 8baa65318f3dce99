import type { Offer } from './offer.schema.ts';

/**
 * Whole kilograms of CO2 per traveller: the offer's total divided by the passengers with a seat. Undefined when the
 * provider gives no total.
 */
export function emissionsPerTraveller({
  total_emissions_kg,
  passengers,
}: Pick<Offer, 'total_emissions_kg' | 'passengers'>): number | undefined {
  const kilograms = Number(total_emissions_kg ?? NaN);
  const seats = passengers.filter(({ type }) => type !== 'infant_without_seat').length;
  return Number.isFinite(kilograms) && kilograms > 0 && seats > 0 ? Math.round(kilograms / seats) : undefined;
}
