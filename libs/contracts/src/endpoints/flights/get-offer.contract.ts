import { defineContract } from '../../contract.ts';
import { offerDetailsSchema, offerParamsSchema } from '../../schemas/offer.ts';
import { getOffer } from './get-offer.ts';

export const getOfferContract = defineContract(getOffer, {
  summary: 'One offer',
  access: 'public',
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
