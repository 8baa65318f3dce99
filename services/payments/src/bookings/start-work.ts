import { LeaseLostError } from '@fareline/service-kit/db/leases';
import type { BookingState, Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { getCurrentRequestId } from '../request-id.ts';
import { leaseBooking, releaseLease } from './booking-lease.repository.ts';
import { getBooking, transitionBooking, type Booking } from './booking.repository.ts';

/**
 * Puts a confirmed booking into a state with a step, in the transaction of what the step is for, and runs its steps as far as they come
 * now. Undefined when another process works on the booking; nothing is done then. Throws what the transaction throws.
 */
export async function startWork(
  deps: Deps,
  { id }: Pick<Booking, 'id'>,
  state: BookingState,
  inTransaction: (trx: Database) => Promise<void>,
): Promise<Booking | undefined> {
  const leased = await leaseBooking(deps, id, 'confirmed');
  if (!leased) return undefined;
  try {
    const patch = { request_id: getCurrentRequestId() };
    const started = await transitionBooking(deps, leased, state, { patch, inTransaction });
    return await deps.advanceBooking(deps, started);
  } catch (error) {
    await releaseLease(deps, leased);
    if (error instanceof LeaseLostError) return getBooking(deps.db, id);
    throw error;
  }
}
