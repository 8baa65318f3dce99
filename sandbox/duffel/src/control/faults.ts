import { z } from 'zod';

/**
 * A fault applies to the next requests that match it. Effect of each kind:
 * - latency: waits `latencyMs`, then responds normally;
 * - status: responds with `status` and `body` (default: Duffel's error for that status) without executing the request;
 * - malformed: responds with invalid JSON as `application/json` (or with `body`) without executing the request;
 * - hang: never responds and does not execute the request;
 * - drop: closes the connection without executing the request;
 * - commit_and_drop: executes the request, then closes the connection;
 * - commit_and_hang: executes the request, then never responds;
 * - commit_and_status: executes the request, then responds with `status`;
 * - commit_late: responds with 202 (or `status`) and executes the request `delayMs` later; status 0 closes the connection;
 * - fail_late: responds with 202 and later reports by webhook that no order was created.
 */
export const FaultInput = z.object({
  method: z.string().toUpperCase().optional(),
  path: z.string().min(1).default('/'),
  times: z.number().int().min(1).default(1),
  kind: z.enum([
    'latency',
    'status',
    'malformed',
    'hang',
    'drop',
    'commit_and_drop',
    'commit_and_hang',
    'commit_and_status',
    'commit_late',
    'fail_late',
  ]),
  latencyMs: z.number().int().min(0).default(0),
  delayMs: z.number().int().min(0).default(500),
  status: z.number().int().min(0).max(599).optional(),
  body: z.unknown().optional(),
  headers: z.record(z.string(), z.string()).optional(),
});

export type Fault = z.infer<typeof FaultInput> & { id: number; used: number };

export class Faults {
  #faults: Fault[] = [];
  #next = 1;

  add(input: z.infer<typeof FaultInput>): Fault {
    const fault: Fault = { ...input, id: this.#next++, used: 0 };
    this.#faults.push(fault);
    return fault;
  }

  /** Returns the first matching fault with uses left, and counts one use. */
  take(method: string, path: string): Fault | undefined {
    const fault = this.#faults.find(
      (candidate) =>
        candidate.used < candidate.times &&
        (!candidate.method || candidate.method === method) &&
        matches(candidate.path, path),
    );
    if (fault) fault.used += 1;
    return fault;
  }

  clear(): void {
    this.#faults = [];
  }
}

/** A pattern is either a prefix of the path or a regular expression for the whole path. */
function matches(pattern: string, path: string): boolean {
  if (path.startsWith(pattern)) return true;
  try {
    return new RegExp(`^(?:${pattern})$`).test(path);
  } catch {
    return false;
  }
}
