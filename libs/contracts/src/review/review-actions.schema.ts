import '../validation-messages.ts';
import { z } from 'zod';
import { amountInputSchema, emailSchema } from '../common.schema.ts';

export const reasonSchema = z.string().trim().min(1, 'Please say why').max(1000);
const messageSchema = z.string().trim().min(1, 'Please write a message').max(1000);

/** How an action is shown, and what a request of it has besides its name and id. */
export interface ReviewActionRow<
  Input extends z.ZodRawShape = z.ZodRawShape & { text: z.ZodType<string | undefined> },
> {
  label: string;
  confirmLabel: string;
  input: Input;
  /** It cannot be undone: a screen warns, and asks for a reason. */
  isFinal?: true;
  /** What its text is called if it is no reason; null where a screen asks for none. */
  textLabel?: string | null;
}

const row = <Input extends z.ZodRawShape>(
  label: string,
  confirmLabel: string,
  input: Input,
  details: Pick<ReviewActionRow, 'isFinal' | 'textLabel'> = {},
): ReviewActionRow<Input> => ({ label, confirmLabel, input, ...details });

const final = { isFinal: true } as const;
const comment = { text: z.string().trim().max(1000).default('') };
const reason = { text: reasonSchema };
const message = { text: messageSchema };
const changeId = z.uuid();
/** Of a change that is not paid; without it the action is on the booking itself. */
const ofChange = { changeId: changeId.optional() };
const amount = amountInputSchema;
/** In advance it is taken off what a later cancellation gives back, else it is goodwill. */
const isAdvance = z.boolean().default(false);
/** The same amount was refunded within the last hour, and is meant to be refunded again. */
const isRepeat = z.boolean().default(false);
const mail = z.string().max(30);
const ofAirline = { changeId: z.string().min(1).max(100) };

/** All actions of support on a booking: their names, labels and input. (REVIEW-02, LEDGER-05, TRIP-07) */
const rows = {
  /** Orders a booking at risk. */
  accept: row('Accept', 'Accept the booking', comment),
  /** Runs the step at which the booking stopped again. */
  retry: row('Retry', 'Retry now', comment),
  /** Charges the card for its order, or for a change that is not paid. */
  charge: row('Charge the card', 'Charge the card', { ...comment, ...ofChange }, final),
  /** Cancels a confirmed booking as the traveller can, by the quote that was shown. */
  cancel: row('Cancel the booking', 'Cancel the booking', { ...comment, quoteId: z.uuid() }, final),
  /** Cancels the order whatever the airline keeps, and voids the payment. */
  cancel_order: row('Cancel the order', 'Cancel the order', comment, final),
  /** Voids the payment. */
  void: row('Release the card', 'Release the card', comment, final),
  refund: row('Refund', 'Refund now', { ...comment, amount, isAdvance, isRepeat }, final),
  /** Ends the booking, or a change that is not paid, by what was agreed elsewhere. */
  settle: row('Settle by hand', 'Settle now', { ...reason, amount, ...ofChange }, final),
  /** Ends a change that is not paid without its price. */
  waive: row('Waive the price of a change', 'Waive the price', { ...reason, changeId }, final),
  /** Asks the airline no more for what it keeps failing. */
  stop: row('Stop asking the airline', 'Stop asking', reason, final),
  /** Writes what both providers say into an edited row. */
  correct: row('Correct the booking', 'Correct the booking', comment, final),
  accept_change: row('Accept the new flights', 'Accept for the traveller', { ...comment, ...ofAirline }),
  /** Makes a quoted change that costs nothing. */
  change: row('Make the change', 'Make the change', { ...comment, changeId }, final),
  /** Mails the traveller the link that pays a quoted change. */
  offer_change: row('Offer the change', 'Send the link to pay', { ...comment, changeId }),
  /** Sends the card provider what is stored against a dispute. */
  evidence: row('Answer the dispute', 'Send evidence', comment),
  /** Changes where the mails of the booking go. */
  contact: row('Change the email address', 'Change the address', { ...reason, email: emailSchema() }),
  write: row('Write to the traveller', 'Send message', message, { textLabel: 'Message' }),
  resend: row('Send mail again', 'Send again', { ...comment, mail }, { textLabel: null }),
  note: row('Add a note', 'Save note', reason, { textLabel: 'Note' }),
};
export type ReviewAction = keyof typeof rows;
export const reviewActions: Record<ReviewAction, ReviewActionRow> = rows;
export const actionNames = Object.keys(rows) as ReviewAction[];

type ActionSchema = {
  [Action in ReviewAction]: (typeof rows)[Action] extends ReviewActionRow<infer Input>
    ? z.ZodObject<{ actionId: z.ZodUUID; action: z.ZodLiteral<Action> } & Input>
    : never;
}[ReviewAction];

/** An action of support on a booking. `actionId` is new for each decision: a repeat with the same one has no further effect. (REVIEW-02) */
export const bookingActionSchema = z.discriminatedUnion(
  'action',
  actionNames.map((action) =>
    z.object({ actionId: z.uuid(), action: z.literal(action), ...rows[action].input }),
  ) as unknown as [ActionSchema],
);

/** What can be decided on a case, in words. (REVIEW-02, LEDGER-05, LEDGER-07) */
export const caseDecisions = {
  join: {
    ...{ label: 'Join into a booking', title: 'Join into a booking?', confirmLabel: 'Join now' },
    effect:
      'Makes a booking of the order and its charge, by what both providers say, and closes the case. It is confirmed, and no money moves. If its order is cancelled, the booking is, and what the airline gives back and was not refunded yet goes to the card.',
    textLabel: 'Reason',
  },
  refund: {
    ...{ label: 'Refund the charge', title: 'Refund this charge?', confirmLabel: 'Refund now' },
    effect:
      'Pays back to the card what is left of the charge at the card provider, once. Nobody is written to, and the case is closed. Not possible while the airline has an order for it or the cardholder disputes it.',
    textLabel: 'Reason',
  },
  close: {
    ...{ label: 'Close', title: 'Close this case?', confirmLabel: 'Close case' },
    effect: 'It leaves the queue, and nothing else happens: no money moves and nobody is written to.',
    textLabel: 'Why is it done?',
  },
};
export type CaseDecision = keyof typeof caseDecisions;
export const decisionNames = Object.keys(caseDecisions) as CaseDecision[];
