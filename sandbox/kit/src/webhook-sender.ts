import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

interface WebhookOptions {
  /** URL of the receiver; without it no event is sent. */
  url: string | undefined;
  /** Name of the header with the signature, `t=<seconds>,v1=<hex of HMAC-SHA256 over "t.body">`; without one the event has its own. */
  signatureHeader?: string;
  userAgent?: string;
  retryDelaysMs?: readonly number[] | undefined;
}

const RETRY_DELAYS_MS = [200, 1_000, 3_000, 10_000];
const RESPONSE_TIMEOUT_MS = 10_000;

/** Sends events with a signature; retries after any response other than 2xx. */
export class WebhookSender {
  readonly #options: WebhookOptions;
  readonly #closing = new AbortController();
  readonly #deliveries = new Set<Promise<boolean>>();

  constructor(options: WebhookOptions) {
    this.#options = options;
  }

  /**
   * Sends an event, signed with the secret. Resolves to whether the delivery has ended: false if the sender is closed before. `close` waits until callers
   * know it.
   */
  deliver(event: object, secret = ''): Promise<boolean> {
    const { url } = this.#options;
    if (!url) return Promise.resolve(true);
    const delivery = this.#deliver(url, event, secret);
    this.#deliveries.add(delivery);
    void delivery.then(() => this.#deliveries.delete(delivery));
    return delivery;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#deliveries);
  }

  async #deliver(url: string, event: object, secret: string): Promise<boolean> {
    const { signal } = this.#closing;
    for (const delayMs of this.#options.retryDelaysMs ?? RETRY_DELAYS_MS) {
      if (await this.#send(url, event, secret)) return true;
      await sleep(delayMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return false;
    }
    await this.#send(url, event, secret);
    return !signal.aborted;
  }

  /** Sends an event once; returns whether the response is 2xx. */
  async #send(url: string, event: object, secret: string): Promise<boolean> {
    const { signatureHeader, userAgent } = this.#options;
    // Indented, so that a receiver that checks the signature of a serialised copy instead of the received bytes fails.
    const body = JSON.stringify(event, null, 2);
    // The receiver compares the timestamp with its system time, so it is not that of the sandbox's clock.
    const timestamp = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          ...(signatureHeader && { [signatureHeader]: `t=${timestamp},v1=${signature}` }),
          ...(userAgent && { 'user-agent': userAgent }),
        },
        body,
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }
}
