import { Clock } from './state/clock.ts';
import { Faults } from './control/faults.ts';
import { ResultOverridesQueue } from './control/result-overrides.ts';
import { Ledger } from './control/ledger.ts';
import { OfferRepository } from './offers/offer.repository.ts';
import type {
  AttemptRecord,
  CancellationRecord,
  ChangeRequestRecord,
  OfferOverride,
  OfferRequestRecord,
  OrderChangeRecord,
  OrderRecord,
} from './records.ts';
import { Store, type Collection } from './state/store.ts';
import { WebhookSender } from './webhooks/webhook-sender.ts';

export interface SandboxOptions {
  /** File that keeps orders and searches over a restart; without it they are kept in memory only. */
  stateFile?: string | undefined;
  webhookUrl?: string | undefined;
  webhookSecret?: string | undefined;
  /** Duration of a search in milliseconds; every other call takes a fifth of it. */
  latencyMs?: number | undefined;
  /** Requests per minute; further requests get 429. */
  rateLimit?: number | undefined;
  currency?: string | undefined;
  /** Source of the current time in milliseconds since the epoch, for tests. */
  now?: (() => number) | undefined;
}

const DAY_MS = 86_400_000;

/** Marks the offer requests of stored orders as booked, because a process can be killed between the two writes. */
function markBookedAttempts(orders: Collection<OrderRecord>, attempts: Collection<AttemptRecord>): void {
  for (const { offer_id, offer_request_id: id } of orders.all())
    if (attempts.get(id)?.state !== 'booked') attempts.put(id, { id, offer_id, state: 'booked' });
}

function purgeExpiredSearches(
  requests: Collection<OfferRequestRecord>,
  attempts: Collection<AttemptRecord>,
  now: number,
): void {
  for (const { id, created_at } of requests.all())
    if (Date.parse(created_at) < now - DAY_MS && !attempts.get(id)) requests.remove(id);
}

/** Creates the state and services that all routes share. */
export function createDeps(options: SandboxOptions) {
  const store = new Store(options.stateFile ?? null);
  const clock = new Clock(options.now);
  const requests = store.collection<OfferRequestRecord>('offer_requests');
  const overrides = store.collection<OfferOverride>('offer_overrides');
  const orders = store.collection<OrderRecord>('orders');
  const attempts = store.collection<AttemptRecord>('attempts');
  markBookedAttempts(orders, attempts);
  purgeExpiredSearches(requests, attempts, clock.now());
  return {
    latencyMs: options.latencyMs ?? 0,
    rateLimit: options.rateLimit ?? 4000,
    store,
    clock,
    ledger: new Ledger(),
    faults: new Faults(),
    resultOverrides: new ResultOverridesQueue(),
    offers: new OfferRepository({ requests, overrides, clock, currency: options.currency ?? 'USD' }),
    requests,
    overrides,
    orders,
    cancellations: store.collection<CancellationRecord>('cancellations'),
    changeRequests: store.collection<ChangeRequestRecord>('order_change_requests'),
    changes: store.collection<OrderChangeRecord>('order_changes'),
    /** Seats that are booked by orders, keyed by flight and designator. */
    seats: store.collection<{ id: string; order_id: string }>('seats'),
    attempts,
    webhooks: new WebhookSender({
      clock,
      url: options.webhookUrl ?? null,
      secret: options.webhookSecret ?? 'sandbox-webhook-secret',
    }),
  };
}

export type Deps = ReturnType<typeof createDeps>;
