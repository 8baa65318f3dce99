import type Stripe from 'stripe';
import type { DisputeState } from '../db/schema.ts';
import type { LedgerDispute, LedgerIntent, LedgerRefund, ProviderLedger } from '../ledger/provider-ledger.ts';
import { fromStripeAmount } from './amounts.ts';
import { toIntentState } from './intent-state.ts';

function toLedgerIntent(intent: Stripe.PaymentIntent): LedgerIntent[] {
  const { id, metadata, amount_received } = intent;
  const currency = intent.currency.toUpperCase();
  // Other systems may use the same account.
  if (!metadata.payment_id) return [];
  const { kind } = toIntentState(intent);
  const state = kind === 'challenged' || kind === 'processing' ? 'incomplete' : kind;
  const receivedMinor = fromStripeAmount(amount_received, currency);
  return [{ id, paymentId: metadata.payment_id, state, receivedMinor, currency }];
}

const failedStatuses: readonly (string | null)[] = ['failed', 'canceled'];

/** Undefined for a refund of a charge without an intent, which is not ours. */
export function toLedgerRefund(refund: Stripe.Refund): LedgerRefund | undefined {
  const { id, payment_intent, status, amount, metadata } = refund;
  const intentId = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id;
  if (!intentId) return undefined;
  const currency = refund.currency.toUpperCase();
  const state = failedStatuses.includes(status) ? 'failed' : status === 'succeeded' ? 'succeeded' : 'pending';
  const refundId = metadata?.refund_id ?? null;
  return { id, refundId, intentId, state, minor: fromStripeAmount(amount, currency), currency };
}

/** Statuses of docs.stripe.com/api/disputes; all others wait for evidence or a decision. */
const disputeStates: Partial<Record<Stripe.Dispute.Status, DisputeState>> = {
  won: 'won',
  prevented: 'won',
  warning_closed: 'won',
  lost: 'lost',
};

export function toLedgerDispute({ id, payment_intent, status }: Stripe.Dispute): LedgerDispute | undefined {
  const intentId = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id;
  return intentId ? { id, intentId, state: disputeStates[status] ?? 'open' } : undefined;
}

/** For so long a refund may still fail, with a margin (docs.stripe.com/refunds). */
const refundPeriodMs = 35 * 86_400_000;

/** The intents of our payments that were created since then, and all refunds that may still fail, page by page. (REVIEW-06) */
export async function listStripeLedger(
  client: Stripe,
  since: Date,
): Promise<Pick<ProviderLedger, 'intents' | 'refunds'>> {
  const createdAfter = (ms: number) => ({ created: { gte: Math.floor(ms / 1000) }, limit: 100 });
  const [intents, refunds]: [LedgerIntent[], LedgerRefund[]] = [[], []];
  for await (const intent of client.paymentIntents.list(createdAfter(since.getTime())))
    intents.push(...toLedgerIntent(intent));
  for await (const refund of client.refunds.list(createdAfter(Date.now() - refundPeriodMs))) {
    const found = toLedgerRefund(refund);
    if (found) refunds.push(found);
  }
  return { intents, refunds };
}
