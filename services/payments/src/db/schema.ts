import type {
  BagSelection,
  BodyOf,
  BookingChange,
  BookingData,
  MailProblem,
  Mode,
  recordAuditEvent,
  PastAction,
  ReviewCaseKind,
  SeatSelection,
  Ticket,
  TripCodeRequest,
} from '@fareline/contracts';
import type { AttemptsTable } from '@fareline/service-kit/limits/table-window';
import type { OutboxTable } from '@fareline/service-kit/outbox';
import type { Generated, JSONColumnType, Kysely } from 'kysely';
import type { Bounce } from '../mailgun/mailgun-event.ts';
import type { StepColumns } from './step-columns.ts';

export interface Tables {
  payments: PaymentsTable;
  bookings: BookingsTable;
  booking_steps: BookingStepsTable;
  pending_events: PendingEventsTable;
  booking_locks: BookingLocksTable;
  idempotency_keys: IdempotencyKeysTable;
  card_attempts: CardAttemptsTable;
  outbox: OutboxTable<OutboxKind, OutboxPayload>;
  amendments: AmendmentsTable;
  webhook_events: WebhookEventsTable;
  webhook_tokens: WebhookTokensTable;
  attempts: AttemptsTable;
  review_cases: ReviewCasesTable;
  reconciliations: ReconciliationsTable;
  booking_actions: BookingActionsTable;
  disputes: DisputesTable;
  refunds: RefundsTable;
  daily_closes: DailyClosesTable;
  contact_corrections: ContactCorrectionsTable;
  trip_codes: TripCodesTable;
  trip_sessions: TripSessionsTable;
  travel_documents: TravelDocumentsTable;
}

/** An action for the audit trail of accounts, without its event id. */
export type AuditEvent = Omit<BodyOf<typeof recordAuditEvent>, 'event_id'>;

/** The database of the service, or a transaction. */
export type Database = Kysely<Tables>;

export const paymentStates = [
  'authorising',
  'challenged',
  'authorised',
  'declined',
  'capturing',
  'captured',
  'voiding',
  'voided',
  /** A person has settled it with the traveller, and the card is not charged. */
  'settled',
] as const;
export type PaymentState = (typeof paymentStates)[number];

/** One card authorisation. Only the brand and the last four digits of the card are stored. (MONEY-32) */
export interface PaymentsTable extends StepColumns {
  id: string;
  mode: Mode;
  brand: string;
  /** An offer, a change of a booking's flights, or later bags for it. */
  purchase_kind: 'offer' | 'change' | 'bags';
  /** The fresh offer that was priced in place of the requested one (PROVIDER-01), or the row of `amendments`. */
  purchase_id: string;
  /** The offer in the request; only of an offer. */
  requested_offer_id: string | null;
  /** Sorted ids of the seats and of the bags with their number, joined by commas; only of an offer. */
  extras: string | null;
  amount_minor: number;
  currency: string;
  intent_id: string | null;
  state: PaymentState;
  card_brand: string | null;
  card_last4: string | null;
  /** Keyed hash of the card's fingerprint; null when that is not known. */
  card_hash: string | null;
  /** How the card provider rates the authorisation. */
  risk_level: string | null;
  /** The cardholder passed a challenge of the bank. */
  is_authenticated: Generated<boolean>;
  /** Keyed hash of the visitor cookie of the payment request. (ACCESS-04) */
  visitor_hash: string;
  /** The user who was signed in; null without one. */
  user_id: string | null;
  failure_code: string | null;
  failure_message: string | null;
  /** Id of the rows in `card_attempts`, which become a decline when the challenge is not passed. */
  attempt_id: string;
  /** Until when the bank's challenge may be answered; null for a card of a form that cannot show one. */
  challenge_until: Date | null;
  booking_id: string | null;
  /** Sequence number in the key of the next capture or void; incremented after each answer that is no success. */
  idempotency_number: Generated<number>;
  /** The client that pressed Complete Booking, as evidence in a dispute; null once it is two years old. (LEDGER-06) */
  ip_address: string | null;
}

/** State of the cardholder's dispute with their bank. (LEDGER-06) */
export type DisputeState = 'open' | 'won' | 'lost';

