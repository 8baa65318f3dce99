import { CallLedger, Clock, Faults, Store, WebhookSender } from '@fareline/sandbox-kit';
import type { DuffelFault } from './control/duffel-fault.ts';
import { ResultOverridesQueue } from './offers/result-overrides.ts';
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
import { createEventEmitter } from './webhooks/events.ts';

export interface SandboxOptions {
  /** Journal that keeps orders and searches over a restart; without it they are kept in memory only. */
  stateFile?: string | undefined;
  webhookUrl?: string | undefined;
  /** Sign the events of each mode. */
  webhookSecrets?: Record<'test' | 'live', string> | undefined;
  /** Duration of a search in milliseconds; every other call takes a fifth of it. */
  latencyMs?: number | undefined;
  /** Requests per minute; further requests get 429. */
  rateLimit?: number | undefined;
  currency?: string | undefined;
  /** Number of offers of a search; by default as many as its route has. */
  resultCount?: number | undefined;
  /** Whether searches in batches get 403, as for an account without access to them. */
  refusesBatches?: boolean | undefined;
  /** Source of the current time in milliseconds since the epoch, for tests. */
  now?: (() => number) | undefined;
}

const DAY_MS = 86_400_000;

/** Creates the state and services that all routes share. `closing` is aborted when the server stops. */
export function createDeps(options: SandboxOptions, closing: AbortSignal) {
  const store = new Store(options.stateFile);
  const clock = new Clock(store, options.now);
  const requests = store.collection<OfferRequestRecord>('offer_requests');
  const overrides = store.collection<OfferOverride>('offer_overrides');
  const attempts = store.collection<AttemptRecord>('attempts');
  const webhooks = new WebhookSender({ url: options.webhookUrl, signatureHeader: 'x-duffel-signature' });
  for (const { id, created_at } of requests.all())
    if (Date.parse(created_at) < clock.now() - DAY_MS && !attempts.get(id)) requests.remove(id);
  return {
    latencyMs: options.latencyMs ?? 0,
    rateLimit: options.rateLimit ?? 4000,
    refusesBatches: options.refusesBatches ?? false,
    closing,
    store,
    clock,
    ledger: new CallLedger(),
    faults: new Faults<DuffelFault>(),
    resultOverrides: new ResultOverridesQueue(),
    offers: new OfferRepository({
      ...{ requests, overrides, clock },
      currency: options.currency ?? 'USD',
      resultCount: options.resultCount,
    }),
    requests,
    orders: store.collection<OrderRecord>('orders'),
    cancellations: store.collection<CancellationRecord>('cancellations'),
    changeRequests: store.collection<ChangeRequestRecord>('order_change_requests'),
    changes: store.collection<OrderChangeRecord>('order_changes'),
    /** Seats that are booked by orders, keyed by flight and designator. */
    seats: store.collection<{ id: string; order_id: string }>('seats'),
    attempts,
    webhooks,
    emit: createEventEmitter(webhooks, clock, options.webhookSecrets),
  };
}

export type Deps = ReturnType<typeof createDeps>;
