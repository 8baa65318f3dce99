import { z } from 'zod';
import {
  amountInputSchema,
  amountSchema,
  currencySchema,
  modeSchema,
  offerIdSchema,
} from '../common.schema.ts';
import {
  bagSelectionSchema,
  boughtBagSchema,
  conditionsSchema,
  includedBagsSchema,
  sliceSchema,
} from '../offers/offer.schema.ts';
import { bookedSeatSchema, bookingChangeSchema, changeOptionsSchema } from './booking-change.schema.ts';
import { cancellabilities } from './cancellability.ts';
import { refundShareSchema } from './refund-share.schema.ts';
import { passengerSchema } from './passenger.schema.ts';
import { cardDetailsSchema, cardSummarySchema } from '../payments/payment.schema.ts';
import { seatSelectionSchema } from '../offers/seat-map.schema.ts';

/** Amount that the traveller agreed to pay, and the payment. (MONEY-23) */
export const paymentDetailsSchema = z
  .object({
    amount: amountInputSchema,
    currency: currencySchema,
    paymentId: z.string().optional(),
    cardDetails: cardDetailsSchema.optional(),
  })
  .meta({ id: 'PaymentDetails' });

/** Booking request. (API-11) */
export const bookingRequestSchema = z
  .object({
    offerId: offerIdSchema,
    passengers: z.array(passengerSchema).max(9),
    paymentDetails: paymentDetailsSchema,
    seats: z.array(seatSelectionSchema).max(200).default([]),
    bags: z.array(bagSelectionSchema).max(200).default([]),
    /** For a card in this request: the passengers want a trip a second time that they have booked already. */
    bookAgain: z.boolean().optional(),
    /** The traveller has asked for a mail before check-in opens. */
    checkInReminder: z.boolean().optional(),
    /** The traveller agrees that all passengers are under 16. (RULE-06) */
    minorsConsent: z.boolean().optional(),
  })
  .meta({ id: 'BookingRequest' });
export type BookingRequest = z.output<typeof bookingRequestSchema>;

/** `pending`: the order's outcome is unknown. (PROVIDER-34) */
export const bookingStatuses = ['pending', 'confirmed', 'completed', 'cancelled'] as const;
export const bookingStatusSchema = z.enum(bookingStatuses);
export type BookingStatus = z.output<typeof bookingStatusSchema>;

/** (API-12) 201 when confirmed, 202 while pending; a repeat with the same key returns the current status. */
export const bookingResponseSchema = z
  .object({
    id: z.string(),
    status: bookingStatusSchema,
    /** The provider's order id; null while pending. */
    duffelBookingId: z.string().nullable(),
    /** Reference at the airline; null while pending. (CONFIRM-03) */
    bookingReference: z.string().nullable(),
    total_amount: amountSchema,
    total_currency: z.string(),
    created_at: z.string(),
    card: cardSummarySchema.nullable(),
    accountCreated: z.boolean(),
    /** `password` only in the first confirmed response to the visitor who booked. (STATUS-02) */
    accountInfo: z
      .object({ username: z.string(), email: z.string(), password: z.string().optional() })
      .nullable(),
    emailContent: z.object({ subject: z.string(), text: z.string() }).nullable(),
    /** Opens the status page; missing once the key that it was derived with is gone. (STATUS-01) */
    statusToken: z.string().optional(),
  })
  .meta({ id: 'BookingResponse' });
export type BookingResponse = z.output<typeof bookingResponseSchema>;

/** What the key of a booking tells without the cookie of its visitor: the state, and where to read more. (PROVIDER-32) */
export const bookingLinkSchema = bookingResponseSchema
  .pick({ status: true, statusToken: true })
  .meta({ id: 'BookingLink' });
export type BookingLink = z.output<typeof bookingLinkSchema>;

/** What the traveller may do about a change by the airline. */
const airlineChangeActions = ['accept', 'change', 'cancel'] as const;
export type AirlineChangeAction = (typeof airlineChangeActions)[number];

/** The latest change of the flights by the airline. (TRIP-05) */
const airlineChangeSchema = z.object({
  /** The provider's. */
  id: z.string(),
  actions: z.array(z.enum(airlineChangeActions)),
  /** The airline flies none of the flights; they stand as they were. */
  is_cancelled: z.boolean(),
  /** Last day to answer (yyyy-MM-dd), where the first flight departs. */
  answer_by: z.string(),
  /** When it was accepted, here or elsewhere; null while the airline waits for an answer. */
  answered_at: z.string().nullable(),
});
export type AirlineChange = z.output<typeof airlineChangeSchema>;

