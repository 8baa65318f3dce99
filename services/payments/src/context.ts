import type { EnqueueOptions, JobDefinition, SendMail, ServiceClient } from '@fareline/service-kit';
import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import type { PaymentsConfig } from './config.ts';
import type { Database } from './db/tables/index.ts';
import type { DuffelDoor } from './duffel/duffel-door.ts';
import type { KillPoint } from './kill-point.ts';
import type { Secrets } from './secrets.ts';
import type { StripeDoor } from './stripe/stripe-door.ts';

/**
 * Puts a job for a row into the queue, once what it is for is committed. Neither waited for nor able to fail: without the
 * queue it runs here, and what is lost on the way is found by the sweep.
 */
export type Enqueue = <Payload extends z.ZodType>(
  job: JobDefinition<Payload>,
  payload: z.input<Payload>,
  options: Required<EnqueueOptions>,
) => void;

/** What the service is made of, handed to everything in it. */
export interface Context {
  config: PaymentsConfig;
  db: Database;
  stripe: StripeDoor;
  duffel: DuffelDoor;
  callFlights: ServiceClient;
  callAccounts: ServiceClient;
  sendMail: SendMail;
  secrets: Secrets;
  killPoint: KillPoint;
  log: FastifyBaseLogger;
  enqueue: Enqueue;
}
