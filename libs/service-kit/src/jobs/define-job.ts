import type { z } from 'zod';

/** What a job is called, how often it runs by itself and what it carries (ids only). */
export interface JobDefinition<Payload extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly payload: Payload;
  /** Runs by itself every so many milliseconds, with an empty payload; also without Redis. */
  readonly everyMs?: number;
  readonly attempts?: number;
}

export function defineJob<Payload extends z.ZodType>(
  definition: JobDefinition<Payload>,
): JobDefinition<Payload> {
  return definition;
}

/** The work has to wait: the same job runs again after so many milliseconds. */
export interface Reschedule {
  rescheduleInMs: number;
}

export interface JobHandler<Payload extends z.ZodType = z.ZodType> {
  readonly job: JobDefinition<Payload>;
  /** May run more than once for the same payload, also at the same time: work that is done already is a no-op. */
  run(payload: z.output<Payload>): Promise<Reschedule | void>;
}

export function defineJobHandler<Payload extends z.ZodType>(
  handler: JobHandler<Payload>,
): JobHandler<Payload> {
  return handler;
}
