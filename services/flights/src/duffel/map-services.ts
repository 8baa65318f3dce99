import type { Service } from '@fareline/contracts';
import { capitalise } from './capitalise.ts';
import { parseExtraPrice } from './extra-price.ts';
import { bagTypes, mapIncludedBags, seatedPassengerIds } from './included-bags.ts';
import type { RawOffer, RawService } from './raw-offer.ts';

/** Bags included for every seated passenger on every segment, as services with amount 0. (PROVIDER-08) */
function includedBags(offer: RawOffer): Service[] {
  const included = mapIncludedBags(offer);
  return bagTypes.flatMap(({ raw, type, word }): Service[] => {
    const quantity = included[word];
    if (quantity === 0) return [];
    return [
      {
        id: `included_${raw}`,
        name: `${capitalise(word)} bag included`,
        description: `${quantity} for each traveller on every flight`,
        type,
        total_amount: '0',
        total_currency: offer.total_currency,
      },
    ];
  });
}

/** The route of neighbouring segments, "ORD to LAX"; nothing if an airport is unknown. */
function formatRoute(segments: RawOffer['slices'][number]['segments']): string[] {
  const from = segments[0]?.origin?.iata_code;
  const to = segments.at(-1)?.destination?.iata_code;
  return from && to ? [`${from} to ${to}`] : [];
}

/** Where a bag travels: for the whole journey, or the route in each slice. */
function describeRoute(offer: RawOffer, segmentIds: readonly string[]): string {
  const slices = offer.slices.map(({ segments }) => segments.filter(({ id }) => segmentIds.includes(id)));
  if (slices.every(({ length }, index) => length === offer.slices[index]?.segments.length))
    return 'for the whole journey';
  return slices.flatMap(formatRoute).join(' and ');
}

/** Whose bag it is, of several travellers: lap infants have no bag of their own. */
function describeTravellers(offer: RawOffer, passengerIds: readonly string[]): string {
  const seated = seatedPassengerIds(offer);
  const count = new Set(passengerIds).size;
  if (count === 0) return '';
  if (seated.every((id) => passengerIds.includes(id))) return seated.length > 1 ? 'per traveller' : '';
  const share = `for ${count} of ${offer.passengers.length} travellers`;
  return count === 1 ? share : `per traveller, ${share}`;
}

/** Largest size, longest side first: "up to 56 × 45 × 25 cm". */
function describeSize(metadata: RawService['metadata']): string {
  const { maximum_length_cm = null, maximum_height_cm = null, maximum_depth_cm = null } = metadata ?? {};
  const sides = [maximum_length_cm, maximum_height_cm, maximum_depth_cm];
  if (!sides.every((side) => side !== null)) return '';
  return `up to ${sides.sort((a, b) => b - a).join(' × ')} cm`;
}

/** The provider has one service type for all bags; the kind of bag is in the metadata. */
function nameBag({ metadata }: RawService): Pick<Service, 'type' | 'name'> {
  const weight = metadata?.maximum_weight_kg ? `, up to ${metadata.maximum_weight_kg} kg` : '';
  const kind = bagTypes.find(({ raw }) => raw === metadata?.type);
  if (!kind) return { type: 'baggage', name: `Extra bag${weight}` };
  return { type: kind.type, name: `Extra ${kind.word} bag${weight}` };
}

/** A paid bag for the travellers; its price has no markup. (MONEY-06) */
function toPaidBag(offer: RawOffer, bag: RawService, passengerIds: readonly string[]): Service {
  const { id, total_amount: amount, total_currency: currency, metadata, segment_ids } = bag;
  const isPriced = parseExtraPrice(amount, currency) !== undefined;
  const description = [
    describeRoute(offer, segment_ids),
    describeSize(metadata),
    describeTravellers(offer, passengerIds),
  ];
  return {
    id,
    ...nameBag(bag),
    description: capitalise(description.filter(Boolean).join(', ')),
    total_amount: isPriced ? amount : null,
    total_currency: isPriced ? currency : null,
  };
}

/** Paid bags; the same bag at the same price for several travellers once, with the id of the first. (EXTRA-01) */
function paidBags(offer: RawOffer): Service[] {
  const bags = new Map<string, { bag: RawService; passengerIds: string[] }>();
  for (const bag of offer.available_services) {
    if (bag?.type !== 'baggage') continue;
    const { total_amount, total_currency, segment_ids, metadata, passenger_ids } = bag;
    const key = JSON.stringify([total_amount, total_currency, [...segment_ids].sort(), metadata]);
    const equal = bags.get(key);
    if (equal) equal.passengerIds.push(...passenger_ids);
    else bags.set(key, { bag, passengerIds: [...passenger_ids] });
  }
  return [...bags.values()].map(({ bag, passengerIds }) => toPaidBag(offer, bag, passengerIds));
}

/** Included bags first, then paid ones. Seats have their own step, and insurance and all else cannot be bought here. (LIST-07) */
export const mapServices = (offer: RawOffer): Service[] => [...includedBags(offer), ...paidBags(offer)];
