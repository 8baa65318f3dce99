import { defineContract } from '../../contract.ts';
import { offerExchangeSchema } from '../../schemas/offer.ts';
import { offerParamsSchema } from '../../schemas/offer.ts';
import { exchangeOffer } from './exchange-offer.ts';

export const exchangeOfferContract = defineContract(exchangeOffer, {
  summary: 'An offer of one’s own',
  access: 'public',
  params: offerParamsSchema,
  response: offerExchangeSchema,
  errors: [
    'OFFER_NOT_FOUND',
    'OFFER_EXPIRED',
    'OFFER_UNAVAILABLE',
    'SEARCH_BUSY',
    'PROVIDER_UNAVAILABLE',
    'SERVICE_UNAVAILABLE',
  ],
});
