import { defineEndpoint } from '../../endpoint.ts';
import { offerExchangeSchema } from '../../schemas/offer.ts';
import { offerParamsSchema } from '../../schemas/offer.ts';

/** On entering the booking flow: the visitor's own offer for the same flights and fare. An own offer answers itself. (D33) */
export const exchangeOffer = defineEndpoint({
  method: 'POST',
  path: '/api/flights/offer/:id/exchange',
  summary: 'An offer of one’s own',
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
