import { defineEndpoint } from '../../endpoint.ts';
import { paymentRequestSchema, paymentResultSchema } from '../../schemas/payment.ts';

/** Authorises a card for an offer with its seats; captures nothing. Takes an Idempotency-Key header. (API-51, D2, D3, D34) */
export const processCard = defineEndpoint({
  method: 'POST',
  path: '/api/payments/process-card',
  summary: 'Authorise a card',
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
    'OFFER_UNAVAILABLE',
    'SEAT_UNAVAILABLE',
    'PAYMENT_FAILED',
    'CARD_CHALLENGE_REQUIRED',
    'CARD_NUMBER_REFUSED',
    'PAYMENT_UNAVAILABLE',
    'TOO_MANY_ATTEMPTS',
    'IDEMPOTENCY_KEY_REQUIRED',
    'IDEMPOTENCY_KEY_REUSED',
    'IDEMPOTENCY_IN_PROGRESS',
    'SERVICE_UNAVAILABLE',
  ],
});
