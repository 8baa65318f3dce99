import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { OfferRefresh, offerParamsSchema } from '../../schemas/offer.ts';

/** Replaces a cached offer by a fresh one with the same flights and fare when the booking flow starts; a fresh offer is returned unchanged. (D33) */
export const refreshOffer: Endpoint<{
  params: z.input<typeof offerParamsSchema>;
  response: OfferRefresh;
}> = {
  method: 'POST',
  path: '/api/flights/offer/:id/refresh',
};
