import { parseMinor, type Service } from '@fareline/contracts';
import type { RawOffer, RawService } from './raw-offer.ts';

const includedNames: Readonly<Record<string, string>> = {
  checked: 'Checked bag included',
  carry_on: 'Cabin bag included',
};

/** What every traveller with a seat may bring on every flight, as services that cost nothing. (D40, PROVIDER-08) */
function includedBags(offer: RawOffer): Service[] {
  const infants = new Set(
    offer.passengers.filter(({ type }) => type === 'infant_without_seat').map(({ id }) => id),
  );
  const allowances = offer.slices
    .flatMap(({ segments }) => segments)
    .flatMap(({ passengers }) => passengers)
    .filter(({ passenger_id }) => !passenger_id || !infants.has(passenger_id))
    .map(({ baggages }) => baggages);
  const types = new Set(allowances.flatMap((bags) => bags.map(({ type }) => type)));
  return [...types].sort().flatMap((type): Service[] => {
    const quantity = Math.min(
      ...allowances.map((bags) => bags.find((bag) => bag.type === type)?.quantity ?? 0),
    );
    if (quantity === 0) return [];
    return [
      {
        id: `included_${type}`,
        name: includedNames[type] ?? 'Bag included',
        description: `${quantity} for each traveller on every flight`,
        type: 'baggage',
        total_amount: '0',
        total_currency: offer.total_currency,
      },
    ];
  });
}

const routeOf = (offer: RawOffer, segmentIds: readonly string[]): string => {
  const segments = offer.slices
    .flatMap((slice) => slice.segments)
    .filter(({ id }) => segmentIds.includes(id));
  const from = segments[0]?.origin?.iata_code;
  const to = segments.at(-1)?.destination?.iata_code;
  return from && to ? `${from} to ${to}` : '';
};

function paidName({ type, metadata }: RawService): string {
  if (type === 'baggage') return metadata?.type === 'carry_on' ? 'Extra cabin bag' : 'Extra checked bag';
  if (type === 'cancel_for_any_reason') return 'Cancel for any reason';
  const words = type.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A paid extra; its price carries no uplift. (MONEY-06) */
function paidService(offer: RawOffer, service: RawService): Service {
  const { id, type, total_amount: amount, total_currency: currency, metadata } = service;
  const isPriced = amount !== null && currency !== null && parseMinor(amount, currency) !== undefined;
  const weight = metadata?.maximum_weight_kg ? `up to ${metadata.maximum_weight_kg} kg` : '';
  return {
    id,
    name: paidName(service),
    description: [metadata?.merchant_copy, weight, routeOf(offer, service.segment_ids)]
      .filter(Boolean)
      .join(', '),
    type,
    total_amount: isPriced ? amount : null,
    total_currency: isPriced ? currency : null,
  };
}

/** Included bags first, then what can be bought. */
export const mapServices = (offer: RawOffer): Service[] => [
  ...includedBags(offer),
  ...offer.available_services.flatMap((service) => (service ? [paidService(offer, service)] : [])),
];
