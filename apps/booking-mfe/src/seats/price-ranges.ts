import { parseMinor, type SeatMap } from '@fareline/contracts';
import { getSeats } from './cabin-layout.ts';
import { findSeatExtra } from './selection.ts';

const maxRanges = 4;

/** The prices of the seats that a passenger can choose, from low to high, cut at the widest gaps. (SEAT-10) */
export function listPriceRanges(map: SeatMap, passengerId: string, currency: string): string[][] {
  const toMinor = (amount = '') => parseMinor(amount, currency) ?? 0;
  const amounts = map.cabins
    .flatMap(getSeats)
    .flatMap((seat) => findSeatExtra(seat, passengerId, currency)?.total_amount ?? []);
  const sorted = [...new Set(amounts)].sort((a, b) => toMinor(a) - toMinor(b));
  const gaps = sorted.map((amount, index) => ({
    index,
    gap: index === 0 ? Infinity : toMinor(amount) - toMinor(sorted[index - 1]),
  }));
  const starts = gaps
    .sort((a, b) => b.gap - a.gap)
    .slice(0, maxRanges)
    .map(({ index }) => index)
    .sort((a, b) => a - b);
  return starts.map((start, index) => sorted.slice(start, starts[index + 1]));
}
