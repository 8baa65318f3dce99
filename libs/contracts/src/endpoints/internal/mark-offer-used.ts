import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { offerParamsSchema } from '../../schemas/offer.ts';

/** Says that an order was tried with an offer, which the provider allows once: who enters the booking flow with it gets another one. (PROVIDER-01, D33) */
export const markOfferUsed: Endpoint<{
  params: z.input<typeof offerParamsSchema>;
  response: { success: true };
}> = {
  method: 'POST',
  path: '/internal/offers/:id/used',
};
