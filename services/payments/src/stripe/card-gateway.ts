import type { CardDetails, Mode, Money } from '@fareline/contracts';
import type {
  LedgerCharge,
  LedgerDispute,
  LedgerIntent,
  LedgerRefund,
  ProviderLedger,
} from '../ledger/provider-ledger.ts';

/** `amountMinor` is in ISO 4217 minor units of the currency. */
export interface AuthoriseRequest {
  paymentId: string;
  mode: Mode;
  amountMinor: number;
  currency: string;
  card?: CardDetails | undefined;
  paymentMethodId?: string | undefined;
  /** The token of the provider's form, and the URL to which a bank that refuses frames returns. */
  confirmation?: { tokenId: string; returnUrl: string } | undefined;
  /** Whether the bank is to challenge the cardholder, also where it would not. */
  isChallengeWanted: boolean;
  description: string;
  /** After the account's own name on the cardholder's statement. */
  statementSuffix: string | undefined;
  metadata: Record<string, string>;
}

export interface CardSummary {
  brand: string;
  last4: string;
  /** The provider's id of the card number, the same for every payment method with it. */
  fingerprint: string | null;
}

/** What the provider says about an authorisation; of an intent without one it is unknown. */
export interface AuthorisationRisk {
  level: string | null;
  /** The cardholder passed a challenge of the bank. */
  isAuthenticated: boolean;
}

export type AuthoriseOutcome =
  | { kind: 'authorised'; intentId: string; card: CardSummary; risk: AuthorisationRisk }
  /** The bank declined; nothing is authorised. */
  | { kind: 'declined'; intentId: string | null; card: CardSummary | null; message: string }
  /** The bank requires confirmation by the cardholder; the intent is incomplete. (PROVIDER-44) */
  | { kind: 'challenge'; intentId: string; card: CardSummary | null }
  /** The card number must not be sent, or the payment method does not exist; nothing is authorised. (PROVIDER-43) */
  | { kind: 'number_refused'; cause?: unknown }
  /** The provider does not charge such an amount; nothing is authorised. (REFUSAL-02) */
  | { kind: 'amount_refused'; cause?: unknown }
  /** The provider refused the request, whatever its card; nothing is authorised. (REFUSAL-01) */
  | { kind: 'unavailable'; cause: unknown }
  /** The amount may be authorised. */
  | { kind: 'unknown'; cause: unknown };

export interface IntentState {
  kind: 'authorised' | 'captured' | 'challenged' | 'processing' | 'incomplete' | 'voided';
  intentId: string;
}

/** `card` is null when it is not known; `minor` in ISO 4217 minor units. */
export interface FoundIntent extends IntentState, Money {
  card: CardSummary | null;
  risk: AuthorisationRisk;
}

/** An intent whose challenge was shown. */
export interface ChallengedIntent extends FoundIntent {
  /** The provider's script needs it to show the challenge; it is never stored or logged. */
  clientSecret: string | null;
  /** Why the card was declined after a challenge that was passed; null when the challenge itself failed. */
  declineMessage: string | null;
}

/** What shows the cardholder's bank that the purchase was theirs. */
export interface DisputeEvidence {
  name: string;
  email: string;
  ipAddress: string | null;
  product: string;
  serviceDate: string;
  text: string;
}

export interface IntentEvent {
  id: string;
  mode: Mode;
  type: string;
  /** The id of the intent, or of what the event says about it, such as a dispute. */
  objectId: string | null;
  intentId: string | null;
  /** The id in the intent's metadata; null when the event does not contain it. */
  paymentId: string | null;
}

/**
 * What the provider answers to a capture or void. `refused` is final; after `doubt` the intent shows what became of it. `isReplayed`: the
 * provider has answered, and repeats that answer for the same key.
 */
export type CardAnswer =
  | { kind: 'done' }
  | { kind: 'refused'; cause: unknown }
  | { kind: 'doubt'; cause: unknown; isReplayed: boolean };

