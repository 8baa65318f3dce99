import { z } from 'zod';
import { defineContract } from '../../contract.ts';
import { modeSchema } from '../../schemas/common.ts';
import { offerParamsSchema } from '../../schemas/offer.ts';
import { offerQuoteSchema } from '../../schemas/offer-quote.ts';
import { seatSelectionSchema } from '../../schemas/seat-map.ts';
import { quoteOffer } from './quote-offer.ts';

export const quoteOfferContract = defineContract(quoteOffer, {
  summary: 'Quote an offer',
  access: 'service',
  params: offerParamsSchema,
  body: z.object({
    brand: z.string(),
    seats: z.array(seatSelectionSchema),
    live: z.boolean(),
    mode: modeSchema.optional(),
  }),
  response: offerQuoteSchema,
  errors: [
    'OFFER_NOT_FOUND',
    'OFFER_EXPIRED',
    'OFFER_UNAVAILABLE',
    'PRICE_CHANGED',
    'SEAT_UNAVAILABLE',
    'SEARCH_BUSY',
    'PROVIDER_UNAVAILABLE',
    'SERVICE_UNAVAILABLE',
  ],
});
