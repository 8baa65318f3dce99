import { cabinLabels, listFare, type CabinClass, type Offer, type Slice } from '@fareline/contracts';

/** "Flex · Economy"; without the cabin if the airline's name of the fare says it, as in "Economy Flex". */
function getSliceFareName(slice: Slice): string {
  const [name = '', cabin = ''] = listFare(slice);
  return (name.includes(cabin) ? name : `${name} · ${cabin}`) || 'Fare';
}

const cabins = Object.values(cabinLabels);

/** One name where the slices have the same fare, else "Economy Basic / Flex"; the offer page has it in full. */
export function getFareName({ slices }: Offer): string {
  const [outbound = 'Fare', inbound = outbound] = slices.map(getSliceFareName);
  if (outbound === inbound) return outbound;
  const cabin = cabins.find((name) => [outbound, inbound].every((fare) => fare.startsWith(`${name} `)));
  return `${outbound} / ${cabin ? inbound.slice(cabin.length + 1) : inbound}`;
}

/** "Flex", or "Basic / Flex", where the fare is in the searched cabin; "Premium Flex" in Premium Economy. */
export function getShortName(offer: Offer, cabin: CabinClass): string {
  const label = cabinLabels[cabin];
  const names = getFareName(offer)
    .split(' / ')
    .map((name) => name.replace(new RegExp(` · ${label}$`), '').replace(new RegExp(`^${label} `), ''));
  return names.join(' / ').replaceAll('Premium Economy', 'Premium');
}

/** What a part of the row of fares has room for. */
const maxPartName = 12;

/** The short name where it has room beside the difference in price, else less: the whole name is a tooltip and read out. */
export function getPartName(offer: Offer, cabin: CabinClass): string {
  const name = getShortName(offer, cabin);
  if (name.length <= maxPartName) return name;
  if (name.includes(' · ')) return 'Mixed cabins';
  if (name.includes(' / ')) return 'Mixed fares';
  return name.replaceAll('Standard', 'Std');
}