/** The same in every call for a refund, because its idempotency key is. */
type RefundMetadata = Record<string, string> & { refund_id: string };

/**
 * `replayed`: a 500 or refusal, which Stripe replays for the same key; no refund was found after it. `exceeds`: less is left of the
 * charge, and nothing is refunded.
 */
type RefundOutcome =
  | { kind: 'refunded'; refund: LedgerRefund }
  | { kind: 'replayed' | 'exceeds'; cause: unknown };

/**
 * Adapter of the Stripe API. The idempotency key of `capture`, `voidAuthorisation` and `refund` has a number, which may change only after
 * an answer: a call whose answer was lost may still have its effect with the old key. (MONEY-25)
 */
export interface CardGateway {
  authorise(request: AuthoriseRequest): Promise<AuthoriseOutcome>;
  /** Whether the provider charges such an amount. (REFUSAL-02) */
  isPayable(amount: Money): boolean;
  /** Whether it is less than the least that the provider charges. */
  isBelowMinimum(amount: Money): boolean;
  /** Finds the intent of a payment by its metadata, of several one with money; undefined when none exists or exists yet. */
  findIntent(mode: Mode, paymentId: string, createdAt: Date): Promise<FoundIntent | undefined>;
  /** Reads an intent whose challenge was shown. */
  readChallenge(mode: Mode, intentId: string): Promise<ChallengedIntent>;
  readIntent(mode: Mode, intentId: string): Promise<IntentState>;
  /** Captures or voids an authorisation. Read the intent before; never rejects. */
  capture(mode: Mode, paymentId: string, intentId: string, number: number): Promise<CardAnswer>;
  voidAuthorisation(mode: Mode, paymentId: string, intentId: string, number: number): Promise<CardAnswer>;
  /**
   * Refunds a captured payment in part or in full, with our id and why it is made in its metadata. Read the charge before, and after any error: the
   * refund may be there. The number of the idempotency key may change only after `replayed`; a refund whose response was lost may
   * still be created with the old key.
   */
  refund(
    mode: Mode,
    metadata: RefundMetadata,
    intentId: string,
    amount: Money,
    number: number,
  ): Promise<RefundOutcome>;
  /** Reads what was captured of an intent and all its refunds. */
  readCharge(mode: Mode, intentId: string): Promise<LedgerCharge>;
  /** Reads a refund by the provider's id; undefined when it does not exist or is of no intent. */
  readRefund(mode: Mode, id: string): Promise<LedgerRefund | undefined>;
  /** All intents that were created since then, up to `until`. */
  listIntents(mode: Mode, since: Date, until: Date): Promise<LedgerIntent[]>;
  /** All disputes of an intent. (LEDGER-14) */
  listDisputes(mode: Mode, intentId: string): Promise<LedgerDispute[]>;
  /** Reads a dispute by the provider's id; undefined when it does not exist or is of no intent. */
  readDispute(mode: Mode, id: string): Promise<LedgerDispute | undefined>;
  /** Sends evidence against the open dispute of a payment, once. Whether there was one, which then has it. (LEDGER-06) */
  submitEvidence(mode: Mode, disputeId: string, evidence: DisputeEvidence): Promise<boolean>;
  /** Registers the domains of the site, where the provider then shows wallets; repeated calls change nothing. */
  registerWalletDomains(
    mode: Mode,
    domains: readonly string[],
    onFailure: (domain: string, error: unknown) => void,
  ): Promise<void>;
  /** All intents that were created since then, and all refunds and disputes that may still change. */
  listLedger(mode: Mode, since: Date): Promise<Omit<ProviderLedger, 'orders'>>;
  /** Undefined unless the body is signed with the secret of the event's mode, and null where it is no event. (CARE-04) */
  parseWebhook(body: string, signature: string): IntentEvent | null | undefined;
}
