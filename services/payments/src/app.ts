import {
  createRemoteBrandHostCheck,
  buildServer,
  connectDatabase,
  createMailer,
  createServiceClient,
  migrateToLatest,
  pingDatabase,
  requireNonEvictingRedis,
  remoteSessions,
  sessions,
  type ServiceClient,
} from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import { claimBookingRoute } from './bookings/claim-booking.route.ts';
import { createBookingRoute } from './bookings/create-booking.route.ts';
import { readBookingsRoutes } from './bookings/read-bookings.route.ts';
import { resumeBookingRoute } from './bookings/resume-booking.route.ts';
import { cancelBookingRoute } from './cancellations/cancel-booking.route.ts';
import { quoteCancellationRoute } from './cancellations/quote-cancellation.route.ts';
import { processCardRoute } from './cards/process-card.route.ts';
import type { PaymentsConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { migrations } from './db/migrations/index.ts';
import type { Tables } from './db/tables.ts';
import { createFlightProvider } from './duffel/create-flight-provider.ts';
import { createKillPoint } from './kill-point.ts';
import { createKeyedHasher } from './keyed-hasher.ts';
import { createEnqueue, startPaymentsJobs } from './start-jobs.ts';
import { createCardGateway } from './stripe/create-card-gateway.ts';
import { webhooksRoutes } from './webhooks/webhooks.route.ts';

/** Distributes the calls over the replicas in round-robin order. */
function roundRobin(calls: readonly ServiceClient[]): ServiceClient {
  let next = 0;
  return (endpoint, options) => {
    const call = calls[next++ % calls.length];
    if (!call) throw new Error('no URL of the flights service is configured');
    return call(endpoint, options);
  };
}

/** Migrates the schema and builds the server with its routes and jobs. `overrides` replaces dependencies in tests. */
export async function buildPayments(
  config: PaymentsConfig,
  overrides: Partial<Deps> = {},
): Promise<FastifyInstance> {
  await requireNonEvictingRedis(config.JOBS_REDIS_URL);
  const db = connectDatabase<Tables>({ url: config.DATABASE_URL, schema: config.DATABASE_SCHEMA });
  const app = await buildServer({
    name: 'payments',
    config,
    checks: { database: () => pingDatabase(db) },
    isBrandHost: createRemoteBrandHostCheck(config.ACCOUNTS_URL, config.SERVICE_CREDENTIAL),
  });
  await migrateToLatest(db, config.DATABASE_SCHEMA, migrations);

  const credential = config.SERVICE_CREDENTIAL;
  const callAccounts = createServiceClient({ baseUrl: config.ACCOUNTS_URL, credential });
  await app.register(sessions, remoteSessions(callAccounts));
  const deps: Deps = {
    config,
    db,
    cardGateway: createCardGateway(config),
    flightProvider: createFlightProvider(config),
    callFlights: roundRobin(
      config.FLIGHTS_URL.map((baseUrl) => createServiceClient({ baseUrl, credential })),
    ),
    callAccounts,
    sendMail: createMailer(config.SMTP_URL, config.MAIL_FROM),
    hasher: createKeyedHasher(credential),
    killPoint: createKillPoint(config),
    log: app.log,
    // Until the queue is started, the sweep processes due rows.
    enqueue: () => undefined,
    ...overrides,
  };

  processCardRoute(app, deps);
  createBookingRoute(app, deps);
  resumeBookingRoute(app, deps);
  readBookingsRoutes(app, deps);
  claimBookingRoute(app, deps);
  quoteCancellationRoute(app, deps);
  cancelBookingRoute(app, deps);
  await app.register(async (scope) => webhooksRoutes(scope, deps));

  const jobs = await startPaymentsJobs(deps, app.metrics);
  deps.enqueue = createEnqueue(jobs);
  app.addHook('onClose', async () => {
    await jobs.close();
    await db.destroy();
  });
  return app;
}
