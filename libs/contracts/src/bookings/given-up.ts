import type { ChangeTerms } from './booking-change.schema.ts';
import type { BookingData } from './booking.schema.ts';
import { getBagsBySlice } from '../offers/bags.ts';
import type { Slice } from '../offers/offer.schema.ts';

/** The ids of the flights, to which seats and bags refer. */
export const listSegmentIds = (slices: readonly Slice[]): string[] =>
  slices.flatMap(({ segments }) => segments.map(({ id }) => id));

/** Flights of a booking, each with its included bags, and the seats and bags that were bought for them. (RULE-02) */
export function listGivenUp(
  { slices, included_bags, seats, bags }: Pick<BookingData, 'bags' | 'included_bags' | 'seats' | 'slices'>,
  removed: readonly number[],
): Pick<ChangeTerms, 'bags' | 'seats'> & { slices: Slice[] } {
  const included = getBagsBySlice({ included_bags, slices });
  const givenUp = removed.flatMap((index) => {
    const [slice, included_bags] = [slices[index], included[index]];
    return slice && included_bags ? [{ ...slice, included_bags }] : [];
  });
  const ids = listSegmentIds(givenUp);
  return {
    slices: givenUp,
    seats: seats.filter(({ segment_id }) => ids.includes(segment_id)),
    bags: bags.filter(({ segment_ids }) => segment_ids.some((id) => ids.includes(id))),
  };
}

/** Seats and bags of flights that the booking no longer has: the airline has put it on others. (RULE-02) */
export function listLostExtras({
  slices,
  seats,
  bags,
}: Pick<BookingData, 'bags' | 'seats' | 'slices'>): Pick<ChangeTerms, 'bags' | 'seats'> {
  const ids = new Set(listSegmentIds(slices));
  return {
    seats: seats.filter(({ segment_id }) => !ids.has(segment_id)),
    bags: bags.filter(({ segment_ids }) => segment_ids.every((id) => !ids.has(id))),
  };
}
