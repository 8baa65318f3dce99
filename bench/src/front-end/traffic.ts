import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession } from '@playwright/test';

export interface Transfer {
  path: string;
  kind: string;
  /** As they came over the line: compressed, with headers. */
  bytes: number;
}

/** What a page fetches, as its browser counts it. */
export class Traffic {
  readonly done: Transfer[] = [];
  readonly #open = new Map<string, Transfer>();
  #lastAt = performance.now();

  static async record(session: CDPSession): Promise<Traffic> {
    const traffic = new Traffic();
    session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
      if (!request.url.startsWith('https:')) return;
      traffic.#lastAt = performance.now();
      const path = new URL(request.url).pathname;
      traffic.#open.set(requestId, { path, kind: type ?? 'Other', bytes: 0 });
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
      traffic.#end(requestId, encodedDataLength),
    );
    session.on('Network.loadingFailed', ({ requestId }) => traffic.#end(requestId, 0));
    await session.send('Network.enable');
    return traffic;
  }

  #end(requestId: string, bytes: number): void {
    const transfer = this.#open.get(requestId);
    if (!transfer) return;
    this.#lastAt = performance.now();
    this.#open.delete(requestId);
    this.done.push({ ...transfer, bytes });
  }

  /** Until nothing has been asked for, and nothing has arrived, for so long. */
  async waitUntilIdle(forMs: number): Promise<void> {
    while (this.#open.size > 0 || performance.now() - this.#lastAt < forMs) await wait(25);
  }
}
