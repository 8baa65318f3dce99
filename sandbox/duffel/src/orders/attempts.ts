import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';

const Booking = z.object({
  data: z.object({
    selected_offers: z.array(z.string()).min(1),
    metadata: z.record(z.string(), z.string()).nullish(),
  }),
});

const bookingOf = (request: FastifyRequest) => {
  const parsed = request.url.startsWith('/air/orders') ? Booking.safeParse(request.body) : undefined;
  const offerId = parsed?.success ? parsed.data.data.selected_offers[0] : undefined;
  return offerId && parsed?.success ? { offerId, metadata: parsed.data.data.metadata ?? null } : undefined;
};

/** A booking that is answered before it is made: until it ends, the same offer cannot be tried again. */
export function noteAttempt(sandbox: Sandbox, request: FastifyRequest): void {
  const booking = bookingOf(request);
  const search = booking && sandbox.offers.requestOf(booking.offerId);
  if (booking && search && !sandbox.attempts.get(search.id))
    sandbox.attempts.put(search.id, { id: search.id, offer_id: booking.offerId, state: 'under_way' });
}

/** Tells the receiver of webhooks that an accepted booking came to nothing. */
export function announceFailure(sandbox: Sandbox, request: FastifyRequest): void {
  const booking = bookingOf(request);
  if (!booking) return;
  sandbox.webhooks.emit('order.creation_failed', booking.offerId, request.liveMode, {
    offer_id: booking.offerId,
    metadata: booking.metadata,
  });
}