/** The offer as it was sold. (API-18) */
export const bookingDataSchema = z
  .object({
    booking_reference: z.string().nullable(),
    slices: z.array(sliceSchema),
    /** The flights as the traveller booked or last accepted them, once the airline has changed them. (TRIP-05) */
    earlier_slices: z.array(sliceSchema).optional(),
    airline_change: airlineChangeSchema.optional(),
    passengers: z.array(
      z.object({
        id: z.string(),
        given_name: z.string(),
        family_name: z.string(),
        type: z.enum(['adult', 'child', 'infant']),
      }),
    ),
    seats: z.array(bookedSeatSchema),
    bags: z.array(boughtBagSchema),
    total_amount: amountSchema,
    total_currency: z.string(),
    conditions: conditionsSchema,
    included_bags: includedBagsSchema,
    /** All passengers were under 16 when it was booked, and the traveller has agreed to that. (RULE-06) */
    minors_consent: z.boolean().optional(),
    /** The airline has said, when it was asked, that a cancellation gives credit and no money. */
    refunded_as_credit: z.boolean().optional(),
  })
  .meta({ id: 'BookingData' });
export type BookingData = z.output<typeof bookingDataSchema>;

/** What the airline gives in place of money, for a later flight. */
const airlineCreditSchema = z.object({
  /** The airline's, by which it names the conditions of use. */
  name: z.string().nullable(),
  /** To redeem it at the airline; null before it exists, and on pages without a sign-in. */
  code: z.string().nullable(),
  amount: amountSchema,
  currency: z.string(),
  /** The passenger's name; null where that is not known. */
  passenger: z.string().nullable(),
  /** The last day, yyyy-MM-dd; null where the airline does not say it. */
  expires_on: z.string().nullable(),
});
export type AirlineCredit = z.output<typeof airlineCreditSchema>;

/** What comes back to the card, of a cancelled booking or by a decision of support. (REFUND-04) */
const bookingRefundSchema = refundShareSchema
  .extend({
    currency: z.string(),
    /** What was refunded besides `amount`, of a cancelled booking. */
    returned_amount: amountSchema.nullable(),
    /**
     * The part of support's refunds that a later cancellation gives back less; the rest is goodwill. Null where no cancellation can
     * follow.
     */
    advance_amount: amountSchema.nullable(),
    /** What the bank has given back besides, after a dispute. */
    bank_amount: amountSchema.nullish(),
    /** Of which `amount` and `returned_amount` are made up, where not all of it is in one state or of one card. */
    shares: z.array(refundShareSchema).optional(),
    /** Besides, of a cancelled booking. */
    credits: z.array(airlineCreditSchema).optional(),
  })
  .meta({ id: 'BookingRefund' });
export type BookingRefund = z.output<typeof bookingRefundSchema>;

/** What everyone with the link of a booking's status page may know of it. (STATUS-01) */
export const bookingProgressSchema = z
  .object({
    /** `failed`: nothing was charged; `review`: a person decides. */
    status: z.enum(['pending', 'confirmed', 'failed', 'review', 'cancelled']),
    /** Why it failed, or until when it waits for a decision. */
    reason: z.string().nullable(),
    bookingReference: z.string().nullable(),
    total_amount: amountSchema,
    total_currency: z.string(),
    created_at: z.string(),
    first_names: z.array(z.string()),
    slices: z.array(sliceSchema),
    /** Set for a cancelled booking, without the card. (LEDGER-02) */
    refund: bookingRefundSchema.nullable(),
    /** Only for the visitor or user who booked, while it has not failed. (STATUS-02) */
    booking: bookingResponseSchema.nullable(),
  })
  .meta({ id: 'BookingProgress' });
export type BookingProgress = z.output<typeof bookingProgressSchema>;

/** `details` of IDEMPOTENCY_IN_PROGRESS and BOOKING_UNDER_WAY: the booking that is under way. */
export const bookingUnderWaySchema = z.object({ status_token: z.string() });

/** `details` of TRIP_BOOKED, only for the visitor or user who booked it. */
export const tripBookedSchema = z.object({ status_token: z.string(), booking_reference: z.string() });
export type TripBooked = z.output<typeof tripBookedSchema>;

