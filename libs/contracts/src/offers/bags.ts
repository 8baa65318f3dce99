import type { IncludedBags, Slice } from './offer.schema.ts';

interface BaggageTerms {
  included_bags?: IncludedBags | undefined;
  slices: readonly Pick<Slice, 'included_bags'>[];
}

/** The bags that every traveller with a seat has on each slice; undefined if they are not known. (D63) */
export function getBagsBySlice({ included_bags, slices }: BaggageTerms): IncludedBags[] | undefined {
  const bags = slices.map((slice) => slice.included_bags ?? included_bags);
  return bags.every((each) => each !== undefined) ? bags : undefined;
}

const formatCount = (count: number, kind: string): string[] =>
  count === 0 ? [] : [`${count} ${kind} ${count === 1 ? 'bag' : 'bags'}`];

const formatBags = ({ cabin, checked }: IncludedBags): string =>
  [...formatCount(cabin, 'cabin'), ...formatCount(checked, 'checked')].join(' and ');

/**
 * "1 cabin bag and 1 checked bag included for each traveller", and where the slices differ "Outbound no bag, return 1 checked bag
 * included"; undefined if no bag is known to be included. `passengers` are those of an offer or a booking. (D63)
 */
export function describeIncludedBags(
  terms: BaggageTerms,
  passengers: readonly { type: string }[],
): string | undefined {
  const [outbound = '', inbound = outbound] = (getBagsBySlice(terms) ?? []).map(formatBags);
  if (!outbound && !inbound) return undefined;
  const bags =
    outbound === inbound ? outbound : `Outbound ${outbound || 'no bag'}, return ${inbound || 'no bag'}`;
  const included = `${bags} included`;
  if (passengers.length < 2) return included;
  const hasInfant = passengers.some(({ type }) => type.startsWith('infant'));
  return `${included} for each traveller${hasInfant ? ' with a seat' : ''}`;
}
