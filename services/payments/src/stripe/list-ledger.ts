import type Stripe from 'stripe';
import type { DisputeState } from '../db/schema.ts';
import type { LedgerDispute, LedgerIntent, LedgerRefund, ProviderLedger } from '../ledger/provider-ledger.ts';
import { fromStripeAmount } from './amounts.ts';
import { toIntentState } from './intent-state.ts';

const toDate = (seconds: number) => new Date(seconds * 1000);

export function toLedgerIntent(intent: Stripe.PaymentIntent): LedgerIntent {
  const { id, metadata, amount_received, created } = intent;
  const currency = intent.currency.toUpperCase();
  const { kind } = toIntentState(intent);
  const state = kind === 'challenged' || kind === 'processing' ? 'incomplete' : kind;
  const receivedMinor = fromStripeAmount(amount_received, currency);
  const { payment_id: paymentId = null, booking_id: bookingId = null } = metadata;
  return { id, paymentId, bookingId, state, receivedMinor, currency, createdAt: toDate(created) };
}

/** What a refund and a dispute have in common; undefined for those of a charge without an intent, which is not ours. */
function toLedgerEntry(
  entry: Pick<Stripe.Refund, 'id' | 'amount' | 'currency' | 'created' | 'payment_intent'>,
) {
  const { id, amount, created, payment_intent } = entry;
  const intentId = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id;
  if (!intentId) return undefined;
  const currency = entry.currency.toUpperCase();
  return { id, intentId, minor: fromStripeAmount(amount, currency), currency, createdAt: toDate(created) };
}

const failedStatuses: readonly (string | null)[] = ['failed', 'canceled'];

export function toLedgerRefund(refund: Stripe.Refund): LedgerRefund | undefined {
  const entry = toLedgerEntry(refund);
  const { status } = refund;
  const metadata = refund.metadata ?? {};
  const state = failedStatuses.includes(status) ? 'failed' : status === 'succeeded' ? 'succeeded' : 'pending';
  return entry && { ...entry, refundId: metadata.refund_id ?? null, metadata, state };
}

/** Statuses of docs.stripe.com/api/disputes; all others wait for evidence or a decision. */
const disputeStates: Partial<Record<Stripe.Dispute.Status, DisputeState>> = {
  won: 'won',
  prevented: 'won',
  warning_closed: 'won',
  lost: 'lost',
};

export function toLedgerDispute(dispute: Stripe.Dispute): LedgerDispute | undefined {
  const entry = toLedgerEntry(dispute);
  return entry && { ...entry, state: disputeStates[dispute.status] ?? 'open' };
}

/** Time in which a refund may still fail, with a margin (docs.stripe.com/refunds). */
const refundPeriodMs = 35 * 86_400_000;

/** Time in which a dispute may wait for its decision, with a margin (docs.stripe.com/disputes/how-disputes-work). */
const disputePeriodMs = 150 * 86_400_000;

const toSeconds = (ms: number) => Math.floor(ms / 1000);

/** The entries of all pages that are ours. */
async function readPages<Raw, Entry>(
  pages: AsyncIterable<Raw>,
  toEntry: (raw: Raw) => Entry | undefined,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const raw of pages) {
    const entry = toEntry(raw);
    if (entry) entries.push(entry);
  }
  return entries;
}

/** All intents that were created since then, up to `until`. */
export function listStripeIntents(client: Stripe, since: Date, until?: Date): Promise<LedgerIntent[]> {
  const created = {
    gte: toSeconds(since.getTime()),
    ...(until && { lte: toSeconds(until.getTime()) }),
  };
  return readPages(client.paymentIntents.list({ created, limit: 100 }), toLedgerIntent);
}

export const listStripeRefunds = (client: Stripe, filter: Stripe.RefundListParams): Promise<LedgerRefund[]> =>
  readPages(client.refunds.list({ ...filter, limit: 100 }), toLedgerRefund);

export const listStripeDisputes = (
  client: Stripe,
  filter: Stripe.DisputeListParams,
): Promise<LedgerDispute[]> => readPages(client.disputes.list({ ...filter, limit: 100 }), toLedgerDispute);

/** All intents that were created since then, and all refunds and disputes that may still change, page by page. (REVIEW-06) */
export async function listStripeLedger(client: Stripe, since: Date): Promise<Omit<ProviderLedger, 'orders'>> {
  const lately = (periodMs: number) => ({ created: { gte: toSeconds(Date.now() - periodMs) } });
  return {
    intents: await listStripeIntents(client, since),
    refunds: await listStripeRefunds(client, lately(refundPeriodMs)),
    disputes: await listStripeDisputes(client, lately(disputePeriodMs)),
  };
}
