import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Clock } from './clock.ts';

/** A received call, without its content. `status` is null if no response was sent. */
export interface LedgerEntry {
  method: string;
  path: string;
  at: string;
  status: number | null;
  fault?: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    ledgerEntry: LedgerEntry | undefined;
  }
}

const MAX_ENTRIES = 20_000;

/** The calls that a sandbox has received, oldest first, for tests that count them. Kept in memory only. */
export class CallLedger {
  #entries: LedgerEntry[] = [];

  add(entry: LedgerEntry): LedgerEntry {
    this.#entries.push(entry);
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
    return entry;
  }

  entries(): readonly LedgerEntry[] {
    return this.#entries;
  }

  clear(): void {
    this.#entries = [];
  }
}

/** The path without query and trailing slash. */
export function getPath(request: FastifyRequest): string {
  return (request.url.split('?')[0] ?? '').replace(/\/$/, '');
}

/** Records the calls of a scope in the ledger, except those that `isInternal` excludes. */
export function recordCalls(
  app: FastifyInstance,
  { ledger, clock }: { ledger: CallLedger; clock: Clock },
  isInternal: (request: FastifyRequest) => boolean = () => false,
): void {
  app.decorateRequest('ledgerEntry', undefined);
  app.addHook('onRequest', async (request) => {
    if (isInternal(request)) return;
    const call = { method: request.method, path: getPath(request), at: clock.iso() };
    request.ledgerEntry = ledger.add({ ...call, status: null });
  });
  app.addHook('onResponse', async (request, reply) => {
    if (request.ledgerEntry) request.ledgerEntry.status = reply.statusCode;
  });
}
