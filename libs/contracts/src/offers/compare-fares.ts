import { parseMinor, type Money } from '../money.ts';
import { getBagsBySlice } from './bags.ts';
import { getItineraryKey } from './itinerary.ts';
import type { Offer } from './offer.schema.ts';

/** An offer of flights to book, or to change a booking to. */
export type Fare = Pick<Offer, 'slices' | 'conditions' | 'included_bags'>;

/** Worst first. */
const cabinRanks = ['economy', 'premium_economy', 'business', 'first'];

/** Whether a term is known to be at least as good as another; undefined if both are unknown. */
type Comparison = boolean | undefined;

const areUnknown = (...values: unknown[]): boolean => values.every((value) => value == null);

function compareCabins(offer: Fare, other: Fare): Comparison[] {
  const [segments, otherSegments] = [offer, other].map(({ slices }) =>
    slices.flatMap((slice) => slice.segments),
  );
  return segments!.flatMap((segment, index): Comparison[] => {
    const otherSegment = otherSegments![index];
    const [cabin, otherCabin] = [segment.cabin_class, otherSegment?.cabin_class];
    if (areUnknown(cabin, otherCabin)) return [undefined];
    const [rank, otherRank] = [cabinRanks.indexOf(cabin ?? ''), cabinRanks.indexOf(otherCabin ?? '')];
    // Within a class, another name may stand for a better seat.
    const isComparable = cabin !== otherCabin || segment.cabin_name === otherSegment?.cabin_name;
    return [isComparable && rank >= 0 && otherRank >= 0 && rank >= otherRank];
  });
}

function compareBags(offer: Fare, other: Fare): boolean {
  const otherBags = getBagsBySlice(other);
  return getBagsBySlice(offer).every(({ cabin, checked }, slice) => {
    const otherSlice = otherBags[slice];
    return otherSlice !== undefined && cabin >= otherSlice.cabin && checked >= otherSlice.checked;
  });
}

/** Whether a change or a refund is allowed, and what the airline keeps for it. */
interface Permission {
  isAllowed: boolean | null;
  /** Decimal string; null if unknown. */
  fee: string | null;
  currency: string | null;
}

const getFeeMinor = ({ fee, currency }: Permission): number | undefined =>
  fee === null || currency === null ? undefined : parseMinor(fee, currency);

function comparePermissions(permission: Permission, other: Permission): Comparison {
  if (areUnknown(permission.isAllowed, other.isAllowed)) return undefined;
  if (permission.isAllowed === null || other.isAllowed === null) return false;
  if (!other.isAllowed) return true;
  if (!permission.isAllowed) return false;
  const [fee, otherFee] = [getFeeMinor(permission), getFeeMinor(other)];
  if (areUnknown(fee, otherFee)) return undefined;
  if (fee === undefined || otherFee === undefined) return false;
  return fee === 0 || (permission.currency === other.currency && fee <= otherFee);
}

const getRefund = ({ conditions }: Fare): Permission => ({
  isAllowed: conditions.refundable,
  fee: conditions.refund_penalty_amount,
  currency: conditions.refund_penalty_currency,
});

const getChange = ({ conditions }: Fare): Permission => ({
  isAllowed: conditions.changeable,
  fee: conditions.change_penalty_amount,
  currency: conditions.change_penalty_currency,
});

const getNames = ({ slices }: Fare): string => JSON.stringify(slices.map((slice) => slice.fare_brand_name));

/**
 * Whether the other fare of the same flights is at least as good in every term: cabins, included bags, change and refund with their
 * fees. A term that is known of one fare only is not as good as the other. One that is known of neither is equal only for fares of the
 * same name, because another name may stand for other terms.
 */
function isAsGood(other: Fare, fare: Fare): boolean {
  const comparisons = [
    ...compareCabins(other, fare),
    compareBags(other, fare),
    comparePermissions(getRefund(other), getRefund(fare)),
    comparePermissions(getChange(other), getChange(fare)),
  ];
  if (comparisons.includes(false)) return false;
  return !comparisons.includes(undefined) || getNames(fare) === getNames(other);
}

/** The flights that offers have in common, with these offers as its fares. The list has one card for each. (LIST-02) */
export interface FareGroup<Offered> {
  key: string;
  /** At least one, price ascending: the first is the cheapest. */
  fares: readonly Offered[];
}

/**
 * One group for all offers of the same flights, in order of the cheapest fare. A fare is left out that costs no less than another
 * one, which is at least as good in every term; of two that are equal the first stays. (LIST-02, LIST-03)
 */
export function groupFares<Offered extends Fare>(
  offers: readonly Offered[],
  getPrice: (offer: Offered) => Money,
  getKey: (offer: Offered) => string = getItineraryKey,
): FareGroup<Offered>[] {
  const isDominated = (fare: Offered, other: Offered) =>
    getPrice(other).minor <= getPrice(fare).minor &&
    getPrice(other).currency === getPrice(fare).currency &&
    isAsGood(other, fare);
  const byKey = new Map<string, Offered[]>();
  for (const offer of offers.toSorted((a, b) => getPrice(a).minor - getPrice(b).minor)) {
    const key = getKey(offer);
    const fares = byKey.get(key);
    if (fares) fares.push(offer);
    else byKey.set(key, [offer]);
  }
  return [...byKey].map(([key, fares]) => ({
    key,
    fares: fares.filter((fare, index) =>
      fares.every(
        (other, at) =>
          other === fare || !isDominated(fare, other) || (index < at && isDominated(other, fare)),
      ),
    ),
  }));
}
