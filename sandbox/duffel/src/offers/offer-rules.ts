import type { CabinClass } from '@duffel/api/types';
import type { OfferDraft } from '../flights/offer-drafts.ts';
import type { TestScenario } from '../flights/test-routes.ts';
import type { ListedOffer } from '../records.ts';

const HOUR_MS = 3_600_000;

/** Whether passengers need a passport: on international flights, except within Europe and with the test airline. */
export function requiresDocuments(draft: OfferDraft): boolean {
  return draft.slices.some(({ owner, flights }) =>
    flights.some(
      ({ from, to }) =>
        owner.code !== 'ZZ' &&
        from.country !== to.country &&
        !(from.continent === 'EU' && to.continent === 'EU'),
    ),
  );
}

/** Changeable fares of network carriers can be held for up to 72 hours, until 24 hours before departure. */
export function getPaymentRequirements(
  draft: OfferDraft,
  scenario: TestScenario | null,
  createdAt: number,
): ListedOffer['payment_requirements'] {
  const departure = (draft.slices[0]?.flights[0]?.departs ?? 0) * 60_000;
  const owner = draft.slices[0]?.owner;
  const deadline = Math.min(createdAt + 72 * HOUR_MS, departure - 24 * HOUR_MS);
  const canBeHeld =
    scenario !== null || (!owner?.isLowCost && draft.fare.change !== false && draft.fare.change !== null);
  if (!canBeHeld || deadline < createdAt + 6 * HOUR_MS)
    return { requires_instant_payment: true, payment_required_by: null, price_guarantee_expires_at: null };
  return {
    requires_instant_payment: false,
    payment_required_by: new Date(deadline).toISOString(),
    price_guarantee_expires_at: new Date(Math.min(createdAt + 48 * HOUR_MS, deadline)).toISOString(),
  };
}

const EMISSION_FACTOR: Readonly<Record<CabinClass, number>> = {
  economy: 1,
  premium_economy: 1.5,
  business: 2.9,
  first: 4,
};

/** Carbon dioxide emissions of all flights for `seats` passengers, in kilograms. */
export function calculateEmissionsKg(draft: OfferDraft, cabin: CabinClass, seats: number): number {
  const km = draft.slices
    .flatMap((sliceOption) => sliceOption.flights)
    .reduce((sum, flight) => sum + flight.km + 95, 0);
  return Math.round(km * 0.083 * EMISSION_FACTOR[cabin] * seats);
}
