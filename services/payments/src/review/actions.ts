import {
  cancellationRefusals,
  cardStepMinor,
  formatMinor,
  getOpenChange,
  type actOnBooking,
  type BodyOf,
  type BookingRecord,
  type ReviewAction,
  type User,
} from '@fareline/contracts';
import { formatMinorWithCode } from '@fareline/presentation/formats';
import { tableWindow } from '@fareline/service-kit/limits/table-window';
import { insertOutboxRow } from '@fareline/service-kit/outbox';
import { acceptAirlineChange } from '../airline-changes/accept-airline-change.ts';
import { getChange, type StoredChange } from '../amendments/amendment.repository.ts';
import {
  bookedStates,
  cancelledStates,
  serialiseFailure,
  type Booking,
} from '../bookings/booking.repository.ts';
import { getNewestEmail, nameRecipient } from '../bookings/contact-correction.ts';
import { notConfirmedFailure } from '../bookings/place-order.step.ts';
import { getShownQuote } from '../cancellations/accept-quote.ts';
import type { Payment } from '../cards/payment.repository.ts';
import { mailKinds, type Database, type OutboxKind } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { repeatMail } from '../mail/repeat-mail.ts';
import { throwUnavailable } from '../provider-unavailable.ts';
import { readPayments } from '../reconciliation/read-payments.ts';
import { findMostLeft, getLeftMinor, sumLeft, type PaidPayment } from '../refunds/paid-payments.ts';
import type { Refund } from '../refunds/refund.repository.ts';
import { tripCodeLimits } from '../limits.ts';
import { undecidedStates } from '../review-cases/case-decisions.ts';
import { retryEffects, type ActionFacts, type RetryState, type UnpaidChange } from './action-facts.ts';
import { addRefund } from './add-refund.ts';
import { changeContact, hasAccountOfContact } from './change-contact.ts';
import { getShownChange, offerChange } from './change-for-caller.ts';
import { correctBooking, notCorrectable, readProvidedFacts } from './correct-booking.ts';
import {
  decideChange,
  resume,
  settle,
  startCancellation,
  startChange,
  stopAsking,
} from './decide-booking.ts';
import { nameCard } from './name-card.ts';
import { answerDispute, recordAnswer } from './dispute-evidence.ts';
import { notPossible } from './not-possible.ts';
import { parseAmount } from './parse-amount.ts';

export type ActionRequest = BodyOf<typeof actOnBooking>;
type RequestOf<Action extends ReviewAction> = Extract<ActionRequest, { action: Action }>;
export type PossibleAction = BookingRecord['actions'][number];
type Target = Omit<PossibleAction, 'action' | 'effect'>;

/** Who acts on which booking. */
export interface ActionContext {
  deps: Deps;
  booking: Booking;
  user: User;
  ipAddress: string;
}

/** What an action does in its transaction, and what is said of it in history and audit trail. */
export interface Work {
  minor?: number;
  change?: StoredChange;
  /** What the history says in place of amount and reason. */
  text?: string;
  details?: Record<string, object>;
  /** Returns the refund that is due then. */
  apply?: (trx: Database, facts: ActionFacts) => Promise<Refund | void>;
}

interface SupportAction<Action extends ReviewAction> {
  /** Whether it is possible, or what it is possible for. What has none is offered with the quote of a change. */
  when?: (facts: ActionFacts) => boolean | readonly Target[];
  /** What it does, in words. */
  effect?: (facts: ActionFacts, target: Target) => string;
  /** The same for each change that is not paid. */
  ofChange?: {
    when: (facts: ActionFacts, unpaid: UnpaidChange) => boolean;
    effect: (facts: ActionFacts, unpaid: UnpaidChange) => string;
  };
  /** Asks the providers, or does at once what a repeat finds done, and throws what they say against it. */
  run: (context: ActionContext, request: RequestOf<Action>) => Work | Promise<Work>;
  /** Says itself why it is not possible, by more than the facts. */
  refusesItself?: true;
  refusal?: (facts: ActionFacts, request: RequestOf<Action>) => string | undefined;
}

