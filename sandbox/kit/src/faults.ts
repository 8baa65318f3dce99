import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import { getPath } from './call-ledger.ts';

/** Input of `POST /_sandbox/faults`: a fault of the next matching calls. README.md describes the kinds. */
export const FaultInput = z.strictObject({
  method: z.string().toUpperCase().optional(),
  /** A prefix of the path, or a regular expression for the whole path. */
  path: z.string().default('/').refine(isPattern, 'is not a regular expression'),
  /** Number of matching calls that it applies to. */
  times: z.number().int().min(1).default(1),
  kind: z.enum([
    'latency',
    'status',
    'malformed',
    'hang',
    'drop',
    'commit_and_drop',
    'commit_and_hang',
    'commit_and_malformed',
    'commit_and_status',
    'commit_late',
  ]),
  latencyMs: z.number().int().min(0).default(0),
  delayMs: z.number().int().min(0).default(500),
  status: z.number().int().min(0).max(599).optional(),
  body: z.unknown().optional(),
  headers: z.record(z.string(), z.string()).optional(),
});

export type Fault = z.output<typeof FaultInput>;
/** A fault whose kind may be one that only a provider has. */
export type ProviderFault = Omit<Fault, 'kind'> & { kind: string };

function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

const matchesPath = (pattern: string, path: string): boolean =>
  path.startsWith(pattern) || new RegExp(`^(?:${pattern})$`).test(path);

/** The faults that tests have added and that still apply. */
export class Faults<F extends ProviderFault = Fault> {
  #faults: F[] = [];

  add(fault: F): void {
    this.#faults.push({ ...fault });
  }

  /** Returns the first fault that matches the call, counts its use and marks the call in the ledger. */
  take(request: FastifyRequest): F | undefined {
    const fault = this.#faults.find(
      ({ method, path }) =>
        (method === undefined || method === request.method) && matchesPath(path, getPath(request)),
    );
    if (!fault) return undefined;
    fault.times -= 1;
    this.#faults = this.#faults.filter(({ times }) => times > 0);
    if (request.ledgerEntry) request.ledgerEntry.fault = fault.kind;
    return fault;
  }

  clear(): void {
    this.#faults = [];
  }
}
