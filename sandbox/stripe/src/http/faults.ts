import { z } from 'zod';

/** Input of `POST /_sandbox/faults`. `latency` and the kinds that start with `commit` execute the call, the others do not. */
export const faultSchema = z.strictObject({
  method: z.string().toUpperCase().optional(),
  /** A prefix of the path or a regular expression that matches it. */
  path: z
    .string()
    .default('/v1/')
    .refine((text) => isPattern(text), { error: 'is not a regular expression' }),
  /** Number of matching calls to skip before the fault applies. */
  after: z.number().int().min(0).default(0),
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
  latencyMs: z.number().int().min(0).max(600_000).default(1000),
  /** Delay of `commit_late`; defaults to `latencyMs`. */
  delayMs: z.number().int().min(0).max(600_000).optional(),
  /** 0 closes the connection (`commit_late` only). */
  status: z.number().int().min(0).max(599).optional(),
  body: z.unknown().optional(),
});

export type Fault = z.output<typeof faultSchema>;

function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

export interface Faults {
  add(fault: Fault): void;
  /** Returns the fault that applies to a call, if any, and counts one use of it. */
  take(method: string, path: string): Fault | undefined;
  clear(): void;
}

const matchesCall = (fault: Fault, method: string, path: string) =>
  (fault.method === undefined || fault.method === method) &&
  (path.startsWith(fault.path) || new RegExp(fault.path).test(path));

export function createFaults(): Faults {
  let faults: Fault[] = [];
  return {
    add: (fault) => {
      faults.push({ ...fault });
    },
    take: (method, path) => {
      const matching = faults.filter((fault) => matchesCall(fault, method, path));
      const match = matching.find((fault) => fault.after === 0);
      for (const fault of matching) if (fault.after > 0) fault.after -= 1;
      if (!match) return undefined;
      const taken = { ...match };
      match.times -= 1;
      faults = faults.filter((fault) => fault.times > 0);
      return taken;
    },
    clear: () => {
      faults = [];
    },
  };
}
