import type { EnqueueOptions, JobDefinition, SendMail, ServiceClient } from '@fareline/service-kit';
import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import type { PaymentsConfig } from './config.ts';
import type { Database } from './db/tables.ts';
import type { FlightProvider } from './duffel/flight-provider.ts';
import type { KillPoint } from './kill-point.ts';
import type { KeyedHasher } from './keyed-hasher.ts';
import type { CardGateway } from './stripe/card-gateway.ts';

/**
 * Enqueues a job for a row after the row is committed. Returns at once and never throws: without the queue the job runs in
 * this process, and the sweep finds rows whose job was lost.
 */
export type Enqueue = <Payload extends z.ZodType>(
  job: JobDefinition<Payload>,
  payload: z.input<Payload>,
  options: Required<EnqueueOptions>,
) => void;

/** The dependencies that routes, steps and jobs are given. */
export interface Deps {
  config: PaymentsConfig;
  db: Database;
  cardGateway: CardGateway;
  flightProvider: FlightProvider;
  callFlights: ServiceClient;
  callAccounts: ServiceClient;
  sendMail: SendMail;
  hasher: KeyedHasher;
  killPoint: KillPoint;
  log: FastifyBaseLogger;
  enqueue: Enqueue;
}
