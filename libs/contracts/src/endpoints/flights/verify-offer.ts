import { defineEndpoint } from '../../endpoint.ts';
import { verifyResultSchema } from '../../schemas/offer.ts';
import { offerParamsSchema } from '../../schemas/offer.ts';

/** Whether an offer can still be booked; 410 with the same shape once it is gone. Costs no provider call. (API-38, D36) */
export const verifyOffer = defineEndpoint({
  method: 'GET',
  path: '/api/flights/verify-offer/:id',
  summary: 'Validity of an offer',
  params: offerParamsSchema,
  response: verifyResultSchema,
  successStatuses: [200, 410],
  errors: ['SERVICE_UNAVAILABLE'],
});
