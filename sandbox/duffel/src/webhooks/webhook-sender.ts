import { createHmac, randomBytes } from 'node:crypto';
import { deriveId } from '../flights/seeded-random.ts';
import type { Clock } from '../state/clock.ts';

interface WebhookEvent {
  id: string;
  type: string;
  api_version: 'v2';
  live_mode: boolean;
  created_at: string;
  idempotency_key: string;
  data: { object: Record<string, unknown> };
}

interface WebhookSenderOptions {
  clock: Clock;
  url: string | null;
  secret: string;
}

const RETRY_DELAYS_MS = [500, 2_000, 10_000];

/** Sends events with Duffel's signature; retries after any response other than 2xx. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
  }

  /** Sends an event in the background. `key` becomes its idempotency key. */
  emit(type: string, key: string, liveMode: boolean, object: Record<string, unknown>): void {
    const { clock, url } = this.#options;
    const event: WebhookEvent = {
      id: deriveId('wev', randomBytes(16).toString('hex')),
      type,
      api_version: 'v2',
      live_mode: liveMode,
      created_at: clock.iso(),
      idempotency_key: key,
      data: { object },
    };
    if (url) void this.#deliver(event, url, 0);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  async #deliver(event: WebhookEvent, url: string, attempt: number): Promise<void> {
    if (await this.#send(event, url)) return;
    const delayMs = RETRY_DELAYS_MS[attempt];
    if (delayMs === undefined) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#deliver(event, url, attempt + 1);
    }, delayMs);
    timer.unref();
    this.#timers.add(timer);
  }

  /** Sends an event once; returns whether the response is 2xx. */
  async #send(event: WebhookEvent, url: string): Promise<boolean> {
    const body = JSON.stringify(event);
    const timestamp = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', this.#options.secret).update(`${timestamp}.${body}`).digest('hex');
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
}
