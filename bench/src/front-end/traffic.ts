import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession } from '@playwright/test';

export interface Transfer {
  path: string;
  kind: string;
  /** Bytes on the wire: compressed, with headers. */
  bytes: number;
}

/** Records the requests of a page with their transferred bytes. */
export class Traffic {
  readonly done: Transfer[] = [];
  readonly #pending = new Map<string, Transfer>();
  #lastActivityAt = performance.now();

  static async record(session: CDPSession): Promise<Traffic> {
    const traffic = new Traffic();
    session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
      if (!request.url.startsWith('https:')) return;
      traffic.#lastActivityAt = performance.now();
      const path = new URL(request.url).pathname;
      traffic.#pending.set(requestId, { path, kind: type ?? 'Other', bytes: 0 });
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
      traffic.#end(requestId, encodedDataLength),
    );
    session.on('Network.loadingFailed', ({ requestId }) => traffic.#end(requestId, 0));
    await session.send('Network.enable');
    return traffic;
  }

  #end(requestId: string, bytes: number): void {
    const transfer = this.#pending.get(requestId);
    if (!transfer) return;
    this.#lastActivityAt = performance.now();
    this.#pending.delete(requestId);
    this.done.push({ ...transfer, bytes });
  }

  /** Waits until no request is open and none has started or ended for `forMs` milliseconds. */
  async waitUntilIdle(forMs: number): Promise<void> {
    while (this.#pending.size > 0 || performance.now() - this.#lastActivityAt < forMs) await wait(25);
  }
}
