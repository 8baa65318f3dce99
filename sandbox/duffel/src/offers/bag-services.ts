import type { OfferAvailableServiceBaggage } from '@duffel/api/types';
import { findCarrier } from '../flights/carriers.ts';
import { deriveId, seededInteger } from '../flights/seeded-random.ts';
import type { TestScenario } from '../flights/test-routes.ts';
import type { ListedOffer } from '../records.ts';
import { convertFromUsd, toAmount } from '../state/money.ts';

/** Lists the extra bags of an offer: a 23 kg bag for each passenger with a seat and each slice. */
export function listBagServices(
  offer: ListedOffer,
  scenario: TestScenario | null,
): OfferAvailableServiceBaggage[] {
  if (scenario === 'no_services' || scenario === 'no_bags') return [];
  const carrierCode = offer.owner.iata_code ?? '';
  const isLowCost = findCarrier(carrierCode)?.isLowCost ?? false;
  return offer.slices.flatMap((slice, index) => {
    const km = slice.segments.reduce((sum, segment) => sum + Number(segment.distance), 0);
    const dollars =
      carrierCode === 'ZZ'
        ? 20
        : seededInteger(`bag|${carrierCode}`, isLowCost ? 24 : 30, isLowCost ? 42 : 48) +
          (km > 4500 ? 30 : 0);
    return offer.passengers
      .filter((passenger) => passenger.type !== 'infant_without_seat')
      .map((passenger): OfferAvailableServiceBaggage => ({
        id: deriveId('ase', `${offer.id}|bag|${index}|${passenger.id}`),
        type: 'baggage',
        maximum_quantity: carrierCode === 'ZZ' ? 1 : 2,
        passenger_ids: [passenger.id],
        segment_ids: slice.segments.map((segment) => segment.id),
        total_amount: toAmount(convertFromUsd(dollars * 100, offer.total_currency), offer.total_currency),
        total_currency: offer.total_currency,
        metadata: {
          type: 'checked',
          maximum_weight_kg: 23,
          maximum_length_cm: null,
          maximum_height_cm: null,
          maximum_depth_cm: null,
        },
      }));
  });
}
