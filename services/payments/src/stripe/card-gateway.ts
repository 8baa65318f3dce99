import type { CardDetails, Mode } from '@fareline/contracts';

/** What the card is asked for. `amountMinor` in the currency's own minor units. */
export interface AuthoriseRequest {
  paymentId: string;
  mode: Mode;
  amountMinor: number;
  currency: string;
  card?: CardDetails | undefined;
  paymentMethodId?: string | undefined;
  metadata: Record<string, string>;
}

export interface CardSummary {
  brand: string;
  last4: string;
}

export type AuthoriseOutcome =
  | { kind: 'authorised'; intentId: string; card: CardSummary }
  /** The bank said no; nothing is held. */
  | { kind: 'declined'; intentId: string | null; card: CardSummary | null; message: string }
  /** The bank wants the cardholder to confirm; an intent waits for it. (D47) */
  | { kind: 'challenge'; intentId: string }
  /** The number cannot be sent from here; nothing is held. (D46) */
  | { kind: 'number_refused'; cause?: unknown }
  /** Certainly nothing is held. */
  | { kind: 'unavailable'; cause: unknown }
  /** Perhaps something is held. */
  | { kind: 'unknown'; cause: unknown };

export type IntentState =
  | { kind: 'held'; intentId: string; card: CardSummary | null }
  | { kind: 'captured'; intentId: string; amountReceived: number }
  | { kind: 'open'; intentId: string }
  | { kind: 'gone'; intentId: string };

/** `failed` is for good; anything that may still succeed rejects. */
export type CaptureOutcome = { kind: 'captured' } | { kind: 'failed'; cause: unknown };
export type VoidOutcome = { kind: 'voided' } | { kind: 'captured' };

/** `server_error`: a 500, which is the answer to every repeat with the same key; no refund was found after it. */
export type RefundOutcome = { kind: 'refunded'; refundId: string } | { kind: 'server_error'; cause: unknown };

/**
 * The only place that knows Stripe's shapes. Repeating `capture`, `cancel` and `refund` is safe. An intent is captured or
 * cancelled once by its nature; `attempt` gives each try a key of its own, because Stripe replays a 500 to the old one.
 * A refund may be made several times: it is looked for first, and keeps its key until a 500 was the answer. (MONEY-25)
 */
export interface CardGateway {
  authorise(request: AuthoriseRequest): Promise<AuthoriseOutcome>;
  /** The intent of a payment whose answer was lost, by its metadata; undefined when there is none (yet). */
  findIntent(mode: Mode, paymentId: string, createdAt: Date): Promise<IntentState | undefined>;
  capture(mode: Mode, paymentId: string, intentId: string, attempt: number): Promise<CaptureOutcome>;
  voidAuthorisation(mode: Mode, paymentId: string, intentId: string, attempt: number): Promise<VoidOutcome>;
  /**
   * Gives back a part or all of a captured payment, once: a refund that is there already is adopted. `key` may change after
   * `server_error` only; a refund whose answer was lost may still be made under the old one.
   */
  refund(
    mode: Mode,
    paymentId: string,
    intentId: string,
    amount: { minor: number; currency: string },
    key: number,
  ): Promise<RefundOutcome>;
  /** The event in a webhook whose signature is good, else undefined. */
  parseWebhook(
    body: string,
    signature: string,
  ): { id: string; type: string; intentId: string | null } | undefined;
}
