import type { CabinClass } from '../common.schema.ts';
import type { Segment, Slice } from './offer.schema.ts';

/** (FORM-11) */
export const cabinLabels: Record<CabinClass, string> = {
  economy: 'Economy',
  premium_economy: 'Premium Economy',
  business: 'Business',
  first: 'First Class',
};

/** For a provider's value, which may be no cabin class. */
const labelsByCabin = new Map<string | null, string>(Object.entries(cabinLabels));

type FareSlice = Pick<Slice, 'fare_brand_name' | 'segments'>;

/** "Business", else the airline's own name of the cabin; undefined if it is not known. */
export const formatCabin = ({ cabin_class, cabin_name }: Segment): string | undefined =>
  labelsByCabin.get(cabin_class) ?? cabin_name ?? undefined;

const cabinRanks: string[] = Object.values(cabinLabels);

/**
 * The cabin of all flights, else on how many of them each is, the most frequent one last: "Business on 1 of 4 flights, else Economy";
 * empty if none is known. (RULE-07)
 */
function formatCabins(segments: readonly Segment[]): string {
  const counts = new Map<string, number>();
  for (const segment of segments) {
    const cabin = formatCabin(segment);
    if (cabin) counts.set(cabin, (counts.get(cabin) ?? 0) + 1);
  }
  const rank = (cabin: string) => cabinRanks.indexOf(cabin);
  const [main, ...others] = [...counts].sort(([a, one], [b, other]) => other - one || rank(a) - rank(b));
  if (!main) return '';
  const isComplete = segments.every((segment) => formatCabin(segment) !== undefined);
  if (isComplete && others.length === 0) return main[0];
  const counted = (isComplete ? others : [main, ...others]).map(
    ([cabin, count]) => `${cabin} on ${count} of ${segments.length} flights`,
  );
  return [...counted, ...(isComplete ? [`else ${main[0]}`] : [])].join(', ');
}

/** The name of the fare and its cabins, as far as they are known. */
export const listFare = ({ fare_brand_name, segments }: FareSlice): string[] =>
  [fare_brand_name ?? '', formatCabins(segments)].filter(Boolean);

/** Without a cabin in the name, which stands beside it: "Economy Basic" is "Basic", and "Business" nothing. */
function getNameOnce({ fare_brand_name, segments }: FareSlice): string {
  const name = fare_brand_name ?? '';
  const cabins = segments.map((segment) => formatCabin(segment) ?? '').filter(Boolean);
  if (cabins.includes(name)) return '';
  const cabin = cabins.find((each) => name.startsWith(`${each} `));
  return cabin === undefined ? name : name.slice(cabin.length + 1);
}

/**
 * Name and cabin of the fare: "Basic · Economy", and where slices or flights differ "Outbound Basic, return Flex · Business on 1 of 4
 * flights, else Economy". Empty if the airline names neither. (LIST-04, RULE-07)
 */
export function formatFare(slices: readonly FareSlice[]): string {
  const names = slices.map(getNameOnce);
  const [first = ''] = names;
  const name = names.every((each) => each === first)
    ? first
    : names.map((each, index) => `${index === 0 ? 'Outbound' : 'return'} ${each || 'not named'}`).join(', ');
  return [name, formatCabins(slices.flatMap(({ segments }) => segments))].filter(Boolean).join(' · ');
}
