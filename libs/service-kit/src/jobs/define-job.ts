import type { z } from 'zod';

/** A job's name, its payload (ids only) and, if it is recurring, its interval. */
export interface JobDefinition<Payload extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly payload: Payload;
  /** Interval of a recurring job in milliseconds. It runs with an empty payload, also without Redis. */
  readonly everyMs?: number;
  readonly attempts?: number;
}

export function defineJob<Payload extends z.ZodType>(
  definition: JobDefinition<Payload>,
): JobDefinition<Payload> {
  return definition;
}

/** Result of a run that must run again: the same job is rescheduled with this delay in milliseconds. */
export interface Reschedule {
  rescheduleInMs: number;
}

export interface JobHandler<Payload extends z.ZodType = z.ZodType> {
  readonly job: JobDefinition<Payload>;
  /** May run more than once for the same payload, also concurrently, so it must be idempotent. */
  run(payload: z.output<Payload>): Promise<Reschedule | void>;
}

export function defineJobHandler<Payload extends z.ZodType>(
  handler: JobHandler<Payload>,
): JobHandler<Payload> {
  return handler;
}