/** Disputes of a payment, of which there may be several. (LEDGER-14) */
export interface DisputesTable {
  /** The provider's. */
  id: string;
  payment_id: string;
  state: DisputeState;
  /** The part of the payment that is disputed, at most all of it. */
  amount_minor: number;
  opened_at: Date;
  /** When our evidence was sent; null until then. */
  answered_at: Date | null;
  /** When it was recorded as won or lost; null while it is open. */
  decided_at: Date | null;
}

export const bookingStates = [
  'risk_review',
  'authorised',
  'pending',
  'ordered',
  'capturing',
  'confirmed',
  'releasing',
  'voiding',
  'voided',
  'needs_review',
  'accepting',
  'changing',
  'charging_change',
  'voiding_change',
  'cancelling',
  'cancelled',
  'cancelled_by_airline',
  'completed',
] as const;
export type BookingState = (typeof bookingStates)[number];

/** A passenger of the provider's order. Deleted when the order is created or the booking has failed. */
export interface OrderPassenger {
  id: string;
  title: 'mr' | 'ms' | 'mrs' | 'miss' | 'dr';
  gender: 'm' | 'f';
  given_name: string;
  family_name: string;
  born_on: string;
  email: string;
  phone_number: string;
  infant_passenger_id?: string;
  /** Also of a passport that the airline is not sent. */
  passport_expires_on?: string;
  passport?: { number: string; expires_on: string; issuing_country_code: string };
}

export interface StoredFailure {
  code: string;
  message: string;
  details?: Record<string, unknown>;
  fields?: { path: string; message: string }[];
}

/** Everything needed to create the order, stored so that a restart creates an identical one. */
export interface OrderPlan {
  passengers: OrderPassenger[];
  seats: SeatSelection[];
  /** Ids of the seats' services. */
  services: string[];
  bags: BagSelection[];
  amount: string;
  currency: string;
}

/** A mail that did not reach an address, or was reported as spam there. */
interface MailBounce extends Omit<Bounce, 'messageId' | 'kind'> {
  kind: MailProblem['kind'];
  /** Its event type. */
  mail: string;
  /** ISO 8601. */
  at: string;
}

export interface BookingsTable extends StepColumns {
  id: string;
  payment_id: string;
  mode: Mode;
  brand: string;
  user_id: string | null;
  /** Keyed hash of the visitor cookie of the booking request. */
  visitor_hash: string;
  site_origin: string;
  offer_id: string;
  offer_request_id: string;
  /** Keyed hash of the request without card data, to distinguish a repeat from another request; null when it is too old for one. */
  request_hash: string | null;
  state: BookingState;
  /** An OrderPlan, encrypted with a key of its own. */
  order_plan: string | null;
  quoted_at: Date;
  /** The provider reported by webhook that the order failed. */
  order_failed: Generated<boolean>;
  order_id: string | null;
  booking_reference: string | null;
  provider_amount: string | null;
  provider_currency: string | null;
  amount_minor: number;
  currency: string;
  contact_email: string;
  /** What support has corrected it to, until a code from there is entered. No mail of the trip is sent meanwhile. (GUARD-11) */
  pending_email: string | null;
  contact_first_name: string;
  contact_last_name: string;
  /** The last one; of no interest once the contact has another address. */
  mail_bounce: JSONColumnType<MailBounce | null, string | null | undefined, string | null>;
  booking_data: JSONColumnType<BookingData, string, string>;
  /** By passenger, until the trip is over: until when the passport is valid, on which other flights depend. (RULE-01) */
  passport_expiries: JSONColumnType<Record<string, string>, string | undefined, string>;
  /** The electronic tickets that the airline has issued, and when it was asked last. (TRIP-01) */
  tickets: JSONColumnType<Ticket[], string | undefined, string>;
  tickets_read_at: Date | null;
  /** When the order was last read for what the airline did, and until when a process may read it now. (LEDGER-12) */
  order_read_at: Generated<Date>;
  order_read_lease_until: Date | null;
  guest_account: JSONColumnType<{ username: string; email: string } | null, string | null, string | null>;
  /** The account has got the booking by its claim link. */
  is_claimed: Generated<boolean>;
  claim_token_hash: string | null;
  /** Hash of the token that opens the status page. (STATUS-01) */
  status_token_hash: string;
  /** How often everything that opens the booking was revoked. (GUARD-11) */
  access_version: Generated<number>;
  /** How often the flights have changed, by which a calendar takes the latest of its files. (DOC-04) */
  flights_version: Generated<number>;
  last_arrival_at: Date;
  failure: JSONColumnType<StoredFailure | null, string | null, string | null>;
  /** Support has decided to cancel the unpaid order whatever the airline keeps. */
  accepts_penalty: Generated<boolean>;
  /** The traveller has asked for the mail before check-in opens, and it was not sent yet. */
  wants_check_in_reminder: Generated<boolean>;
  /** The response was `pending`, so the result is sent by email. */
  was_pending: Generated<boolean>;
}

