import '../validation-messages.ts';
import { z } from 'zod';
import { bookingChangeSchema, changeOptionsSchema } from '../bookings/booking-change.schema.ts';
import { bookingDataSchema, cancellationQuoteSchema, mailProblemSchema } from '../bookings/booking.schema.ts';
import { cardSummarySchema } from '../payments/payment.schema.ts';
import { cancellabilities } from '../bookings/cancellability.ts';
import { amountSchema, dateSchema, modeSchema, typedText } from '../common.schema.ts';
import { actionNames, decisionNames, reasonSchema, type ReviewAction } from './review-actions.schema.ts';

export const reviewCaseKinds = [
  'risk',
  'booking',
  'payment',
  'late_order',
  'late_hold',
  'refund_failed',
  'dispute',
  'fraud_warning',
  'airline_change',
  'airline_balance',
  'mail_bounced',
  'reconciliation',
] as const;

/** What a person must decide. Times are ISO 8601 in UTC. (REVIEW-01) */
export const reviewCaseSchema = z
  .object({
    id: z.string(),
    kind: z.enum(reviewCaseKinds),
    mode: modeSchema,
    /** What happened, in a sentence. */
    summary: z.string(),
    /** Our id or the provider's, by which it can be found there. */
    subject: z.string(),
    openedAt: z.string(),
    closedAt: z.string().nullable(),
    closedBy: z.string().nullable(),
    /** User name of the person who decides on it. */
    assignee: z.string().nullable(),
    /** When it has to be decided. */
    dueAt: z.string().nullable(),
    /** What can be decided on it. */
    decisions: z.array(z.enum(decisionNames)),
    /** The case is about a refund by hand of a confirmed booking, which can be an advance. (REFUND-02) */
    canBeAdvance: z.boolean().optional(),
    booking: z
      .object({
        id: z.string(),
        reference: z.string().nullable(),
        contactName: z.string(),
        /** "New York to London". */
        route: z.string(),
        amount: amountSchema,
        currency: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'ReviewCase' });
export type ReviewCase = z.output<typeof reviewCaseSchema>;
export type ReviewCaseKind = ReviewCase['kind'];

/** Open cases are sorted by age, the oldest first, after those that are overdue; closed ones the other way round. `next` is the cursor of the part that follows. */
export const reviewCasePageSchema = z
  .object({ cases: z.array(reviewCaseSchema), total: z.int(), next: z.string().nullable() })
  .meta({ id: 'ReviewCasePage' });
export type ReviewCasePage = z.output<typeof reviewCasePageSchema>;

const cursorSchema = z
  .string()
  .regex(/^\d{1,6}$/, 'Invalid input')
  .optional();

export const reviewCaseQuerySchema = z.object({
  /** `mine`: the open ones of the signed-in user. */
  status: z.enum(['open', 'mine', 'closed']).default('open'),
  cursor: cursorSchema,
});

export const reviewCaseParamsSchema = z.object({ id: z.uuid() });
/** What is not given stays. */
export const casePlanSchema = z.object({
  assignee: z.enum(['me', 'nobody']).optional(),
  /** Who had the case when the list was read, null for nobody: it is not taken from anybody else. */
  takenFrom: z.string().nullable().optional(),
  dueAt: z.iso.datetime().nullable().optional(),
});
export const closeCaseSchema = z.object({
  text: reasonSchema,
  /** The refund by hand is taken off what a later cancellation gives back; without it, it is goodwill. */
  isAdvance: z.boolean().optional(),
});
export const joinedBookingSchema = z.object({ bookingId: z.string() });

/** What a day (UTC) brought, by the tables and by the providers. (REVIEW-06) */
export const dailyCloseSchema = z
  .object({
    day: z.string(),
    mode: modeSchema,
    /** Null for what the providers have without a row of ours. (LEDGER-03) */
    brand: z.string().nullable(),
    currency: z.string(),
    /** Bookings that were confirmed. */
    bookings: z.int(),
    captured: amountSchema,
    ordered: amountSchema,
    refunded: amountSchema,
    /** Captured less ordered, of bookings that were confirmed. */
    markup: amountSchema,
    provider: z.object({
      captured: amountSchema,
      ordered: amountSchema,
      refunded: amountSchema,
      /** Disputes that were opened on this day. */
      disputed: amountSchema,
    }),
    computedAt: z.string(),
  })
  .meta({ id: 'DailyClose' });
export type DailyClose = z.output<typeof dailyCloseSchema>;

export const dailyClosesSchema = z.object({
  closes: z.array(dailyCloseSchema),
  /** When days and providers were compared last; null before the first time. What came later is in no day yet. */
  comparedAt: z.string().nullable(),
});

export const dailyCloseQuerySchema = z.object({ from: dateSchema, to: dateSchema });

/** A booking in a list for support. */
export const reviewedBookingSchema = z
  .object({
    id: z.string(),
    reference: z.string().nullable(),
    /** The state of its steps. */
    state: z.string(),
    mode: modeSchema,
    brand: z.string(),
    contactName: z.string(),
    contactEmail: z.string(),
    /** "New York to London". */
    route: z.string(),
    amount: amountSchema,
    currency: z.string(),
    createdAt: z.string(),
    openCases: z.int(),
  })
  .meta({ id: 'ReviewedBooking' });
export type ReviewedBooking = z.output<typeof reviewedBookingSchema>;

export const reviewedBookingPageSchema = z
  .object({ bookings: z.array(reviewedBookingSchema), next: z.string().nullable() })
  .meta({ id: 'ReviewedBookingPage' });
export type ReviewedBookingPage = z.output<typeof reviewedBookingPageSchema>;

/** `text` is a reference, an id of ours or of a provider, or the beginning of the contact's name, last name or email address. */
export const reviewedBookingQuerySchema = z.object({
  text: typedText().trim().max(100).optional(),
  state: z
    .string()
    .regex(/^[a-z_]{1,20}$/, 'Invalid input')
    .optional(),
  cursor: cursorSchema,
});

/** What support did; `join` made the booking. (LEDGER-07) */
const pastActions = [...actionNames, 'join'] as const;
export type PastAction = ReviewAction | 'join';

/** A booking with all that is recorded of it: no passport, card number or secret. (REVIEW-02) */
export const bookingRecordSchema = reviewedBookingSchema
  .extend({
    steps: z.array(z.object({ state: z.string(), at: z.string() })),
    flights: z.array(z.string()),
    passengers: z.array(z.string()),
    /** What the traveller can do in My Trips. */
    cancellability: z.enum(cancellabilities),
    order: z.object({
      id: z.string().nullable(),
      amount: amountSchema.nullable(),
      currency: z.string().nullable(),
    }),
    payment: z.object({
      id: z.string(),
      state: z.string(),
      /** State of the cardholder's dispute with their bank. (LEDGER-06) */
      dispute: z.enum(['open', 'won', 'lost']).nullable(),
      /** What the bank has given back after a lost one, of all or of a part. */
      disputeLost: amountSchema.nullish(),
      intentId: z.string().nullable(),
      card: cardSummarySchema.nullable(),
    }),
    refunds: z.array(
      z.object({
        id: z.string().nullable(),
        amount: amountSchema,
        /** `due` or, while its payment is disputed, `disputed` until the card provider has it, then what that says; `by_bank` when a lost dispute came first. (LEDGER-01) */
        state: z.enum(['due', 'pending', 'succeeded', 'failed', 'disputed', 'by_bank']),
        by: z.string(),
        at: z.string(),
      }),
    ),
    /** The address of the contact does not get mails. */
    mailProblem: mailProblemSchema
      .extend({
        /** Text of the receiver's mail server. */
        reason: z.string(),
        /** Event type of the mail. */
        mail: z.string(),
        at: z.string(),
      })
      .nullish(),
    /** Of a corrected address: the one that its code is awaited from, and until when the traveller's changes wait for the one before. (GUARD-11) */
    addressCorrection: z
      .object({ pending: z.string().nullable(), former: z.string().nullable(), until: z.string().nullable() })
      .nullish(),
    mails: z.array(z.object({ kind: z.string(), at: z.string(), sentAt: z.string().nullable() })),
    cases: z.array(reviewCaseSchema),
    /** What can be changed of the trip now. (TRIP-07) */
    changeOptions: changeOptionsSchema,
    /** The trip as its traveller sees it, of which flights and bags are chosen. */
    trip: bookingDataSchema,
    /** What was agreed, or offered to the traveller, the newest first. */
    changes: z.array(bookingChangeSchema.extend({ offeredAt: z.string().nullable() })),
    history: z.array(
      z.object({
        id: z.string(),
        action: z.enum(pastActions),
        text: z.string(),
        by: z.string(),
        at: z.string(),
      }),
    ),
    /** What can be done now, with its effect in a sentence. */
    actions: z.array(
      z.object({
        action: z.enum(actionNames),
        effect: z.string(),
        /** The most that can be refunded. */
        maxAmount: amountSchema.optional(),
        /** The mail that would be sent again. */
        mail: z.string().optional(),
        /** The change by the airline that would be accepted, or the change of the booking that is not paid. */
        changeId: z.string().optional(),
        /** What the card provider would be sent against a dispute. (LEDGER-06) */
        evidence: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'BookingRecord' });
export type BookingRecord = z.output<typeof bookingRecordSchema>;

/** What the traveller is told of a cancellation, and of what it is made up. (REFUND-02) */
export const reviewedQuoteSchema = cancellationQuoteSchema
  .extend({
    /** What the airline gives back of its order. */
    airline_refund_amount: amountSchema,
    /** What was paid above the order, which comes back too. */
    markup_amount: amountSchema,
    /** What support has paid of it in advance. */
    advance_amount: amountSchema,
  })
  .meta({ id: 'ReviewedQuote' });
export type ReviewedQuote = z.output<typeof reviewedQuoteSchema>;

/** A quoted change, the action that agrees it or has the traveller agree it, and what that does. (TRIP-07) */
export const reviewedChangeSchema = z
  .object({
    change: bookingChangeSchema,
    action: z.enum(['change', 'offer_change']),
    effect: z.string(),
  })
  .meta({ id: 'ReviewedChange' });
export type ReviewedChange = z.output<typeof reviewedChangeSchema>;
