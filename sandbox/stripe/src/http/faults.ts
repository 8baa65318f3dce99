import { z } from 'zod';

/**
 * A trouble to make, as `POST /_sandbox/faults` takes it. Kinds that begin with `commit` do the work, `latency` too; the others
 * leave it undone.
 */
export const faultSchema = z.strictObject({
  method: z.string().toUpperCase().optional(),
  /** A prefix of the path, or a regular expression over it. */
  path: z
    .string()
    .default('/v1/')
    .refine((text) => isPattern(text), { error: 'is no regular expression' }),
  /** Calls to let pass before the first one that is hit. */
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
  /** Of `commit_late`; without it `latencyMs` counts. */
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
  /** The fault that hits this call, used up by it. */
  take(method: string, path: string): Fault | undefined;
  list(): Fault[];
  clear(): void;
}

const hits = (fault: Fault, method: string, path: string) =>
  (fault.method === undefined || fault.method === method) &&
  (path.startsWith(fault.path) || new RegExp(fault.path).test(path));

export function createFaults(): Faults {
  let faults: Fault[] = [];
  return {
    add: (fault) => {
      faults.push({ ...fault });
    },
    take: (method, path) => {
      const matching = faults.filter((fault) => hits(fault, method, path));
      const due = matching.find((fault) => fault.after === 0);
      for (const fault of matching) if (fault.after > 0) fault.after -= 1;
      if (!due) return undefined;
      const taken = { ...due };
      due.times -= 1;
      faults = faults.filter((fault) => fault.times > 0);
      return taken;
    },
    list: () => faults.map((fault) => ({ ...fault })),
    clear: () => {
      faults = [];
    },
  };
}
