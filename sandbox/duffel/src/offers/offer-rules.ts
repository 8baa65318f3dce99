import type { CabinClass } from '@duffel/api/types';
import type { Fare } from '../flights/fares.ts';
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
    scenario !== null ||
    (!owner?.isLowCost && draft.fares.every(({ change }) => change !== false && change !== null));
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
export function calculateEmissionsKg(draft: OfferDraft, seats: number): number {
  const kg = draft.slices.map(({ flights }, index) => {
    const km = flights.reduce((sum, flight) => sum + flight.km + 95, 0);
    return km * 0.083 * EMISSION_FACTOR[draft.fares[index]?.cabin ?? 'economy'];
  });
  return Math.round(kg.reduce((sum, each) => sum + each, 0) * seats);
}

/** The condition of a whole offer: what one slice forbids or does not specify is not allowed or not specified, else the highest penalty. */
export function combinePenalties(penalties: readonly Fare['change'][]): Fare['change'] {
  if (penalties.includes(false)) return false;
  if (penalties.includes(null)) return null;
  return Math.max(0, ...penalties.map(Number));
}

const OFFER_TTL_MS = 30 * 60_000;
const SHORT_OFFER_TTL_MS = 15 * 60_000;

/** Milliseconds that an offer can be booked after the search. */
export const getTtlMs = (draft: OfferDraft, scenario: TestScenario | null): number =>
  scenario === 'short_lived' || draft.fares.some(({ isShortLived }) => isShortLived)
    ? SHORT_OFFER_TTL_MS
    : OFFER_TTL_MS;