const mailNames: Partial<Record<OutboxKind, string>> = {
  mail_confirmed: 'confirmation',
  mail_failed: 'notice of failure',
  mail_cancelled: 'confirmation of the cancellation',
  mail_review: 'notice that a person is looking',
  mail_airline_change: 'notice of a change by the airline',
  mail_airline_cancelled: 'notice of a cancellation by the airline',
  mail_refunded: 'notice of the refund',
  mail_refund_failed: 'notice of a failed refund',
  mail_changed: 'notice of a change',
  mail_change_failed: 'notice of a change that failed',
  mail_change_unpaid: 'notice of a change that is not paid',
  mail_cancel_failed: 'notice of a cancellation that failed',
  mail_check_in: 'reminder of check-in',
  mail_contact_code: 'code that confirms the corrected address',
  mail_message: 'last message of support',
};
/** Why a mail that was sent is not sent again. */
const pastMails: Partial<Record<OutboxKind, string>> = {
  mail_review: 'No person is looking at this booking any more.',
  mail_contact_code: 'The code was entered already.',
};
/** Mails of one moment: a change of address is past, and the price of an offer does not hold. */
const passingMails: readonly OutboxKind[] = ['mail_contact', 'mail_change_offered'];

const statesWithoutAuthorisation: readonly Payment['state'][] = ['captured', 'voided', 'declined', 'settled'];

const isAuthorised = ({ payment }: ActionFacts) => !statesWithoutAuthorisation.includes(payment.state);
const isUnpaidOrder = ({ booking, payment }: ActionFacts) =>
  booking.state === 'needs_review' && booking.order_id !== null && payment.state !== 'captured';
const isUndecided = ({ booking }: ActionFacts) => undecidedStates.includes(booking.state);
const isCancelled = ({ booking }: ActionFacts) => cancelledStates.includes(booking.state);
const isBooked = ({ booking }: ActionFacts) => bookedStates.includes(booking.state);

const getMostLeft = (payments: readonly PaidPayment[]) => {
  const payment = findMostLeft(payments);
  return payment ? getLeftMinor(payment) : 0;
};
const formatTotal = ({ booking }: ActionFacts) => formatMinorWithCode(booking.amount_minor, booking.currency);
const formatPrice = ({ change }: UnpaidChange) => formatMinorWithCode(change.charge_minor, change.currency);
const isHeld = ({ payment }: UnpaidChange) => payment?.state === 'capturing';
/** Said of a change that is ended without a charge. */
const describeRelease = (unpaid: UnpaidChange) =>
  isHeld(unpaid) ? ` ${nameCard(unpaid.payment).replace(/^t/, 'T')} is released.` : '';

/** Throws ACTION_NOT_POSSIBLE for a mailbox that has got as many codes as one may in a day. (LIMIT-05) */
async function countCode({ db }: Deps, address: string): Promise<void> {
  if (await tableWindow(db).count([{ ...tripCodeLimits.mailsOfSupport, subject: address.toLowerCase() }]))
    throw notPossible(
      'This mailbox has got too many codes today. Please try again tomorrow, or enter another address.',
    );
}

const resumeFrom =
  (state: RetryState, patch?: Parameters<typeof resume>[4]) =>
  ({ user }: ActionContext): Work => ({
    apply: (trx, { booking }) => resume(trx, booking, state, user, patch),
  });

/** Ends a change that is not paid: by what was settled elsewhere, or by charging its card again. */
async function endChange(
  { deps, booking, user }: ActionContext,
  changeId: string,
  settledMinor?: number,
): Promise<Work> {
  const change = await getChange(deps.db, booking, changeId);
  return { change, apply: (trx, facts) => decideChange(trx, facts.booking, change, settledMinor, user) };
}

/** Makes the change whose quote was shown, or offers it to the traveller. */
const agreeQuote =
  (apply: (trx: Database, booking: Booking, change: StoredChange) => Promise<void>) =>
  async ({ deps, booking }: ActionContext, request: RequestOf<'change' | 'offer_change'>): Promise<Work> => {
    const change = await getShownChange(deps, booking, request);
    return { change, apply: (trx, facts) => apply(trx, facts.booking, change) };
  };

/** What was charged by hand meanwhile is recorded first. */
async function chargeOrder(context: ActionContext): Promise<Work> {
  await readPayments(context.deps, context.booking);
  return resumeFrom('capturing')(context);
}

