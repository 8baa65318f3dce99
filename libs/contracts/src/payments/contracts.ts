import { defineContract } from '../contract.ts';
import { z } from 'zod';
import { amountInputSchema, currencySchema } from '../common.schema.ts';
import { cardFormSchema, paymentRequestSchema, paymentResultSchema } from './payment.schema.ts';
import { abandonPayment, continuePayment, getCardForm, processCard } from './endpoints.ts';

export const processCardContract = defineContract(processCard, {
  summary: 'Authorise a card',
  access: 'public',
  body: paymentRequestSchema,
  response: paymentResultSchema,
  errors: [
    'OFFER_REQUIRED',
    'BOOKING_NOT_FOUND',
    'BOOKING_NOT_CHANGEABLE',
    'BOOKING_CHANGE_NOT_FOUND',
    'BOOKING_CHANGE_OUTDATED',
    'NOT_AUTHENTICATED',
    'CARD_DETAILS_REQUIRED',
    'AMOUNT_MISMATCH',
    'PRICE_CHANGED',
    'OFFER_NOT_FOUND',
    'OFFER_EXPIRED',
    'DEPARTURE_TOO_CLOSE',
    'OFFER_UNAVAILABLE',
    'SEAT_UNAVAILABLE',
    'BAG_UNAVAILABLE',
    'BOOKING_UNDER_WAY',
    'TRIP_BOOKED',
    'PAYMENT_FAILED',
    'CARD_CHALLENGE_REQUIRED',
    'CARD_CHALLENGE_FAILED',
    'CARD_NUMBER_REFUSED',
    'AMOUNT_NOT_PAYABLE',
    'PAYMENT_UNAVAILABLE',
    'TOO_MANY_ATTEMPTS',
    'IDEMPOTENCY_KEY_REQUIRED',
    'IDEMPOTENCY_KEY_REUSED',
    'IDEMPOTENCY_IN_PROGRESS',
  ],
});

const challengedPayment = {
  access: 'public',
  params: z.object({ id: z.string() }),
  response: paymentResultSchema,
  errors: [
    'PAYMENT_NOT_FOUND',
    'PAYMENT_FAILED',
    'CARD_CHALLENGE_FAILED',
    'TOO_MANY_ATTEMPTS',
    'PROVIDER_UNAVAILABLE',
    'IDEMPOTENCY_IN_PROGRESS',
  ],
} as const;

export const continuePaymentContract = defineContract(continuePayment, {
  summary: 'Continue a payment after a challenge',
  ...challengedPayment,
});

export const abandonPaymentContract = defineContract(abandonPayment, {
  summary: 'End a payment whose challenge is open',
  ...challengedPayment,
});

export const getCardFormContract = defineContract(getCardForm, {
  summary: 'Card form',
  access: 'public',
  query: z.object({ amount: amountInputSchema, currency: currencySchema }),
  response: cardFormSchema,
  errors: ['AMOUNT_NOT_PAYABLE'],
});
