import { defineContract } from '../../contract.ts';
import { verifyResultSchema } from '../../schemas/offer.ts';
import { offerParamsSchema } from '../../schemas/offer.ts';
import { verifyOffer } from './verify-offer.ts';

export const verifyOfferContract = defineContract(verifyOffer, {
  summary: 'Validity of an offer',
  access: 'public',
  params: offerParamsSchema,
  response: verifyResultSchema,
  errors: ['SERVICE_UNAVAILABLE'],
});