/** All state transitions of a booking in sequence; append-only. */
interface BookingStepsTable {
  id: Generated<number>;
  booking_id: string;
  state: BookingState;
  at: Generated<Date>;
}

/** Events of the airline about a booking, until they are acted on: a booking in work keeps them until its work ends. (LEDGER-11) */
export interface PendingEventsTable {
  id: Generated<number>;
  booking_id: string;
  kind: 'cancelled' | 'changed';
  event_id: string;
  created_at: Generated<Date>;
}

/**
 * Booking locks: the booking that may order from an offer request, which the provider books only once. Deleted only after a
 * definite refusal of an offer that still exists, never after an unknown outcome. (PROVIDER-03)
 */
interface BookingLocksTable {
  mode: Mode;
  offer_request_id: string;
  booking_id: string;
}

/** Idempotency keys of the browser's requests, stored for 72 hours. */
export interface IdempotencyKeysTable {
  /** Hash of the endpoint and the key; of the visitor as well, if another visitor has a row with the same key. */
  id: string;
  /** Keyed hash of the request body without card data; the HMAC key is not in the database. */
  body_hash: string;
  /** Keyed hash of the visitor cookie of the request. (ACCESS-06) */
  visitor_hash: string;
  /** The user who was signed in; null without one. */
  user_id: string | null;
  is_done: Generated<boolean>;
  payment_id: string | null;
  booking_id: string | null;
  /** The response, if it was a failure that no payment or booking row records. */
  failure: JSONColumnType<StoredFailure | null, string | null, string | null>;
  /** The page that made the request is closed and another page requests its response. */
  is_resumed: Generated<boolean>;
  locked_until: Date;
  created_at: Generated<Date>;
}

/**
 * Card attempts and their outcomes, and cards with which was booked. `subject` is the keyed hash of what they count for: a network, a visitor or user, an offer, a
 * card; of `booked` an email address or a passenger. A `reserved` row may still become a decline. (PROVIDER-31)
 */
interface CardAttemptsTable {
  id: Generated<number>;
  kind: 'try' | 'reserved' | 'decline' | 'authorised' | 'booked';
  subject: string;
  /** Set for `booked` only. */
  card_hash: string | null;
  /** The attempt of a try or a reserved row, and of the decline that it became. */
  attempt_id: string | null;
  at: Generated<Date>;
}

export const mailKinds = [
  'mail_pending',
  'mail_confirmed',
  'mail_failed',
  'mail_cancelled',
  'mail_review',
  'mail_airline_change',
  'mail_airline_cancelled',
  'mail_refunded',
  'mail_refund_failed',
  'mail_changed',
  'mail_change_failed',
  'mail_change_unpaid',
  'mail_cancel_failed',
  'mail_change_offered',
  'mail_contact',
  'mail_contact_code',
  'mail_message',
  'mail_check_in',
] as const;
export type MailKind = (typeof mailKinds)[number];

/**
 * Emails to send and accounts to create, of which a booking has at most one row each or one for each event, audit events, and requests
 * for a code, whether they find a booking or not.
 */
export type OutboxKind = MailKind | 'guest_account' | 'audit_event' | 'trip_code';

