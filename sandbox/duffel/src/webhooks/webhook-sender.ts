import { createHmac, randomBytes } from 'node:crypto';
import { deriveId } from '../flights/seeded-random.ts';
import type { Clock } from '../state/clock.ts';
import type { Collection, Store } from '../state/store.ts';

export interface WebhookEvent {
  id: string;
  type: string;
  api_version: 'v2';
  live_mode: boolean;
  created_at: string;
  idempotency_key: string;
  data: { object: Record<string, unknown> };
}

export interface WebhookEndpoint {
  id: string;
  url: string;
  events: string[];
  active: boolean;
  live_mode: boolean;
  created_at: string;
  updated_at: string;
  secret: string;
}

interface WebhookSenderOptions {
  store: Store;
  clock: Clock;
  url: string | null;
  secret: string;
}

const RETRY_DELAYS_MS = [500, 2_000, 10_000];

/** Sends events with Duffel's signature; retries after any response other than 2xx. */
export class WebhookSender {
  readonly events: Collection<WebhookEvent>;
  readonly endpoints: Collection<WebhookEndpoint>;
  readonly #options: WebhookSenderOptions;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
    this.events = options.store.collection('webhook_events');
    this.endpoints = options.store.collection('webhooks');
  }

  /** Stores an event without sending it. `key` becomes its idempotency key. */
  recordEvent(type: string, key: string, liveMode: boolean, object: Record<string, unknown>): WebhookEvent {
    const event: WebhookEvent = {
      id: deriveId('wev', randomBytes(16).toString('hex')),
      type,
      api_version: 'v2',
      live_mode: liveMode,
      created_at: this.#options.clock.iso(),
      idempotency_key: key,
      data: { object },
    };
    this.events.put(event.id, event);
    return event;
  }

  emit(type: string, key: string, liveMode: boolean, object: Record<string, unknown>): void {
    this.deliver(this.recordEvent(type, key, liveMode, object));
  }

  /** Sends an event in the background to the configured URL and to all endpoints that are subscribed to its type. */
  deliver(event: WebhookEvent): void {
    const { url, secret } = this.#options;
    if (url) void this.#deliverWithRetry(event, url, secret, 0);
    for (const endpoint of this.endpoints.all())
      if (endpoint.active && endpoint.events.includes(event.type))
        void this.#deliverWithRetry(event, endpoint.url, endpoint.secret, 0);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  /** Sends an event once; returns whether the response is 2xx. */
  async send(event: WebhookEvent, url: string, secret: string): Promise<boolean> {
    const body = JSON.stringify(event);
    const timestamp = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-duffel-signature': `t=${timestamp},v1=${signature}`,
        },
        body,
        signal: AbortSignal.timeout(10_000),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }

  async #deliverWithRetry(event: WebhookEvent, url: string, secret: string, attempt: number): Promise<void> {
    if (await this.send(event, url, secret)) return;
    const delayMs = RETRY_DELAYS_MS[attempt];
    if (delayMs === undefined) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#deliverWithRetry(event, url, secret, attempt + 1);
    }, delayMs);
    timer.unref();
    this.#timers.add(timer);
  }
}
