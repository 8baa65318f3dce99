import type { OrderPlan } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { Booking } from './booking.repository.ts';

/** Where they are stored. */
export const sealedPlans = { table: 'bookings', column: 'order_plan' };

/** What is ordered for a booking, encrypted with a key of its own, which is destroyed once it is not needed. (GUARD-06) */
export const sealPlan = ({ rowKeys }: Pick<Deps, 'rowKeys'>, bookingId: string, plan: OrderPlan) =>
  rowKeys.seal(bookingId, JSON.stringify(plan));

/** What is ordered for a booking; undefined without a plan, or when its key is destroyed. */
export async function readPlan(
  { rowKeys }: Pick<Deps, 'rowKeys'>,
  { id, order_plan: sealed }: Pick<Booking, 'id' | 'order_plan'>,
): Promise<OrderPlan | undefined> {
  if (!sealed) return undefined;
  const [text] = await rowKeys.open([{ row: id, sealed }]);
  return text === undefined ? undefined : (JSON.parse(text) as OrderPlan);
}
