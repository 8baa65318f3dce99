import type { ServiceCall, SendMail } from '@fareline/service-kit';
import type { FastifyBaseLogger } from 'fastify';
import type { PaymentsConfig } from './config.ts';
import type { Database } from './db/tables/index.ts';
import type { DuffelDoor } from './duffel/duffel-door.ts';
import type { KillPoint } from './kill-point.ts';
import type { Secrets } from './secrets.ts';
import type { StripeDoor } from './stripe/stripe-door.ts';

/** What the service is made of, handed to everything in it. */
export interface Context {
  config: PaymentsConfig;
  db: Database;
  stripe: StripeDoor;
  duffel: DuffelDoor;
  callFlights: ServiceCall;
  callAccounts: ServiceCall;
  sendMail: SendMail;
  secrets: Secrets;
  killPoint: KillPoint;
  log: FastifyBaseLogger;
  /** Asks for a sweep soon; never fails. */
  wake(): void;
}
