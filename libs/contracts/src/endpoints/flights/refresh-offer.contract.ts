import { defineContract } from '../../contract.ts';
import { offerParamsSchema, offerRefreshSchema } from '../../schemas/offer.ts';
import { refreshOffer } from './refresh-offer.ts';

export const refreshOfferContract = defineContract(refreshOffer, {
  summary: 'Refresh an offer',
  access: 'public',
  params: offerParamsSchema,
  response: offerRefreshSchema,
  errors: [
    'OFFER_NOT_FOUND',
    'OFFER_EXPIRED',
    'OFFER_UNAVAILABLE',
    'SEARCH_BUSY',
    'PROVIDER_UNAVAILABLE',
    'SERVICE_UNAVAILABLE',
  ],
});
