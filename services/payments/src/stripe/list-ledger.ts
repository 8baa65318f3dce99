import type Stripe from 'stripe';
import type { LedgerIntent, LedgerRefund, ProviderLedger } from '../ledger/provider-ledger.ts';
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

function toLedgerRefund({ id, payment_intent, status, amount, ...refund }: Stripe.Refund): LedgerRefund[] {
  const intentId = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id;
  if (!intentId) return [];
  const currency = refund.currency.toUpperCase();
  const state = failedStatuses.includes(status) ? 'failed' : status === 'succeeded' ? 'succeeded' : 'pending';
  return [{ id, intentId, state, minor: fromStripeAmount(amount, currency), currency }];
}

/** The intents of our payments and all refunds that were created since then, page by page. (REVIEW-06) */
export async function listStripeLedger(
  client: Stripe,
  since: Date,
): Promise<Pick<ProviderLedger, 'intents' | 'refunds'>> {
  const page = { created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 };
  const [intents, refunds]: [LedgerIntent[], LedgerRefund[]] = [[], []];
  for await (const intent of client.paymentIntents.list(page)) intents.push(...toLedgerIntent(intent));
  for await (const refund of client.refunds.list(page)) refunds.push(...toLedgerRefund(refund));
  return { intents, refunds };
}
