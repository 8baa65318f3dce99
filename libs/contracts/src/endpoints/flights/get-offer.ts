import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { OfferDetails, offerParamsSchema } from '../../schemas/offer.ts';

/** One offer with its paid extras. (API-36, D40) */
export const getOffer: Endpoint<{
  params: z.input<typeof offerParamsSchema>;
  response: OfferDetails;
}> = {
  method: 'GET',
  path: '/api/flights/offer/:id',
};