/** The provider's event, our refund or the action of support that a mail tells of, and the action that has it sent again. */
export interface MailPayload {
  eventId?: string;
  /** The flights before the change by the airline that the mail tells of. */
  before?: BookingData['slices'];
  /** Where it goes in place of the booking's address. */
  to?: string;
  actionId?: string;
}
/** What a traveller without an account has entered, the brand of the site, and the hash of the visitor cookie. (TRIP-06, CARE-03) */
export type TripSearch = TripCodeRequest & { brand: string; visitor_hash: string | null };
/** `network_hash` is that of the client's network. */
export type TripCodeMail = TripSearch & { network_hash: string };
export type OutboxPayload = AuditEvent | MailPayload | TripCodeMail | null;

/** What the airline gives a passenger in place of money. */
export interface ProviderCredit {
  name: string | null;
  code: string | null;
  amount: string;
  currency: string;
  passengerId: string | null;
  /** yyyy-MM-dd; null where the airline does not say it. */
  expiresOn: string | null;
}

/** What a change gives up and brings, as the traveller has seen it. */
export type ChangeContent = Pick<
  BookingChange,
  'removed' | 'removed_slices' | 'slices' | 'terms' | 'bags'
> & {
  /** The provider's services of the bags. */
  services: { id: string; quantity: number }[];
  /** The ids of the bags that the order had before. */
  known_services: string[];
};

type AmendmentKind = BookingChange['kind'] | 'cancellation' | 'acceptance';

/**
 * What is changed of a booked trip, from the quote on: its flights, later bags, its cancellation, and the acceptance of a change by the
 * airline. (TRIP-03, TRIP-04, TRIP-05, PROVIDER-40)
 */
export interface AmendmentsTable {
  id: string;
  booking_id: string;
  kind: AmendmentKind;
  /**
   * `agreed`: the steps of its booking work on it, of which there is one at most; `unpaid`: the airline has made it, and the card could not
   * be charged; `failed`: nothing was changed.
   */
  state: 'quoted' | 'agreed' | 'done' | 'unpaid' | 'failed';
  /** The provider's order change, order cancellation, or change by the airline; null of bags, and of a change that was joined after a restored dump. */
  provider_id: string | null;
  /** The payment that is charged for it; null until it is agreed, and without a charge. */
  payment_id: string | null;
  charge_minor: Generated<number>;
  /** What the traveller has paid for it in another way, by a decision of support; 0 where its price was waived. (LEDGER-15) */
  settled_minor: number | null;
  /** What comes back to the card. */
  refund_minor: Generated<number>;
  /** What is not in the refund because support paid it in advance. */
  advance_minor: Generated<number>;
  /** What the airline gives for a change as a credit in place of money. */
  credit_minor: Generated<number>;
  /** The airline's fee, which the amounts contain; null where it does not say it. */
  penalty_minor: number | null;
  currency: string;
  /** What the airline gives for a cancellation in place of money; the codes are known once it has confirmed. */
  credits: JSONColumnType<ProviderCredit[], string | undefined, string>;
  /** What the order costs more, or less below zero; the provider's decimal string. Like the next two only of a change. */
  provider_amount: string | null;
  /** What the order cost before: another total outdates the quote. */
  order_amount: string | null;
  content: JSONColumnType<ChangeContent | null, string | undefined, string>;
  /** Why it has failed. */
  failure: string | null;
  /** Who has agreed, where the review queue names them. */
  agreed_by: string | null;
  expires_at: Date | null;
  created_at: Generated<Date>;
  /** When support has mailed the traveller the link that pays it. (TRIP-07) */
  offered_at: Date | null;
  agreed_at: Date | null;
  /** When the airline has made a change, which is then to be charged. */
  made_at: Date | null;
  done_at: Date | null;
}

export type RefundState = 'due' | 'pending' | 'succeeded' | 'failed';

/** Money back to the card, with the state that the card provider says. (LEDGER-01) */
export interface RefundsTable extends StepColumns {
  /** It is in the provider's metadata. */
  id: string;
  payment_id: string;
  /** The cancellation that it pays, and the action of support that had it paid; neither when it was made at the provider by hand. */
  cancellation_id: string | null;
  action_id: string | null;
  /** The change of the booking that brought it; it lowers what was paid. */
  change_id: string | null;
  /** Whether it is taken off what a later cancellation gives back; else it is goodwill. */
  is_advance: Generated<boolean>;
  amount_minor: number;
  currency: string;
  /** The provider's id; null until it has the refund. */
  provider_id: string | null;
  /** `due` until the provider has it, then the provider's. */
  state: RefundState;
  /** Sequence number in the idempotency key; incremented after each 500 of the card provider. */
  idempotency_number: Generated<number>;
  made_at: Date | null;
}

