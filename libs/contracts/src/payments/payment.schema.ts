import { z } from 'zod';
import {
  amountInputSchema,
  amountSchema,
  currencySchema,
  offerIdSchema,
  typedText,
} from '../common.schema.ts';
import { bagSelectionSchema } from '../offers/offer.schema.ts';
import { seatSelectionSchema } from '../offers/seat-map.schema.ts';
import { cardRules } from './card-rules.ts';

/** Kept in memory for one request only; never logged, stored, queued, cached or returned. (API-09) */
export const cardDetailsSchema = z
  .object({
    number: z.string().regex(cardRules.number.pattern, cardRules.number.message),
    expiryMonth: z.string().regex(cardRules.expiryMonth.pattern, cardRules.expiryMonth.message),
    expiryYear: z.string().regex(cardRules.expiryYear.pattern, cardRules.expiryYear.message),
    cvv: z.string().regex(cardRules.cvv.pattern, cardRules.cvv.message),
    holderName: z.string().trim().min(cardRules.holderName.minLength, cardRules.holderName.message).max(100),
  })
  .meta({ id: 'CardDetails' });
export type CardDetails = z.output<typeof cardDetailsSchema>;

/** One of card details, a payment method (`pm_...`) and a confirmation token (`ctoken_...`) of the card provider. (API-10, ELEMENT-01) */
export const paymentRequestSchema = z
  .object({
    amount: amountInputSchema,
    currency: currencySchema,
    /** The fare in `amount`, without seats and bags: tells whether a changed price is that of the flight or of an extra. */
    fareAmount: amountSchema.optional(),
    offerId: offerIdSchema.optional(),
    /** In place of an offer: the quoted change of a booking that is paid. (TRIP-03, TRIP-04) */
    change: z.object({ bookingId: z.uuid(), changeId: z.uuid() }).optional(),
    seats: z.array(seatSelectionSchema).max(200).default([]),
    bags: z.array(bagSelectionSchema).max(200).default([]),
    cardDetails: cardDetailsSchema.optional(),
    paymentMethodId: z
      .string()
      .regex(/^pm_\w+$/, 'Invalid input')
      .optional(),
    /** Token of the card provider's form; the bank may ask the cardholder, so that the response has a `nextAction`. */
    confirmationTokenId: z
      .string()
      .regex(/^ctoken_\w+$/, 'Invalid input')
      .optional(),
    /** The card is not asked for a trip that they have booked already, until `bookAgain` says that it is wanted. (STATUS-05) */
    travellers: z
      .array(z.object({ firstName: typedText().max(100), lastName: typedText().max(100) }))
      .max(9)
      .optional(),
    contactEmail: typedText().max(254).optional(),
    bookAgain: z.boolean().optional(),
  })
  .meta({ id: 'PaymentRequest' });
export type PaymentRequest = z.output<typeof paymentRequestSchema>;

/** What is shown of a card. (MONEY-32) */
export const cardSummarySchema = z.object({ brand: z.string(), last4: z.string() });

/** `paymentId` identifies the authorisation in the booking request. */
export const paymentResultSchema = z
  .object({
    success: z.boolean(),
    paymentId: z.string().optional(),
    /** Authorised amount, decimal string. */
    amount: amountSchema.optional(),
    currency: z.string().optional(),
    card: cardSummarySchema.optional(),
    /** The bank asks the cardholder; the card provider's script shows it. Afterwards the payment is to be continued. (ELEMENT-02) */
    nextAction: z.object({ kind: z.literal('challenge'), clientSecret: z.string() }).optional(),
    error: z.string().optional(),
    message: z.string().optional(),
  })
  .meta({ id: 'PaymentResult' });
/** Which form takes the card: the provider's, with the publishable key of the mode, or our own fields. (ELEMENT-01) */
export const cardFormSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('fields') }),
    z.object({
      kind: z.literal('element'),
      publishableKey: z.string(),
      /** What the form shows as the amount, in the provider's units of the currency. */
      amount: z.int().positive(),
      /** A sandbox's script, in place of the provider's. */
      scriptUrl: z.url().optional(),
    }),
  ])
  .meta({ id: 'CardForm' });
export type CardForm = z.output<typeof cardFormSchema>;

export type PaymentResult = z.output<typeof paymentResultSchema>;
