import { z } from 'zod';
import { defineContract } from '../../contract.ts';
import { seatMapSchema } from '../../schemas/seat-map.ts';
import { offerParamsSchema } from '../../schemas/offer.ts';
import { getSeatMaps } from './get-seat-maps.ts';

export const getSeatMapsContract = defineContract(getSeatMaps, {
  summary: 'Seat maps of an offer',
  access: 'public',
  params: offerParamsSchema,
  response: z.object({ data: z.array(seatMapSchema) }),
  errors: ['OFFER_NOT_FOUND', 'OFFER_EXPIRED', 'PROVIDER_UNAVAILABLE', 'SERVICE_UNAVAILABLE'],
});
