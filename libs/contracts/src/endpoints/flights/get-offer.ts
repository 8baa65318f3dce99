import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { offerDetailsSchema } from '../../schemas/offer.ts';

export const offerParamsSchema = z.object({ id: z.string().min(1).max(120) });

/** One offer with the extras that can be bought. (API-36, D40) */
export const getOffer = defineEndpoint({
  method: 'GET',
  path: '/api/flights/offer/:id',
  summary: 'One offer',
  params: offerParamsSchema,
  response: offerDetailsSchema,
  errors: [
    'OFFER_NOT_FOUND',
    'OFFER_EXPIRED',
    'OFFER_UNAVAILABLE',
    'PROVIDER_UNAVAILABLE',
    'SERVICE_UNAVAILABLE',
  ],
});
