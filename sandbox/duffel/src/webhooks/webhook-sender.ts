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

interface Settings {
  store: Store;
  clock: Clock;
  url: string | null;
  secret: string;
}

const RETRY_AFTER_MS = [500, 2_000, 10_000];

/** Posts events to the configured address, signed as Duffel signs them; an answer other than 2xx is tried again. */
export class WebhookSender {
  readonly #settings: Settings;
  readonly #events: Collection<WebhookEvent>;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#events = settings.store.collection('webhook_events');
  }

  emit(type: string, key: string, liveMode: boolean, object: Record<string, unknown>): void {
    const event: WebhookEvent = {
      id: derivedId('wev', `${type}|${key}|${randomBytes(8).toString('hex')}`),
      type,
      api_version: 'v2',
      live_mode: liveMode,
      created_at: this.#settings.clock.iso(),
      idempotency_key: key,
      data: { object },
    };
    this.#events.put(event.id, event);
    void this.#deliver(event, 0);
  }

  find(id: string): WebhookEvent | undefined {
    return this.#events.get(id);
  }

  all(): WebhookEvent[] {
    return this.#events.all();
  }

  /** Sends an event once more; false when the receiver did not take it. */
  async redeliver(event: WebhookEvent): Promise<boolean> {
    return this.#post(event);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  async #deliver(event: WebhookEvent, attempt: number): Promise<void> {
    if (await this.#post(event)) return;
    const wait = RETRY_AFTER_MS[attempt];
    if (wait === undefined) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#deliver(event, attempt + 1);
    }, wait);
    timer.unref();
    this.#timers.add(timer);
  }

  async #post(event: WebhookEvent): Promise<boolean> {
    const { url, secret } = this.#settings;
    if (!url) return true;
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
}
