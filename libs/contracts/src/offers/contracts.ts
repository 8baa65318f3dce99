import { z } from 'zod';
import { defineContract } from '../contract.ts';
import { modeSchema } from '../common.schema.ts';
import { offerQuoteSchema } from './offer-quote.schema.ts';
import {
  bagSelectionSchema,
  offerDetailsSchema,
  offerParamsSchema,
  offerQuerySchema,
  offerRefreshQuerySchema,
  offerRefreshSchema,
  verifyResultSchema,
} from './offer.schema.ts';
import { seatMapSchema, seatSelectionSchema } from './seat-map.schema.ts';
import {
  countProviderCall,
  getOffer,
  getSeatMaps,
  markOfferUsed,
  quoteOffer,
  refreshOffer,
  verifyOffer,
} from './endpoints.ts';

export const getOfferContract = defineContract(getOffer, {
  summary: 'One offer',
  access: 'public',
  params: offerParamsSchema,
  query: offerQuerySchema,
  response: offerDetailsSchema,
  errors: [
    'OFFER_NOT_FOUND',
    'OFFER_EXPIRED',
    'DEPARTURE_TOO_CLOSE',
    'OFFER_UNAVAILABLE',
    'SEARCH_BUSY',
    'PROVIDER_UNAVAILABLE',
  ],
});

export const getSeatMapsContract = defineContract(getSeatMaps, {
  summary: 'Seat maps of an offer',
  access: 'public',
  params: offerParamsSchema,
  response: z.object({ data: z.array(seatMapSchema) }),
  errors: ['OFFER_NOT_FOUND', 'OFFER_EXPIRED', 'DEPARTURE_TOO_CLOSE', 'SEARCH_BUSY', 'PROVIDER_UNAVAILABLE'],
});

export const verifyOfferContract = defineContract(verifyOffer, {
  summary: 'Validity of an offer',
  access: 'public',
  params: offerParamsSchema,
  response: verifyResultSchema,
  responseByStatus: {
    200: verifyResultSchema.extend({ valid: z.literal(true) }),
    410: verifyResultSchema.extend({ valid: z.literal(false) }),
  },
});

export const refreshOfferContract = defineContract(refreshOffer, {
  summary: 'Refresh an offer',
  access: 'public',
  params: offerParamsSchema,
  query: offerRefreshQuerySchema,
  response: offerRefreshSchema,
  errors: [
    'OFFER_NOT_FOUND',
    'OFFER_EXPIRED',
    'DEPARTURE_TOO_CLOSE',
    'OFFER_UNAVAILABLE',
    'SEARCH_BUSY',
    'PROVIDER_UNAVAILABLE',
  ],
});

export const quoteOfferContract = defineContract(quoteOffer, {
  summary: 'Quote an offer',
  access: 'service',
  callers: ['payments'],
  params: offerParamsSchema,
  body: z.object({
    brand: z.string(),
    seats: z.array(seatSelectionSchema),
    bags: z.array(bagSelectionSchema).default([]),
    live: z.boolean(),
    /** The mode in which a booking in progress was started (MODE-06); without it the offer must be of the current mode. */
    mode: modeSchema.optional(),
    /**
     * The client that pays, whose live quotes before the card call are limited. Without it the quote is one of a payment that
     * was authorised, and no limit of a client refuses it. (LIMIT-02, PROVIDER-06)
     */
    ip_address: z.string().optional(),
  }),
  response: offerQuoteSchema,
  errors: [
    'OFFER_NOT_FOUND',
    'OFFER_EXPIRED',
    'DEPARTURE_TOO_CLOSE',
    'OFFER_UNAVAILABLE',
    'SEAT_UNAVAILABLE',
    'BAG_UNAVAILABLE',
    'SEARCH_BUSY',
    'TOO_MANY_REQUESTS',
    'PROVIDER_UNAVAILABLE',
  ],
});

export const markOfferUsedContract = defineContract(markOfferUsed, {
  summary: 'Mark an offer as used',
  access: 'service',
  callers: ['payments'],
  params: offerParamsSchema,
  response: z.object({ success: z.literal(true) }),
});

export const countProviderCallContract = defineContract(countProviderCall, {
  summary: 'Count a provider call of payments, or one that is made only within the budget',
  access: 'service',
  callers: ['payments'],
  /** Calls of bookings are made in any case; reads of orders only where the others leave room. */
  body: z.object({ share: z.enum(['booking', 'orders']) }),
  response: z.object({ isWithinBudget: z.boolean() }),
});
