import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../deps.ts';

const BookingBody = z.object({
  data: z.object({
    selected_offers: z.array(z.string()).min(1),
    metadata: z.record(z.string(), z.string()).nullish(),
  }),
});

const parseBooking = (request: FastifyRequest) => {
  const parsed = request.url.startsWith('/air/orders') ? BookingBody.safeParse(request.body) : undefined;
  const offerId = parsed?.success ? parsed.data.data.selected_offers[0] : undefined;
  return offerId && parsed?.success ? { offerId, metadata: parsed.data.data.metadata ?? null } : undefined;
};

/**
 * Records a booking that gets its response before it is executed, so that the offer cannot be booked again meanwhile. Returns whether it
 * is the first for its offer request.
 */
export function recordAttempt(deps: Deps, request: FastifyRequest): boolean {
  const booking = parseBooking(request);
  const offerRequest = booking && deps.offers.findRequest(booking.offerId);
  if (!offerRequest || deps.attempts.get(offerRequest.id)) return false;
  deps.attempts.put(offerRequest.id, {
    id: offerRequest.id,
    offer_id: booking.offerId,
    state: 'in_progress',
  });
  return true;
}

/** Emits the webhook event for an accepted booking that failed. */
export function emitOrderCreationFailed(deps: Deps, request: FastifyRequest): void {
  const booking = parseBooking(request);
  if (!booking) return;
  deps.emit('order.creation_failed', booking.offerId, request.liveMode, {
    offer_id: booking.offerId,
    metadata: booking.metadata,
  });
}