/** Processed webhook events, so that repeated deliveries are ignored. (PROVIDER-45) */
interface WebhookEventsTable {
  provider: 'stripe' | 'duffel' | 'mail';
  event_id: string;
  received_at: Generated<Date>;
}

/**
 * The event that came with a token of the mail provider, whose signature covers the token and not the event, so that it could come with
 * another one.
 */
interface WebhookTokensTable {
  token: string;
  event_id: string;
  received_at: Generated<Date>;
}

/** The review queue. One row per kind and subject; closed cases stay as history. (REVIEW-01) */
interface ReviewCasesTable {
  id: Generated<string>;
  kind: ReviewCaseKind;
  /** Our id or the provider's. */
  subject: string;
  mode: Mode;
  booking_id: string | null;
  payment_id: string | null;
  summary: string;
  opened_at: Generated<Date>;
  closed_at: Date | null;
  closed_by: string | null;
  /** Who decides on it, and until when. (TRIP-07) */
  assignee_id: string | null;
  assignee_name: string | null;
  due_at: Date | null;
}

/** Runs of the reconciler, with the numbers of compared entries, of differences and of those that it repaired. (REVIEW-06) */
interface ReconciliationsTable {
  id: Generated<number>;
  mode: Mode;
  since: Date;
  finished_at: Generated<Date>;
  intents: number;
  refunds: number;
  orders: number;
  findings: number;
  repaired: number;
}

/** What support did with bookings. (REVIEW-02) */
export interface BookingActionsTable {
  /** The request's id, so that a repeat has no further effect. */
  id: string;
  booking_id: string;
  action: PastAction;
  /** The reason, the text of a note, or the event type of a mail. */
  text: string;
  user_id: string;
  user_name: string;
  /** What a second colleague has to ask for too, until one has. */
  asked_for: string | null;
  created_at: Generated<Date>;
}

/**
 * What a day (UTC) brought. The sums of the providers are those of the same bookings, so that a difference shows; what they have without
 * a row of ours is the line without a brand. (REVIEW-06, LEDGER-03)
 */
export interface DailyClosesTable {
  /** yyyy-MM-dd. */
  day: string;
  mode: Mode;
  brand: string;
  currency: string;
  bookings: number;
  captured_minor: number;
  ordered_minor: number;
  refunded_minor: number;
  /** Captured less ordered, of bookings that were confirmed. */
  markup_minor: number;
  provider_captured_minor: number;
  provider_ordered_minor: number;
  provider_refunded_minor: number;
  provider_disputed_minor: number;
  computed_at: Generated<Date>;
}

/**
 * The last correction of a booking's email address by support, for a week: which address ends by a press that the traveller's
 * cancelling and changing wait. (GUARD-11)
 */
interface ContactCorrectionsTable {
  booking_id: string;
  /** The address before; while the booking waits, that before all of its corrections. */
  former_email: string;
  /** Hash of the token in the mail to it, which opens nothing. */
  token_hash: string;
  corrected_at: Generated<Date>;
  agreed_at: Date | null;
}

/** The code, and the link beside it, that were mailed to open a booking; deleted when one of them is used. (TRIP-06, CARE-03) */
interface TripCodesTable {
  booking_id: string;
  /** Code and link are keyed hashes of it, so that they can be mailed again and nobody reads them here. */
  nonce: string;
  link_hash: string;
  /** The visitors for whom it was mailed, each of whom has tries of their own. */
  visitor_hashes: Generated<string[]>;
  expires_at: Date;
}

/** A browser in which a code has opened a booking. (TRIP-06) */
interface TripSessionsTable {
  token_hash: string;
  booking_id: string;
  expires_at: Date;
}

/** The last PDF that was made of a booking. It holds what the booking holds, and is deleted with it. (DOC-03) */
interface TravelDocumentsTable {
  booking_id: string;
  /** Hash of the document's facts; another hash makes it anew. */
  facts_hash: string;
  content: Buffer;
}
