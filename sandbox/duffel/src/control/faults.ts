import { z } from 'zod';

/**
 * A fault waits for calls that match it. What each kind does:
 * - latency: waits `latencyMs`, then answers as ever;
 * - status: answers `status` with `body` (default: Duffel's own error for that status), nothing is done;
 * - malformed: answers with a body that is not JSON although it says so (or `body` as it is), nothing is done;
 * - hang: never answers, nothing is done;
 * - drop: cuts the connection, nothing is done;
 * - commit_and_drop: does the work, then cuts the connection;
 * - commit_and_hang: does the work, then never answers;
 * - commit_and_status: does the work, then answers `status`;
 * - commit_late: answers 202 (or `status`) at once and does the work `delayMs` later; status 0 cuts the connection instead;
 * - fail_late: answers 202 at once and later tells by webhook that no order was created.
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

  /** The first fault that matches and has uses left; taking it uses it up by one. */
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

  list(): readonly Fault[] {
    return this.#faults;
  }

  clear(): void {
    this.#faults = [];
  }
}

/** A pattern is a prefix of the path, else a regular expression for the whole of it. */
function matches(pattern: string, path: string): boolean {
  if (path.startsWith(pattern)) return true;
  try {
    return new RegExp(`^(?:${pattern})$`).test(path);
  } catch {
    return false;
  }
}
