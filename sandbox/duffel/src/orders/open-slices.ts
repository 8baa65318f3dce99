import { toInstant } from '../geo/time-zone.ts';
import type { OrderRecord, OrderWire } from '../records.ts';
import type { Deps } from '../deps.ts';

function hasDeparted({ segments: [first] }: OrderWire['slices'][number], now: number): boolean {
  if (!first) return false;
  const departsLocal = Date.parse(`${first.departing_at}Z`) / 60_000;
  return toInstant(first.origin.time_zone, departsLocal) * 60_000 <= now;
}

/** The slices of an order that are still to be flown. */
export const listOpenSlices = (
  { clock }: Deps,
  { order, flown_slices = 0 }: OrderRecord,
): OrderWire['slices'] =>
  order.slices.filter((slice, index) => index >= flown_slices && !hasDeparted(slice, clock.now()));