const bookingBase = z.object({
  id: z.string(),
  status: bookingStatusSchema,
  mode: modeSchema,
  duffelBookingId: z.string().nullable(),
  bookingReference: z.string().nullable(),
  created_at: z.string(),
  /** Null unless the booking is cancelled or something was refunded. */
  refund: bookingRefundSchema.nullable(),
  cancellability: z.enum(cancellabilities),
});

/** Booking in a list: `bookingData` is an object. (API-17) */
export const bookingListItemSchema = bookingBase
  .extend({ bookingData: bookingDataSchema })
  .meta({ id: 'BookingListItem' });
export type BookingListItem = z.output<typeof bookingListItemSchema>;

/** `held`: charged once the airline confirms; `released`: nothing was charged. */
export const bookingPaymentSchema = z
  .object({
    card: cardSummarySchema.nullable(),
    state: z.enum(['held', 'paid', 'released']),
  })
  .meta({ id: 'BookingPayment' });
export type BookingPayment = z.output<typeof bookingPaymentSchema>;

/** An electronic ticket of a passenger, with the number that the airline has given it. */
export const ticketSchema = z.object({ passenger_id: z.string(), number: z.string() });
export type Ticket = z.output<typeof ticketSchema>;

/**
 * `awaited`: the airline has not issued a ticket for every passenger yet; `missing`: it has not within a day, as some never do.
 * (TRIP-01)
 */
export const bookingTicketsSchema = z
  .object({ state: z.enum(['issued', 'awaited', 'missing']), tickets: z.array(ticketSchema) })
  .meta({ id: 'BookingTickets' });
export type BookingTickets = z.output<typeof bookingTicketsSchema>;

/** Mails of the booking come back from the address, or are reported as spam there. */
export const mailProblemSchema = z.object({
  kind: z.enum(['bounced', 'full', 'complained']),
  address: z.string(),
});
export type MailProblem = z.output<typeof mailProblemSchema>;

/** What waits after support has corrected the email address of a booking; no address is shown in full. (GUARD-11) */
const addressCorrectionSchema = z.object({
  /** Where mails go once the code that was sent there is entered; null once it was. */
  pending: z.string().nullable(),
  /** Until when cancelling and changing wait, in a sentence that says what ends it sooner; null where they do not. */
  wait: z.object({ until: z.string(), text: z.string() }).nullable(),
});
export type AddressCorrection = z.output<typeof addressCorrectionSchema>;

/** Booking detail: `bookingData` is a JSON string of BookingData. (API-57) */
export const bookingDetailSchema = bookingBase
  .extend({
    bookingData: z.string(),
    payment: bookingPaymentSchema,
    change_options: changeOptionsSchema,
    /** Agreed changes, oldest first. (TRIP-03, TRIP-04) */
    changes: z.array(bookingChangeSchema),
    /** Its address is not shown in full. */
    mail_problem: mailProblemSchema.nullish(),
    address_correction: addressCorrectionSchema.nullish(),
  })
  .meta({ id: 'BookingDetail' });
export type BookingDetail = z.output<typeof bookingDetailSchema>;

/** A booking as its owner takes it away. */
export const exportedBookingSchema = bookingListItemSchema
  .extend({
    payment: bookingPaymentSchema,
    changes: z.array(bookingChangeSchema),
    contact: z.object({ email: z.string(), first_name: z.string(), last_name: z.string() }),
    tickets: z.array(ticketSchema),
    /** By passenger, while the trip is not over: until when the passport is valid. */
    passport_expiries: z.record(z.string(), z.string()),
  })
  .meta({ id: 'ExportedBooking' });

/** Refund if the booking is cancelled now. (PROVIDER-40) */
export const cancellationQuoteSchema = z
  .object({
    quote_id: z.string(),
    refund_amount: amountSchema,
    refund_currency: z.string(),
    /** Card to be refunded; null when there is no refund. */
    refund_to: cardSummarySchema.nullable(),
    paid_amount: amountSchema,
    /** What the bank has given back after a lost dispute; null without one. */
    bank_amount: amountSchema.nullish(),
    /** At the cardholder's bank; while it is open nothing is refunded. (LEDGER-06) */
    dispute: z.enum(['open', 'won', 'lost']).nullish(),
    /** What the airline gives in place of money. */
    credits: z.array(airlineCreditSchema),
    expires_at: z.string().nullable(),
  })
  .meta({ id: 'CancellationQuote' });
export type CancellationQuote = z.output<typeof cancellationQuoteSchema>;

export const bookingParamsSchema = z.object({ id: z.string().min(1).max(64) });
