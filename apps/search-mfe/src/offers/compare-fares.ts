import { getBagsBySlice, parseMinor, type Offer } from '@fareline/contracts';
import { getPriceMinor } from './offer-properties.ts';

/** Worst first. */
const cabinRanks = ['economy', 'premium_economy', 'business', 'first'];

/** Whether a term is known to be at least as good as another; undefined if both are unknown. */
type Comparison = boolean | undefined;

const areUnknown = (...values: unknown[]): boolean => values.every((value) => value == null);

function compareCabins(offer: Offer, other: Offer): Comparison[] {
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

function compareBags(offer: Offer, other: Offer): boolean {
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

const getRefund = ({ conditions }: Offer): Permission => ({
  isAllowed: conditions.refundable,
  fee: conditions.refund_penalty_amount,
  currency: conditions.refund_penalty_currency,
});

const getChange = ({ conditions }: Offer): Permission => ({
  isAllowed: conditions.changeable,
  fee: conditions.change_penalty_amount,
  currency: conditions.change_penalty_currency,
});

const getNames = ({ slices }: Offer): string => JSON.stringify(slices.map((slice) => slice.fare_brand_name));

/**
 * Whether the other fare of the same itinerary costs no more and is at least as good in every term: cabins,
 * included bags, change and refund with their fees. A term that is known of one fare only is not as good as
 * the other. One that is known of neither is equal only for fares of the same name, because another name may
 * stand for other terms. (LIST-03)
 */
export function isDominatedBy(fare: Offer, other: Offer): boolean {
  if (getPriceMinor(other) > getPriceMinor(fare) || other.total_currency !== fare.total_currency)
    return false;
  const comparisons = [
    ...compareCabins(other, fare),
    compareBags(other, fare),
    comparePermissions(getRefund(other), getRefund(fare)),
    comparePermissions(getChange(other), getChange(fare)),
  ];
  if (comparisons.includes(false)) return false;
  return !comparisons.includes(undefined) || getNames(fare) === getNames(other);
}
