import type { WireOffer, WireSegment, WireService } from './wire.ts';

const seatedIds = ({ passengers }: WireOffer): string[] =>
  passengers
    .filter(
      ({ type, age }) =>
        (type ?? (age != null && age < 2 ? 'infant_without_seat' : '')) !== 'infant_without_seat',
    )
    .map(({ id }) => id);

const listSegments = ({ slices }: WireOffer): WireSegment[] => slices.flatMap(({ segments }) => segments);

function countBags(segment: WireSegment, passenger: string, type: string): number {
  let count = 0;
  for (const { passenger_id, baggages } of segment.passengers ?? [])
    if (passenger_id === passenger)
      for (const bag of baggages ?? []) if (bag.type === type) count += bag.quantity;
  return count;
}

/** Bags that every traveller with a seat has on every segment. */
export function expectedIncludedBags(offer: WireOffer): { cabin: number; checked: number } {
  const fewest = (type: string) => {
    const counts = seatedIds(offer).flatMap((id) =>
      listSegments(offer).map((each) => countBags(each, id, type)),
    );
    return counts.sort((a, b) => a - b)[0] ?? 0;
  };
  return { cabin: fewest('carry_on'), checked: fewest('checked') };
}

/** All ways to buy some of these bags; bags of one traveller are few. */
const listPurchases = (bags: readonly WireService[]): WireService[][] =>
  bags.reduce<WireService[][]>((ways, bag) => [...ways, ...ways.map((way) => [...way, bag])], [[]]);

/** Cents of the cheapest purchase that gives one traveller a checked bag on every segment; Infinity without any. */
function cheapestBags(offer: WireOffer, passenger: string): number {
  const missing = listSegments(offer).filter((segment) => countBags(segment, passenger, 'checked') === 0);
  const bags = (offer.available_services ?? []).filter(
    ({ type, metadata, passenger_ids }) =>
      type === 'baggage' && metadata?.type === 'checked' && passenger_ids.includes(passenger),
  );
  const prices = listPurchases(bags)
    .filter((way) => missing.every(({ id }) => way.some(({ segment_ids }) => segment_ids.includes(id))))
    .map((way) => way.reduce((sum, { total_amount }) => sum + Math.round(Number(total_amount) * 100), 0));
  return Math.min(...prices, Infinity);
}

/** "included", "paid 40.00" or "unknown": a checked bag for all travellers with a seat on all segments. */
export function expectedCheckedBag(offer: WireOffer): string {
  if (expectedIncludedBags(offer).checked > 0) return 'included';
  const cents = seatedIds(offer).reduce((sum, id) => sum + cheapestBags(offer, id), 0);
  return Number.isFinite(cents) ? `paid ${(cents / 100).toFixed(2)}` : 'unknown';
}

function describeWhere(offer: WireOffer, { segment_ids }: WireService): string {
  const flown = listSegments(offer).filter(({ id }) => segment_ids.includes(id));
  if (flown.length === 0) return '';
  if (flown.length === listSegments(offer).length) return 'For the whole journey';
  return `${flown[0]?.origin?.iata_code} to ${flown.at(-1)?.destination?.iata_code}`;
}

function describeBag(offer: WireOffer, bag: WireService): string {
  const { type, maximum_weight_kg: weight, ...size } = bag.metadata ?? {};
  const sides = [size.maximum_height_cm, size.maximum_length_cm, size.maximum_depth_cm];
  const measured = sides.filter((side) => typeof side === 'number').sort((a, b) => b - a);
  return [
    `Extra ${type === 'carry_on' ? 'cabin ' : type === 'checked' ? 'checked ' : ''}bag`,
    weight ? `, up to ${String(weight)} kg` : '',
    `: ${describeWhere(offer, bag)}`,
    measured.length === 3 ? `, up to ${measured.join(' × ')} cm` : '',
    ` ${bag.total_amount} ${bag.total_currency}`,
  ].join('');
}

/** The extras for sale, each once, as "Extra checked bag, up to 23 kg: LHR to JFK 20.00 GBP", sorted. */
export const expectedExtras = (offer: WireOffer): string[] =>
  [
    ...new Set(
      (offer.available_services ?? [])
        .filter(({ type }) => type === 'baggage')
        .map((bag) => describeBag(offer, bag)),
    ),
  ].sort();
