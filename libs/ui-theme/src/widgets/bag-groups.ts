import { formatMinor, parseMinor, type BagSelection, type BagService, type Slice } from '@fareline/contracts';

/** Whether one counter stands for the bags of both ways, and for those of all passengers. */
export interface BagSharing {
  isBothWays: boolean;
  isSameForAll: boolean;
}

const isEqual = (a: readonly string[], b: readonly string[]) => a.join() === b.join();
const hasCommon = (a: readonly string[], b: readonly string[]) => a.some((id) => b.includes(id));

/** The bags by counter: those of a kind that share one, but never two for the same passenger on the same flight. (EXTRA-01) */
export function groupBags(
  bags: readonly BagService[],
  slices: readonly Slice[],
  { isBothWays, isSameForAll }: BagSharing,
): BagService[][] {
  const flights = slices.flatMap(({ segments }) => segments).length;
  const isForJourney = ({ segment_ids }: BagService) => segment_ids.length === flights;
  const canShare = (a: BagService, b: BagService) =>
    a.type === b.type &&
    a.weight_kg === b.weight_kg &&
    isForJourney(a) === isForJourney(b) &&
    (isBothWays || isEqual(a.segment_ids, b.segment_ids)) &&
    (isSameForAll || isEqual(a.passenger_ids, b.passenger_ids)) &&
    !(hasCommon(a.segment_ids, b.segment_ids) && hasCommon(a.passenger_ids, b.passenger_ids));
  const groups: BagService[][] = [];
  for (const bag of bags) {
    const group = groups.find((members) => members.every((member) => canShare(member, bag)));
    if (group) group.push(bag);
    else groups.push([bag]);
  }
  return groups;
}

const hasBag = (group: readonly BagService[], serviceId: string) => group.some(({ id }) => id === serviceId);

/** The most that is chosen of a bag of the group. */
export const getQuantity = (group: readonly BagService[], chosen: readonly BagSelection[]): number =>
  Math.max(0, ...chosen.filter((bag) => hasBag(group, bag.serviceId)).map(({ quantity }) => quantity));

/** Whether as many are chosen of each bag of a group. */
export const isEven = (groups: readonly BagService[][], chosen: readonly BagSelection[]): boolean =>
  groups.every((group) => new Set(group.map((bag) => getQuantity([bag], chosen))).size === 1);

/** How many the airline sells of each bag of the group. */
export const getLimit = (group: readonly BagService[]): number =>
  Math.min(...group.map(({ max_quantity }) => max_quantity));

export const selectBags = (group: readonly BagService[], quantity: number): BagSelection[] =>
  group.map(({ id, passenger_ids: [passengerId = ''] }) => ({ serviceId: id, passengerId, quantity }));

/** Sets how many of each bag of a group are taken; 0 leaves them out. (EXTRA-01) */
export function setBagQuantity(
  chosen: readonly BagSelection[],
  group: readonly BagService[],
  quantity: number,
): BagSelection[] {
  const others = chosen.filter(({ serviceId }) => !hasBag(group, serviceId));
  return quantity === 0 ? others : [...others, ...selectBags(group, quantity)];
}

/** Takes of each bag of a group as many as of the one that is taken most. */
export const alignQuantities = (
  chosen: readonly BagSelection[],
  groups: readonly (readonly BagService[])[],
): BagSelection[] =>
  groups.reduce<BagSelection[]>(
    (result, group) => setBagQuantity(result, group, Math.min(getLimit(group), getQuantity(group, chosen))),
    [...chosen],
  );

interface BagSale {
  bags?: readonly BagService[] | undefined;
  total_currency: string;
}

/** The price of chosen bags, as a decimal string in the currency of the sale. (EXTRA-02) */
export function calculateBagsPrice(
  { bags = [], total_currency: currency }: BagSale,
  chosen: readonly BagSelection[],
): string {
  const minor = chosen.reduce((sum, { serviceId, quantity }) => {
    const service = bags.find(({ id }) => id === serviceId);
    return sum + (service ? quantity * (parseMinor(service.total_amount, currency) ?? 0) : 0);
  }, 0);
  return formatMinor(minor, currency);
}
