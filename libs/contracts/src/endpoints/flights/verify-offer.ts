import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { offerParamsSchema, VerifyResult } from '../../schemas/offer.ts';

/** Whether an offer can still be booked; 410 with the same shape once it has expired. Makes no provider call. (API-38, D36) */
export const verifyOffer: Endpoint<{
  params: z.input<typeof offerParamsSchema>;
  response: VerifyResult;
}> = {
  method: 'GET',
  path: '/api/flights/verify-offer/:id',
  successStatuses: [200, 410],
};
