import { Clock } from './state/clock.ts';
import { Faults } from './control/faults.ts';
import { OddResultsQueue } from './control/odd-results.ts';
import { Ledger } from './control/ledger.ts';
import { OfferBook } from './offers/offer-book.ts';
import type {
  AttemptRecord,
  CancellationRecord,
  ChangeRequestRecord,
  OfferOverride,
  OfferRequestRecord,
  OrderChangeRecord,
  OrderRecord,
  PaymentRecord,
} from './records.ts';
import { Store, type Collection } from './state/store.ts';
import { WebhookSender } from './webhooks/webhook-sender.ts';

export interface SandboxOptions {
  /** Where orders and searches survive a restart; absent: memory only. */
  stateFile?: string | undefined;
  webhookUrl?: string | undefined;
  webhookSecret?: string | undefined;
  /** How long a search takes; other calls take a fifth of it. */
  latencyMs?: number | undefined;
  /** Requests a minute before 429. */
  rateLimit?: number | undefined;
  currency?: string | undefined;
  /** The machine's time, for tests. */
  now?: (() => number) | undefined;
}

const DAY_MS = 86_400_000;

/** A process killed between writing an order and marking its search as booked left the mark out. */
function settle(orders: Collection<OrderRecord>, attempts: Collection<AttemptRecord>): void {
  for (const { offer_id, offer_request_id: id } of orders.all())
    if (attempts.get(id)?.state !== 'booked') attempts.put(id, { id, offer_id, state: 'booked' });
}

function forgetOldSearches(
  requests: Collection<OfferRequestRecord>,
  attempts: Collection<AttemptRecord>,
  now: number,
): void {
  for (const { id, created_at } of requests.all())
    if (Date.parse(created_at) < now - DAY_MS && !attempts.get(id)) requests.remove(id);
}

/** Everything the routes share. */
export function createSandbox(options: SandboxOptions) {
  const store = new Store(options.stateFile ?? null);
  const clock = new Clock(options.now);
  const requests = store.collection<OfferRequestRecord>('offer_requests');
  const overrides = store.collection<OfferOverride>('offer_overrides');
  const orders = store.collection<OrderRecord>('orders');
  const attempts = store.collection<AttemptRecord>('attempts');
  settle(orders, attempts);
  forgetOldSearches(requests, attempts, clock.now());
  return {
    latencyMs: options.latencyMs ?? 0,
    rateLimit: options.rateLimit ?? 4000,
    store,
    clock,
    ledger: new Ledger(),
    faults: new Faults(),
    oddResults: new OddResultsQueue(),
    offers: new OfferBook({ requests, overrides, clock, currency: options.currency ?? 'USD' }),
    requests,
    overrides,
    orders,
    payments: store.collection<PaymentRecord>('payments'),
    cancellations: store.collection<CancellationRecord>('cancellations'),
    changeRequests: store.collection<ChangeRequestRecord>('order_change_requests'),
    changes: store.collection<OrderChangeRecord>('order_changes'),
    /** Seats that orders hold, by flight and designator. */
    seats: store.collection<{ id: string; order_id: string }>('seats'),
    attempts,
    webhooks: new WebhookSender({
      store,
      clock,
      url: options.webhookUrl ?? null,
      secret: options.webhookSecret ?? 'sandbox-webhook-secret',
    }),
  };
}

export type Sandbox = ReturnType<typeof createSandbox>;
