import { createKnownBrands, type KnownBrands } from '@fareline/service-kit/brands';
import type { RowKeys } from '@fareline/service-kit/db/row-keys';
import { createMailer, type SendMail } from '@fareline/service-kit/mail';
import { watchService } from '@fareline/service-kit/outages';
import { createServiceClient, type ServiceClient } from '@fareline/service-kit/service-client';
import type { FastifyBaseLogger } from 'fastify';
import type { Selectable } from 'kysely';
import { Counter, type Registry } from 'prom-client';
import type { PaymentsConfig } from './config.ts';
import {
  bookingStates,
  paymentStates,
  type BookingsTable,
  type BookingState,
  type Database,
} from './db/schema.ts';
import { createProviderBudget } from './duffel/count-provider-call.ts';
import { createFlightProvider } from './duffel/create-flight-provider.ts';
import type { FlightProvider } from './duffel/flight-provider.ts';
import { createKeyedHasher, type KeyedHasher } from './keyed-hasher.ts';
import { createKillPoint, type KillPoint } from './kill-point.ts';
import { createMailBrands, type MailBrands } from './mail-brands.ts';
import { bounceKinds, type Bounce } from './mailgun/mailgun-event.ts';
import type { CardGateway } from './stripe/card-gateway.ts';
import { createCardGateway } from './stripe/create-card-gateway.ts';

type Booking = Selectable<BookingsTable>;

/**
 * Enqueues the job of a row after the row is committed. Returns at once and never throws: without the queue the job runs in
 * this process, and the sweep finds rows whose job was lost.
 */
export interface Enqueue {
  booking(bookingId: string, delayMs?: number): void;
  lateOrder(bookingId: string): void;
  payment(paymentId: string, delayMs?: number): void;
  outboxEvent(outboxId: string, delayMs?: number): void;
}

export interface Deps {
  config: PaymentsConfig;
  db: Database;
  /** The keys of the plans of orders. */
  rowKeys: RowKeys;
  cardGateway: CardGateway;
  flightProvider: FlightProvider;
  callFlights: ServiceClient;
  callAccounts: ServiceClient;
  sendMail: SendMail;
  knownBrands: KnownBrands;
  mailBrands: MailBrands;
  hasher: KeyedHasher;
  killPoint: KillPoint;
  /** Counts that a booking or payment has come into a state. */
  countState: (of: 'booking' | 'payment', state: string) => void;
  /** Counts a mail that came back, or was reported as spam. */
  countBounce: (kind: Bounce['kind']) => void;
  log: FastifyBaseLogger;
  enqueue: Enqueue;
  /** Runs the steps of a leased booking from its state on, and returns it in a state without a step, or scheduled for a retry. */
  advanceBooking: (deps: Deps, leased: Booking) => Promise<Booking>;
  /** The states of bookings from which steps go on. */
  activeStates: readonly BookingState[];
}

const brandTimeoutMs = 2_000;

interface Created extends Pick<
  Deps,
  'db' | 'rowKeys' | 'log' | 'enqueue' | 'advanceBooking' | 'activeStates'
> {
  metrics: Registry;
}

export function createDeps(config: PaymentsConfig, { metrics, ...created }: Created): Deps {
  const { log } = created;
  const stateChanges = new Counter({
    name: 'state_changes_total',
    help: 'Bookings and payments that have come into a state.',
    labelNames: ['of', 'state'],
    registers: [metrics],
  });
  // Prometheus sees no increase in a series that begins with its first event.
  for (const state of bookingStates) stateChanges.inc({ of: 'booking', state }, 0);
  for (const state of paymentStates) stateChanges.inc({ of: 'payment', state }, 0);
  const bounces = new Counter({
    name: 'mails_bounced_total',
    help: 'Mails that came back, or were reported as spam.',
    labelNames: ['kind'],
    registers: [metrics],
  });
  for (const kind of bounceKinds) bounces.inc({ kind }, 0);
  const credential = config.SERVICE_CREDENTIAL;
  const callAccounts = createServiceClient({
    ...{ baseUrl: config.ACCOUNTS_URL, credential, outage: watchService(log, 'accounts') },
  });
  const knownBrands = createKnownBrands(callAccounts, brandTimeoutMs, { log });
  const callFlights = createServiceClient({
    ...{ baseUrl: config.FLIGHTS_URL, credential, outage: watchService(log, 'flights') },
  });
  return {
    ...created,
    config,
    cardGateway: createCardGateway(config),
    flightProvider: createFlightProvider(config, createProviderBudget(callFlights, log)),
    callFlights,
    callAccounts,
    sendMail: createMailer(config, metrics),
    knownBrands,
    mailBrands: createMailBrands(knownBrands),
    hasher: createKeyedHasher(config.PAYMENTS_HASH_KEY, config.PAYMENTS_HASH_KEY_PREVIOUS),
    killPoint: createKillPoint(config),
    countState: (of, state) => stateChanges.inc({ of, state }),
    countBounce: (kind) => bounces.inc({ kind }),
  };
}
