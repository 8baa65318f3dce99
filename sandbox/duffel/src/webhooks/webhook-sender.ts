import { createHmac, randomBytes } from 'node:crypto';
import { derivedId } from '../flights/random.ts';
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

interface Settings {
  store: Store;
  clock: Clock;
  url: string | null;
  secret: string;
}

const RETRY_AFTER_MS = [500, 2_000, 10_000];

/** Posts events, signed as Duffel signs them; an answer other than 2xx is tried again. */
export class WebhookSender {
  readonly events: Collection<WebhookEvent>;
  readonly endpoints: Collection<WebhookEndpoint>;
  readonly #settings: Settings;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(settings: Settings) {
    this.#settings = settings;
    this.events = settings.store.collection('webhook_events');
    this.endpoints = settings.store.collection('webhooks');
  }

  /** Keeps an event without sending it. `key` is the same for every event of one happening. */
  record(type: string, key: string, liveMode: boolean, object: Record<string, unknown>): WebhookEvent {
    const event: WebhookEvent = {
      id: derivedId('wev', randomBytes(16).toString('hex')),
      type,
      api_version: 'v2',
      live_mode: liveMode,
      created_at: this.#settings.clock.iso(),
      idempotency_key: key,
      data: { object },
    };
    this.events.put(event.id, event);
    return event;
  }

  emit(type: string, key: string, liveMode: boolean, object: Record<string, unknown>): void {
    this.deliver(this.record(type, key, liveMode, object));
  }

  /** Sends an event to everyone who wants it, in the background. */
  deliver(event: WebhookEvent): void {
    const { url, secret } = this.#settings;
    if (url) void this.#try(event, url, secret, 0);
    for (const endpoint of this.endpoints.all())
      if (endpoint.active && endpoint.events.includes(event.type))
        void this.#try(event, endpoint.url, endpoint.secret, 0);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  /** Sends once; whether the receiver took it. */
  async post(event: WebhookEvent, url: string, secret: string): Promise<boolean> {
    const body = JSON.stringify(event);
    const time = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-duffel-signature': `t=${time},v1=${signature}` },
        body,
        signal: AbortSignal.timeout(10_000),
      });
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      return false;
    }
  }

  async #try(event: WebhookEvent, url: string, secret: string, attempt: number): Promise<void> {
    if (await this.post(event, url, secret)) return;
    const wait = RETRY_AFTER_MS[attempt];
    if (wait === undefined) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#try(event, url, secret, attempt + 1);
    }, wait);
    timer.unref();
    this.#timers.add(timer);
  }
}
