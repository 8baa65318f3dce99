import { reportOfferUsed } from '../cards/used-offer.ts';
import type { Deps } from '../deps.ts';
import {
  serialiseFailure,
  isRetryPeriodOver,
  transitionBooking,
  type Booking,
} from './booking.repository.ts';
import { flagForReview } from './flag-for-review.ts';
import { recordOrder } from './place-order.step.ts';

/** The process died in the order call: whether there is an order is not known. */
export function markOrderUnknown(deps: Deps, booking: Booking): Promise<Booking> {
  reportOfferUsed(deps, booking.offer_id);
  return transitionBooking(deps, booking, 'pending', { patch: { was_pending: true } });
}

const notConfirmed = {
  code: 'BOOKING_REFUSED',
  message: 'The airline did not confirm this booking. Nothing was charged.',
};

/**
 * From `pending`: looks for the order by our own id. 'Not there' counts only once the provider's time is over, or once the
 * provider said that there will be none; the offer request stays claimed then, because it was tried. (D38, PROVIDER-34,
 * PROVIDER-35)
 */
export async function findOrder(deps: Deps, booking: Booking): Promise<Booking> {
  const { config, log } = deps;
  const settleMs = booking.order_accepted ? config.ORDER_ACCEPTED_SETTLE_MS : config.ORDER_SETTLE_MS;
  const since = booking.ordering_since ?? booking.state_since;
  const isOver = booking.order_failed || Date.now() - since.getTime() > settleMs;
  const order = await deps.flightProvider
    .findOrder(booking.mode, booking.id, booking.offer_id)
    .catch((error: Error) => {
      log.warn({ err: error.message, booking: booking.id }, 'the order cannot be looked up yet');
      return 'unclear' as const;
    });
  deps.killPoint('after:call:find-order');
  if (order === 'unclear') {
    return isRetryPeriodOver(deps, booking)
      ? flagForReview(deps, booking, 'an order cannot be looked up')
      : booking;
  }
  if (order && !order.isCancelled) return recordOrder(deps, booking, order);
  if (!order && !isOver) return booking;
  return transitionBooking(deps, booking, 'voiding', { patch: { failure: serialiseFailure(notConfirmed) } });
}
