import type { OfferAvailableServiceBaggage } from '@duffel/api/types';
import { findCarrier } from '../flights/carriers.ts';
import { derivedId, pick } from '../flights/random.ts';
import type { TestScenario } from '../flights/test-routes.ts';
import type { ListedOffer } from '../records.ts';
import { convert, toAmount } from '../state/money.ts';

/** The extra bags an offer sells: a 23 kg bag for each passenger with a seat, for each slice. */
export function bagServices(
  offer: ListedOffer,
  scenario: TestScenario | null,
): OfferAvailableServiceBaggage[] {
  if (scenario === 'no_services' || scenario === 'no_bags') return [];
  const code = offer.owner.iata_code ?? '';
  const lowCost = findCarrier(code)?.lowCost ?? false;
  return offer.slices.flatMap((slice, index) => {
    const km = slice.segments.reduce((sum, segment) => sum + Number(segment.distance), 0);
    const dollars =
      code === 'ZZ' ? 20 : pick(`bag|${code}`, lowCost ? 24 : 30, lowCost ? 42 : 48) + (km > 4500 ? 30 : 0);
    return offer.passengers
      .filter((passenger) => passenger.type !== 'infant_without_seat')
      .map((passenger): OfferAvailableServiceBaggage => ({
        id: derivedId('ase', `${offer.id}|bag|${index}|${passenger.id}`),
        type: 'baggage',
        maximum_quantity: code === 'ZZ' ? 1 : 2,
        passenger_ids: [passenger.id],
        segment_ids: slice.segments.map((segment) => segment.id),
        total_amount: toAmount(convert(dollars * 100, offer.total_currency), offer.total_currency),
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
