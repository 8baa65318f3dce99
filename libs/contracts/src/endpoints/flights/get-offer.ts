import { defineEndpoint } from '../../endpoint.ts';
import { offerDetailsSchema, offerParamsSchema } from '../../schemas/offer.ts';

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
