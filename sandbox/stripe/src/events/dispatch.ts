import type { Options } from '../config.ts';
import type { StripeEvent } from '../state/records.ts';
import type { Store } from '../state/store.ts';
import { signWebhook } from './sign.ts';

/** Posts events to the webhook address. */
export interface Dispatcher {
  /** Delivers what is recorded and not yet delivered; call it after a commit. */
  wake(): void;
  /** Delivers these once more, one after the other, whatever became of them before. Gives the statuses, null for no answer. */
  resend(events: StripeEvent[]): Promise<(number | null)[]>;
  /** Resolves when nothing is being delivered. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

const DEFAULT_RETRIES_MS = [200, 1000, 3000, 10_000];
const ANSWER_WITHIN_MS = 10_000;

export function createDispatcher(store: Store, options: Options): Dispatcher {
  const retries = options.webhookRetryMs ?? DEFAULT_RETRIES_MS;
  const running = new Map<string, Promise<void>>();
  const stopped = new AbortController();

  async function post(event: StripeEvent): Promise<number | null> {
    const body = JSON.stringify(event, null, 2);
    // The receiver checks the age against the real time, so the signature carries that and not the sandbox's clock.
    const signature = signWebhook(options.webhookSecret ?? '', body, Math.floor(Date.now() / 1000));
    try {
      const response = await fetch(options.webhookUrl ?? '', {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature,
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body,
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return null;
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      stopped.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  async function deliver(event: StripeEvent): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      const status = await post(event);
      if (stopped.signal.aborted) return;
      if (status !== null && status >= 200 && status < 300) break;
      const wait = retries[attempt];
      if (wait === undefined) break;
      await pause(wait);
      if (stopped.signal.aborted) return;
    }
    if (!store.get('events', event.id)) return;
    store.put('events', event.id, { ...event, pending_webhooks: 0 });
    store.commit();
  }

  return {
    wake: () => {
      if (!options.webhookUrl) return;
      const due = store.all('events').filter((event) => event.pending_webhooks > 0 && !running.has(event.id));
      for (const event of due)
        running.set(
          event.id,
          deliver(event).finally(() => running.delete(event.id)),
        );
    },
    resend: async (events) => {
      const statuses: (number | null)[] = [];
      for (const event of events) statuses.push(await post(event));
      return statuses;
    },
    idle: async () => {
      await Promise.all(running.values());
    },
    close: async () => {
      stopped.abort();
      await Promise.all(running.values());
    },
  };
}
