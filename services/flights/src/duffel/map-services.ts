import { parseMinor, type Service } from '@fareline/contracts';
import { bagTypes, includedQuantity } from './included-bags.ts';
import type { RawOffer, RawService } from './raw-offer.ts';

/** Bags included for every seated passenger on every segment, as services with amount 0. (D40, PROVIDER-08) */
function includedBags(offer: RawOffer): Service[] {
  const segments = offer.slices.flatMap((slice) => slice.segments);
  return bagTypes.flatMap(({ raw, type, word }): Service[] => {
    const quantity = includedQuantity(offer, segments, raw);
    if (quantity === 0) return [];
    return [
      {
        id: `included_${raw}`,
        name: `${word.charAt(0).toUpperCase()}${word.slice(1)} bag included`,
        description: `${quantity} for each traveller on every flight`,
        type,
        total_amount: '0',
        total_currency: offer.total_currency,
      },
    ];
  });
}

const formatRoute = (offer: RawOffer, segmentIds: readonly string[]): string => {
  const segments = offer.slices
    .flatMap((slice) => slice.segments)
    .filter(({ id }) => segmentIds.includes(id));
  const from = segments[0]?.origin?.iata_code;
  const to = segments.at(-1)?.destination?.iata_code;
  return from && to ? `${from} to ${to}` : '';
};

/** The provider has one service type for all bags; the kind of bag is in the metadata. */
const toServiceType = ({ type, metadata }: RawService): string =>
  type === 'baggage' && metadata?.type === 'carry_on' ? 'cabin_bag' : type;

function paidServiceName(type: string): string {
  if (type === 'baggage') return 'Extra checked bag';
  if (type === 'cabin_bag') return 'Extra cabin bag';
  const words = type.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A paid extra; its price has no markup. (MONEY-06) */
function paidService(offer: RawOffer, service: RawService): Service {
  const { id, total_amount: amount, total_currency: currency, metadata } = service;
  const type = toServiceType(service);
  const isPriced = amount !== null && currency !== null && parseMinor(amount, currency) !== undefined;
  const weight = metadata?.maximum_weight_kg ? `up to ${metadata.maximum_weight_kg} kg` : '';
  return {
    id,
    name: paidServiceName(type),
    description: [metadata?.merchant_copy, weight, formatRoute(offer, service.segment_ids)]
      .filter(Boolean)
      .join(', '),
    type,
    total_amount: isPriced ? amount : null,
    total_currency: isPriced ? currency : null,
  };
}

/** Included bags first, then paid extras. */
export const mapServices = (offer: RawOffer): Service[] => [
  ...includedBags(offer),
  ...offer.available_services.flatMap((service) => (service ? [paidService(offer, service)] : [])),
];
