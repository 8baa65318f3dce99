import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { seatMapSchema } from '../../schemas/seat-map.ts';
import { offerParamsSchema } from '../../schemas/offer.ts';

/** A map per flight; empty where the airline has none. (API-37) */
export const getSeatMaps = defineEndpoint({
  method: 'GET',
  path: '/api/flights/seatmaps/:id',
  summary: 'Seat maps of an offer',
  params: offerParamsSchema,
  response: z.object({ data: z.array(seatMapSchema) }),
  errors: ['OFFER_NOT_FOUND', 'OFFER_EXPIRED', 'PROVIDER_UNAVAILABLE', 'SERVICE_UNAVAILABLE'],
});
