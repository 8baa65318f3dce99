import { formatMinor } from '@fareline/contracts';
import { openStuckCase } from '../bookings/flag-for-review.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import type { ChangeContent } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { findAgreedChange, type StoredChange } from './amendment.repository.ts';

export const getOrderId = ({ id, order_id }: Booking): string => {
  if (!order_id) throw new Error(`booking ${id} has no order`);
  return order_id;
};

/** The change that the steps of a booking work on. */
export async function getAgreedChange({ db }: Deps, booking: Booking): Promise<StoredChange> {
  const change = await findAgreedChange(db, booking);
  if (!change) throw new Error(`booking ${booking.id} has no agreed change`);
  return change;
}

const stuckSummary = 'A change of a booking cannot be brought to its end; it is tried again and again.';

/** Queues a booking whose change cannot be brought to its end. (LEDGER-10) */
export const giveUp = (deps: Deps, booking: Booking, cause: unknown) =>
  openStuckCase(deps, booking, stuckSummary, cause);

/** Bags as the trip has them before they are paid. */
export const toUnpaid = ({ bags }: Pick<ChangeContent, 'bags'>, currency: string) => ({
  bags: bags.map((bag) => ({ ...bag, amount: formatMinor(0, currency) })),
});
