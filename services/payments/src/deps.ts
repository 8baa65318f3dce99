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
 * Puts a job for a row into the queue, once what it is for is committed. Neither waited for nor able to fail: without the
 * queue it runs here, and what is lost on the way is found by the sweep.
 */
export type Enqueue = <Payload extends z.ZodType>(
  job: JobDefinition<Payload>,
  payload: z.input<Payload>,
  options: Required<EnqueueOptions>,
) => void;

/** What the service is made of, handed to everything in it. */
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