/** An order that is not recorded yet must be found by a retry, not lose its payment. */
async function assertNoOrder({ flightProvider }: Deps, { mode, id, offer_id }: Booking): Promise<void> {
  const order = await flightProvider.findOrder(mode, id, offer_id).catch(throwUnavailable);
  if (order && !order.isCancelled)
    throw notPossible('The airline has an order for this booking. Retry, so that it is found and paid.');
}

/** The actions of support on a booking: when each is possible, what it does in words, and what runs. (REVIEW-02) */
const supportActions: { [Action in ReviewAction]: SupportAction<Action> } = {
  stop: {
    when: (facts) => facts.isStoppable,
    effect: () =>
      'Asks the airline no more. As soon as it shows that nothing was done, the booking stays as it is, and the trip or a mail says so; if it was done, it is ended as usual.',
    run: () => ({ apply: (trx, { booking }) => stopAsking(trx, booking) }),
  },
  accept: {
    when: ({ booking }) => booking.state === 'risk_review',
    effect: () => retryEffects.authorised,
    run: resumeFrom('authorised'),
  },
  retry: {
    when: ({ retryState }) => retryState !== undefined,
    effect: ({ retryState }) => (retryState ? retryEffects[retryState] : ''),
    run: ({ user }) => ({
      apply: async (trx, { booking, retryState }) => {
        if (retryState) await resume(trx, booking, retryState, user);
      },
    }),
  },
  charge: {
    // A retry of the capture is the same.
    when: (facts) => facts.retryState !== 'capturing' && isUnpaidOrder(facts) && isAuthorised(facts),
    effect: (facts) =>
      `Charges ${formatTotal(facts)} on ${nameCard(facts.payment)} for the order that exists, and confirms the booking. If the card refuses, the order is cancelled where the airline keeps nothing.`,
    ofChange: {
      when: (facts, unpaid) => isBooked(facts) && isHeld(unpaid),
      effect: (_, unpaid) =>
        `Tries again to charge ${nameCard(unpaid.payment)} ${formatPrice(unpaid)} for the change that the airline has made. If it refuses, the change stays as it is.`,
    },
    run: (context, { changeId }) => (changeId ? endChange(context, changeId) : chargeOrder(context)),
  },
  waive: {
    ofChange: {
      when: (facts) => isBooked(facts) || isCancelled(facts),
      effect: (_, unpaid) =>
        `Ends the change that the airline has made without its price of ${formatPrice(unpaid)}, and tells the traveller that it costs nothing.${describeRelease(unpaid)}`,
    },
    run: (context, { changeId }) => endChange(context, changeId, 0),
  },
  cancel: {
    when: ({ cancellability }) => cancellationRefusals[cancellability] === null,
    effect: ({ payment }) =>
      `Cancels the flights at the airline, pays back to ${nameCard(payment)} what its quote says, which is shown before, and tells the traveller by mail.`,
    // A quote that was shown holds although the first 24 hours are over.
    refusesItself: true,
    run: async ({ deps, booking, user, ipAddress }, { quoteId }) => {
      const quote = await getShownQuote(deps, booking, quoteId, ipAddress);
      return {
        minor: quote.refund_minor,
        apply: (trx, facts) => startCancellation(trx, facts.booking, quote, user),
      };
    },
  },
  cancel_order: {
    when: isUnpaidOrder,
    effect: (facts) =>
      `Cancels the order at the airline, whatever it keeps of our balance${isAuthorised(facts) ? ', and releases the card' : ''}. The booking ends as failed, and the traveller is told that nothing was charged.`,
    run: async (context) => {
      await readPayments(context.deps, context.booking);
      const failure = serialiseFailure(notConfirmedFailure);
      return resumeFrom('releasing', { accepts_penalty: true, was_pending: true, failure })(context);
    },
  },
  void: {
    when: (facts) =>
      isUndecided(facts) && facts.booking.order_id === null && facts.payment.state !== 'captured',
    effect: (facts) =>
      `Releases ${formatTotal(facts)} on ${nameCard(facts.payment)}. The booking ends as failed, and the traveller is told that nothing was charged.`,
    run: async (context) => {
      await readPayments(context.deps, context.booking);
      await assertNoOrder(context.deps, context.booking);
      return resumeFrom('voiding')(context);
    },
  },
  refund: {
    when: ({ refundable, booking }) => {
      const minor = getMostLeft(refundable);
      return minor > 0 && [{ maxAmount: formatMinor(minor, booking.currency) }];
    },
    effect: (facts) => {
      const { booking, refundable, payment } = facts;
      const minor = getMostLeft(refundable);
      const rest = sumLeft(refundable) - minor;
      return [
        `Pays up to ${formatMinorWithCode(minor, booking.currency)} back to ${nameCard(findMostLeft(refundable) ?? payment)}, and tells the traveller by mail.`,
        // A change was paid for by a charge of its own.
        rest > 0 &&
          `${formatMinorWithCode(rest, booking.currency)} are left of other charges, for refunds after it.`,
        isCancelled(facts) ? 'The flights are cancelled already.' : 'The flights are not cancelled.',
      ]
        .filter(Boolean)
        .join(' ');
    },
    // By what the card provider has left, which is read for it.
    refusesItself: true,
    run: async ({ deps, booking }, request) => {
      const { currency } = booking;
      const minor = parseAmount(request.amount, currency, { least: 1, step: cardStepMinor(currency) });
      const payments = await readPayments(deps, booking);
      return {
        minor,
        // The row of the refund has its amount.
        text: [request.isAdvance && 'in advance', request.text].filter(Boolean).join(': '),
        apply: (trx, facts) => addRefund(deps, trx, facts.booking, request, { minor, payments }),
      };
    },
  },
  settle: {
    when: ({ booking }) => booking.state === 'needs_review',
    effect: ({ booking, payment }) =>
      `Ends the booking as ${booking.order_id ? 'confirmed, and sends the confirmation' : 'cancelled'}, by what you have agreed with the traveller. No money moves${payment.state === 'captured' ? '' : ', and a hold on the card is released'}.`,
    ofChange: {
      when: (facts) => isBooked(facts) || isCancelled(facts),
      effect: (_, unpaid) =>
        `Ends the change that the airline has made as paid in another way, by what you have agreed with the traveller in place of its price of ${formatPrice(unpaid)}, and tells them. No card is charged.${describeRelease(unpaid)}`,
    },
    run: async (context, { amount, changeId }) => {
      const minor = parseAmount(amount, context.booking.currency);
      if (changeId) return { ...(await endChange(context, changeId, minor)), minor };
      return {
        minor,
        apply: (trx, { booking, payment }) => settle(trx, booking, payment, context.user),
      };
    },
  },
  correct: {
    when: (facts) => facts.isCorrectable,
    effect: () =>
      'Writes what both providers say into the booking: charge, order, amounts, confirmed. No money moves and nobody is written to, unless the order is cancelled: then the booking ends with what comes back. The case is closed.',
    refusal: () => notCorrectable,
    run: async ({ deps, booking, user }) => {
      const provided = await readProvidedFacts(deps, booking);
      return { apply: (trx, facts) => correctBooking(trx, facts, provided, user.username) };
    },
  },
  accept_change: {
    when: ({ booking }) => {
      const change = getOpenChange(booking.booking_data);
      return booking.state === 'confirmed' && change?.actions.includes('accept')
        ? [{ changeId: change.id }]
        : false;
    },
    effect: () =>
      'Tells the airline that the traveller takes the flights as it has changed them. What it gives back afterwards is by the rules of the fare.',
    refusesItself: true,
    run: async ({ deps, booking, user }, { changeId }) => {
      await acceptAirlineChange(deps, booking, changeId, user.username);
      return {};
    },
  },
  change: { refusesItself: true, run: agreeQuote(startChange) },
  offer_change: { refusesItself: true, run: agreeQuote(offerChange) },
  evidence: {
    when: ({ evidence }) => evidence !== undefined && [{ evidence: evidence.text }],
    effect: () =>
      "Sends the card provider this text as evidence against the dispute, once; nothing can be added afterwards. The cardholder's bank decides, which can take months.",
    refusesItself: true,
    run: async ({ deps, booking }) => {
      const disputeId = await answerDispute(deps, booking.id);
      return { apply: (trx) => recordAnswer(trx, disputeId) };
    },
  },
  contact: {
    when: () => true,
    effect: ({ booking }) =>
      `Mails a code to another address than ${getNewestEmail(booking)}; once that code is entered, all mails about this booking go there. At once codes and links of ${booking.contact_email} open the booking no more, nor does an account with it, and it is asked: until it says yes, the traveller cannot cancel or change for up to 24 hours, but you can. Please make sure that the caller has booked.`,
    run: async ({ deps, booking: seen, user }, { actionId, email: to, text }) => {
      await countCode(deps, to);
      const isOfAccount = await hasAccountOfContact(deps, seen);
      const from = getNewestEmail(seen);
      return {
        text: `${from} → ${to}: ${text}`,
        details: { email: { from, to } },
        apply: (trx, { booking }) => {
          if (booking.user_id !== seen.user_id)
            throw notPossible('Another account has just got this booking. Please look at it again.');
          return changeContact(trx, deps, booking, { actionId, email: to, isOfAccount }, user);
        },
      };
    },
  },
  write: {
    when: () => true,
    effect: ({ booking }) =>
      `Mails your message to ${nameRecipient(booking)} in the name of the brand, after “Hello ${booking.contact_first_name},” and with the booking reference. An answer comes into the mailbox of the brand.`,
    run: ({ booking }, { actionId }) => ({
      apply: async (trx) => {
        const payload = { eventId: actionId };
        await insertOutboxRow(trx, { kind: 'mail_message', subject: booking.id, payload });
      },
    }),
  },
  resend: {
    // That a person is looking is not true any more after the decision. (REVIEW-03)
    when: (facts) =>
      facts.sentMails
        .filter((mail) => !passingMails.includes(mail) && (mail !== 'mail_review' || isUndecided(facts)))
        .filter((mail) => mail !== 'mail_contact_code' || facts.booking.pending_email !== null)
        .map((mail) => ({ mail })),
    effect: ({ booking }, { mail }) =>
      `Sends the ${mailNames[mail as OutboxKind] ?? 'mail'} to ${mail === 'mail_contact_code' ? getNewestEmail(booking) : nameRecipient(booking)} again.`,
    refusal: ({ sentMails }, { mail }) =>
      sentMails.some((sent) => sent === mail)
        ? pastMails[mail as OutboxKind]
        : 'This mail has not been sent yet.',
    run: async ({ deps, booking }, { actionId, mail }) => {
      if (mail === 'mail_contact_code' && booking.pending_email !== null)
        await countCode(deps, booking.pending_email);
      return {
        text: mail,
        apply: async (trx) => {
          const kind = mailKinds.find((known) => known === mail);
          if (kind) await repeatMail(trx, { bookingId: booking.id, kind, actionId });
        },
      };
    },
  },
  note: {
    when: () => true,
    effect: () => 'Adds a note for colleagues. The traveller does not see it.',
    run: () => ({}),
  },
};

