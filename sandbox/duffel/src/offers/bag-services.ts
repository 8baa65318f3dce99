import type { OfferAvailableServiceBaggage, OfferAvailableServiceBaggageMetadata } from '@duffel/api/types';
import { findCarrier } from '../flights/carriers.ts';
import { deriveId, seededInteger } from '../flights/seeded-random.ts';
import type { TestScenario } from '../flights/test-routes.ts';
import type { BagChange, ListedOffer } from '../records.ts';
import { convertFromUsd, toAmount } from '../state/money.ts';

/** A kind of bag that an airline sells. */
interface BagKind {
  type: OfferAvailableServiceBaggageMetadata['type'];
  weightKg: number | null;
  /** Length, height and depth in centimetres. */
  size?: readonly [number, number, number];
  /** Relative to the airline's price of a bag. */
  priceFactor: number;
  maxQuantity: number;
}

interface BagSale {
  kinds: readonly BagKind[];
  /** Whether a bag is sold for all flights of the journey, not for each slice. */
  isForJourney: boolean;
}

const checked = (weightKg: number | null, priceFactor: number, maxQuantity: number): BagKind => ({
  type: 'checked',
  weightKg,
  priceFactor,
  maxQuantity,
});
const cabin = (priceFactor: number, size?: BagKind['size']): BagKind => ({
  type: 'carry_on',
  weightKg: null,
  ...(size && { size }),
  priceFactor,
  maxQuantity: 1,
});

const usualSale: BagSale = { kinds: [checked(23, 1, 2)], isForJourney: false };
const testAirlineSale: BagSale = { kinds: [checked(23, 1, 1)], isForJourney: false };
const journeySale: BagSale = {
  kinds: [cabin(0.6, [45, 56, 25]), checked(15, 0.9, 3), checked(23, 1.1, 3)],
  isForJourney: true,
};
const weightsSale: BagSale = {
  kinds: [checked(15, 0.7, 1), checked(20, 0.85, 1), checked(25, 1, 1), checked(30, 1.3, 1)],
  isForJourney: false,
};
const salesByCarrier: Readonly<Record<string, BagSale>> = {
  ZZ: testAirlineSale,
  NK: { kinds: [cabin(0.98), checked(null, 1, 1)], isForJourney: false },
  U2: journeySale,
  FR: { kinds: [cabin(0.5), checked(20, 1, 1)], isForJourney: false },
  VY: weightsSale,
  PC: weightsSale,
  W6: weightsSale,
};

export function renderMetadata({
  type,
  weightKg,
  size,
}: Pick<BagKind, 'type' | 'weightKg' | 'size'>): OfferAvailableServiceBaggageMetadata {
  const [length = null, height = null, depth = null] = size ?? [];
  return {
    type,
    maximum_weight_kg: weightKg,
    maximum_length_cm: length,
    maximum_height_cm: height,
    maximum_depth_cm: depth,
  };
}

/** The price of a bag of 23 kg on one slice in US dollars. */
function getBagDollars(carrierCode: string, slice: BagBuyer['slices'][number]): number {
  if (carrierCode === 'ZZ') return 20;
  const isLowCost = findCarrier(carrierCode)?.isLowCost ?? false;
  const km = slice.segments.reduce((sum, segment) => sum + Number(segment.distance), 0);
  return seededInteger(`bag|${carrierCode}`, isLowCost ? 24 : 30, isLowCost ? 42 : 48) + (km > 4500 ? 30 : 0);
}

/** What bags are sold for: an offer, or an order. */
type BagBuyer = Pick<ListedOffer, 'id' | 'owner' | 'total_currency'> & {
  passengers: readonly { id: string; type: string | null }[];
  slices: readonly { segments: readonly { id: string; distance: string | null }[] }[];
};

/** The bags of an offer before any change: for each passenger with a seat, of a slice or, with some airlines, of the whole journey. */
function listUnchangedBags(offer: BagBuyer, scenario: TestScenario | null): OfferAvailableServiceBaggage[] {
  if (scenario === 'no_services' || scenario === 'no_bags') return [];
  const carrierCode = offer.owner.iata_code ?? '';
  const { kinds, isForJourney } =
    scenario === 'all_extras' ? journeySale : (salesByCarrier[carrierCode] ?? usualSale);
  const parts = isForJourney ? [offer.slices] : offer.slices.map((slice) => [slice]);
  return parts.flatMap((slices) => {
    const segmentIds = slices.flatMap(({ segments }) => segments.map(({ id }) => id));
    const dollars = slices.reduce((sum, slice) => sum + getBagDollars(carrierCode, slice), 0);
    return offer.passengers
      .filter((passenger) => passenger.type !== 'infant_without_seat')
      .flatMap((passenger) =>
        kinds.map((kind, kindIndex): OfferAvailableServiceBaggage => ({
          id: deriveId('ase', `${offer.id}|bag|${segmentIds[0]}|${passenger.id}|${kindIndex}`),
          type: 'baggage',
          maximum_quantity: kind.maxQuantity,
          passenger_ids: [passenger.id],
          segment_ids: segmentIds,
          total_amount: toAmount(
            convertFromUsd(Math.round(dollars * kind.priceFactor * 100), offer.total_currency),
            offer.total_currency,
          ),
          total_currency: offer.total_currency,
          metadata: renderMetadata(kind),
        })),
      );
  });
}

/** Lists the extra bags of an offer or order that are not sold out, at their current prices. */
export const listBagServices = (
  offer: BagBuyer,
  scenario: TestScenario | null,
  changes: Readonly<Record<string, BagChange>> = {},
): OfferAvailableServiceBaggage[] =>
  listUnchangedBags(offer, scenario).flatMap((bag) => {
    const { sold_out, total_amount = bag.total_amount } = changes[bag.id] ?? {};
    return sold_out ? [] : [{ ...bag, total_amount }];
  });
