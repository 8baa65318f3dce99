import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { offerParamsSchema } from '../../schemas/offer.ts';

/** Records that an order was attempted with an offer. The provider allows one attempt, so the next booking flow with it gets another offer. (PROVIDER-01, D33) */
export const markOfferUsed: Endpoint<{
  params: z.input<typeof offerParamsSchema>;
  response: { success: true };
}> = {
  method: 'POST',
  path: '/internal/offers/:id/used',
};
