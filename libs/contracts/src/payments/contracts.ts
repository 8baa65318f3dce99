import { defineContract } from '../contract.ts';
import { paymentRequestSchema, paymentResultSchema } from './payment.schema.ts';
import { processCard } from './endpoints.ts';

export const processCardContract = defineContract(processCard, {
  summary: 'Authorise a card',
  access: 'public',
  body: paymentRequestSchema,
  response: paymentResultSchema,
  errors: [
    'OFFER_REQUIRED',
    'CARD_DETAILS_REQUIRED',
    'VALIDATION_ERROR',
    'AMOUNT_MISMATCH',
    'PRICE_CHANGED',
    'OFFER_NOT_FOUND',
    'OFFER_EXPIRED',
    'DEPARTURE_TOO_CLOSE',
    'OFFER_UNAVAILABLE',
    'SEAT_UNAVAILABLE',
    'BAG_UNAVAILABLE',
    'PAYMENT_FAILED',
    'CARD_CHALLENGE_REQUIRED',
    'CARD_NUMBER_REFUSED',
    'AMOUNT_NOT_PAYABLE',
    'PAYMENT_UNAVAILABLE',
    'TOO_MANY_ATTEMPTS',
    'TOO_MANY_REQUESTS',
    'IDEMPOTENCY_KEY_REQUIRED',
    'IDEMPOTENCY_KEY_REUSED',
    'IDEMPOTENCY_IN_PROGRESS',
    'SERVICE_UNAVAILABLE',
  ],
});
