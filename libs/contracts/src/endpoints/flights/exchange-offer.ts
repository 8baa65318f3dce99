import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { OfferExchange, offerParamsSchema } from '../../schemas/offer.ts';

/** On entering the booking flow: the visitor's own offer for the same flights and fare. An own offer answers itself. (D33) */
export const exchangeOffer: Endpoint<{
  params: z.input<typeof offerParamsSchema>;
  response: OfferExchange;
}> = {
  method: 'POST',
  path: '/api/flights/offer/:id/exchange',
};
