import { hasPassed } from '@fareline/service-kit/db/leases';
import type { Deps } from '../deps.ts';
import { reportOfferUsed } from '../offers/used-offer.ts';
import {
  isRetryPeriodOver,
  serialiseFailure,
  transitionBooking,
  type Booking,
} from './booking.repository.ts';
import { flagForReview } from './flag-for-review.ts';
import { recordOrder } from './place-order.step.ts';

/** From `ordering`: the process crashed during the order call, so whether an order exists is unknown. */
export function markOrderUnknown(deps: Deps, booking: Booking): Promise<Booking> {
  reportOfferUsed(deps, booking.offer_id);
  return transitionBooking(deps, booking, 'pending', {
    patch: { was_pending: true },
    outboxEvents: [{ kind: 'mail_pending' }],
  });
}

export const notConfirmedFailure = {
  code: 'BOOKING_REFUSED',
  message: 'The airline did not confirm this booking. Nothing was charged.',
};

/**
 * From `pending`: searches for the order by our booking id. A missing order counts as failed only after the provider's time
 * limit or its failure event; the booking lock stays, because the offer request was used. (PROVIDER-34, PROVIDER-35)
 */
export async function findOrder(deps: Deps, booking: Booking): Promise<Booking> {
  const { config, log } = deps;
  const lookupPeriodMs = booking.order_accepted ? config.ORDER_ACCEPTED_SETTLE_MS : config.ORDER_SETTLE_MS;
  const since = booking.ordering_since ?? booking.state_since;
  const isFinal = booking.order_failed || (await hasPassed(deps.db, lookupPeriodMs, since));
  const order = await deps.flightProvider
    .findOrder(booking.mode, booking.id, booking.offer_id)
    .catch((error: Error) => {
      log.warn({ err: error.message, booking: booking.id }, 'order lookup failed, will be retried');
      return 'lookup_failed' as const;
    });
  deps.killPoint('after:call:find-order');
  if (order === 'lookup_failed') {
    return (await isRetryPeriodOver(deps, booking))
      ? flagForReview(deps, booking, 'the order lookup keeps failing')
      : booking;
  }
  if (order && !order.isCancelled) return recordOrder(deps, booking, order);
  if (!order && !isFinal) return booking;
  return transitionBooking(deps, booking, 'voiding', {
    patch: { failure: serialiseFailure(notConfirmedFailure) },
  });
}
