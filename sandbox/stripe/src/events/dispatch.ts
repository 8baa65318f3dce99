import type { SandboxOptions } from '../config.ts';
import type { StripeEvent } from '../state/records.ts';
import type { Store } from '../state/store.ts';
import { signWebhook } from './sign.ts';

/** Sends events to the webhook URL. */
export interface Dispatcher {
  /** Starts the delivery of all stored events; call it after a commit. */
  deliverPending(): void;
  close(): Promise<void>;
}

const DEFAULT_RETRY_DELAYS_MS = [200, 1000, 3000, 10_000];
const RESPONSE_TIMEOUT_MS = 10_000;

export function createDispatcher(store: Store, options: SandboxOptions): Dispatcher {
  const retryDelays = options.webhookRetryMs ?? DEFAULT_RETRY_DELAYS_MS;
  const deliveries = new Map<string, Promise<void>>();
  const abort = new AbortController();

  async function post(event: StripeEvent): Promise<number | null> {
    const body = JSON.stringify(event, null, 2);
    // The receiver checks the timestamp against its system time, so the signature does not use the sandbox's clock.
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
        signal: AbortSignal.any([abort.signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return null;
    }
  }

  function wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      abort.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  async function deliver(event: StripeEvent): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      const status = await post(event);
      if (abort.signal.aborted) return;
      if (status !== null && status >= 200 && status < 300) break;
      const delayMs = retryDelays[attempt];
      if (delayMs === undefined) break;
      await wait(delayMs);
      if (abort.signal.aborted) return;
    }
    store.remove('events', event.id);
    store.commit();
  }

  return {
    deliverPending: () => {
      for (const event of store.all('events').filter(({ id }) => !deliveries.has(id)))
        deliveries.set(
          event.id,
          deliver(event).finally(() => deliveries.delete(event.id)),
        );
    },
    close: async () => {
      abort.abort();
      await Promise.all(deliveries.values());
    },
  };
}
