import { z } from 'zod';
import { defineContract } from '../../contract.ts';
import { offerParamsSchema } from '../../schemas/offer.ts';
import { markOfferUsed } from './mark-offer-used.ts';

export const markOfferUsedContract = defineContract(markOfferUsed, {
  summary: 'Mark an offer as used',
  access: 'service',
  params: offerParamsSchema,
  response: z.object({ success: z.literal(true) }),
  errors: ['SERVICE_UNAVAILABLE'],
});