const listTargets = (possible: boolean | readonly Target[] | undefined): readonly Target[] =>
  possible === true ? [{}] : possible || [];

/** What support can do with a booking now, each with its effect in a sentence. (REVIEW-02, LEDGER-15) */
export function listPossibleActions(facts: ActionFacts): PossibleAction[] {
  const rows = Object.entries(supportActions) as [ReviewAction, SupportAction<ReviewAction>][];
  return [
    ...facts.ofChanges.flatMap((unpaid) =>
      rows.flatMap(([action, { ofChange }]) =>
        ofChange?.when(facts, unpaid)
          ? [{ action, effect: ofChange.effect(facts, unpaid), changeId: unpaid.change.id }]
          : [],
      ),
    ),
    ...rows.flatMap(([action, { when, effect }]) =>
      listTargets(when?.(facts)).map((target) => ({
        ...{ action, effect: effect?.(facts, target) ?? '' },
        ...target,
      })),
    ),
  ];
}

const getRow = ({ action }: ActionRequest) => supportActions[action] as SupportAction<ReviewAction>;

/** Asks the providers before the transaction of an action, and throws what they say against it. */
export const prepareAction = (context: ActionContext, request: ActionRequest): Work | Promise<Work> =>
  getRow(request).run(context, request);

/** Throws ACTION_NOT_POSSIBLE for what is not offered. (REVIEW-02) */
export function assertPossible(facts: ActionFacts, request: ActionRequest): void {
  const { refusesItself, refusal } = getRow(request);
  if (refusesItself) return;
  const { action, changeId, mail }: Partial<PossibleAction> = request;
  const isOffered = listPossibleActions(facts).some(
    (possible) => possible.action === action && possible.changeId === changeId && possible.mail === mail,
  );
  if (!isOffered) throw notPossible(refusal?.(facts, request));
}
