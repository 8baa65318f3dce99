import type { BagService, IncludedBags, Slice } from './offer.schema.ts';

interface BaggageTerms {
  included_bags: IncludedBags;
  slices: readonly Pick<Slice, 'included_bags'>[];
}

/** The bags that every traveller with a seat has on each slice. (LIST-02) */
export const getBagsBySlice = ({ included_bags, slices }: BaggageTerms): IncludedBags[] =>
  slices.map((slice) => slice.included_bags ?? included_bags);

const formatCount = (count: number, kind: string): string[] =>
  count === 0 ? [] : [`${count} ${kind} ${count === 1 ? 'bag' : 'bags'}`];

const formatBags = ({ cabin, checked }: IncludedBags): string =>
  [...formatCount(cabin, 'cabin'), ...formatCount(checked, 'checked')].join(' and ');

/**
 * "1 cabin bag and 1 checked bag included for each traveller", and where the slices differ "Outbound no bag, return 1 checked bag
 * included"; a sentence for every case. `passengers` are those of an offer or a booking. (LIST-02, PROMISE-03)
 */
export function describeIncludedBags(terms: BaggageTerms, passengers: readonly { type: string }[]): string {
  const [outbound = '', inbound = outbound] = getBagsBySlice(terms).map(formatBags);
  if (!outbound && !inbound) return 'No bag included';
  const bags =
    outbound === inbound ? outbound : `Outbound ${outbound || 'no bag'}, return ${inbound || 'no bag'}`;
  const included = `${bags} included`;
  if (passengers.length < 2) return included;
  const hasInfant = passengers.some(({ type }) => type.startsWith('infant'));
  return `${included} for each traveller${hasInfant ? ' with a seat' : ''}`;
}

const bagWords = { baggage: 'checked bag', cabin_bag: 'cabin bag', bag: 'extra bag' };

/** "1 cabin bag", "2 checked bags up to 23 kg". (EXTRA-01) */
export function formatBag({ type, weight_kg }: Pick<BagService, 'type' | 'weight_kg'>, quantity = 1): string {
  const weight = weight_kg === null ? '' : ` up to ${weight_kg} kg`;
  return `${quantity} ${bagWords[type]}${quantity === 1 ? '' : 's'}${weight}`;
}

/** Where a bag travels: "for the whole journey", or the route in each slice, such as "JFK to LHR". (EXTRA-01) */
export function formatBagRoute(
  slices: readonly {
    segments: readonly Pick<Slice['segments'][number], 'id' | 'origin' | 'destination'>[];
  }[],
  segmentIds: readonly string[],
): string {
  const parts = slices.map(({ segments }) => segments.filter(({ id }) => segmentIds.includes(id)));
  const isWhole = parts.every(({ length }, index) => length === slices[index]?.segments.length);
  if (isWhole && slices.length > 1) return 'for the whole journey';
  return parts
    .filter(({ length }) => length > 0)
    .map((part) => `${part[0]?.origin.iata_code ?? 'N/A'} to ${part.at(-1)?.destination.iata_code ?? 'N/A'}`)
    .join(' and ');
}
