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
import type { Context } from './context.ts';
import { migrations } from './db/migrations/index.ts';
import type { Tables } from './db/tables/index.ts';
import { createDuffelDoor } from './duffel/create-duffel-door.ts';
import { createKillPoint } from './kill-point.ts';
import { createSecrets } from './secrets.ts';
import { enqueueInto, startPaymentsJobs } from './start-jobs.ts';
import { createStripeDoor } from './stripe/create-stripe-door.ts';
import { webhooksRoutes } from './webhooks/webhooks.route.ts';

/** Calls go to the replicas in turn. */
function callInTurn(calls: readonly ServiceClient[]): ServiceClient {
  let next = 0;
  return (endpoint, options) => {
    const call = calls[next++ % calls.length];
    if (!call) throw new Error('no address of the flights service');
    return call(endpoint, options);
  };
}

/** The list of what the service is made of. `overrides` replace parts of the context, for tests. Migrates its schema. */
export async function buildPayments(
  config: PaymentsConfig,
  overrides: Partial<Context> = {},
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
  const context: Context = {
    config,
    db,
    stripe: createStripeDoor(config),
    duffel: createDuffelDoor(config),
    callFlights: callInTurn(
      config.FLIGHTS_URL.map((baseUrl) => createServiceClient({ baseUrl, credential })),
    ),
    callAccounts,
    sendMail: createMailer(config.SMTP_URL, config.MAIL_FROM),
    secrets: createSecrets(credential),
    killPoint: createKillPoint(config),
    log: app.log,
    // Until the queue is there, the sweep finds what is due.
    enqueue: () => undefined,
    ...overrides,
  };

  processCardRoute(app, context);
  createBookingRoute(app, context);
  resumeBookingRoute(app, context);
  readBookingsRoutes(app, context);
  claimBookingRoute(app, context);
  quoteCancellationRoute(app, context);
  cancelBookingRoute(app, context);
  await app.register(async (scope) => webhooksRoutes(scope, context));

  const jobs = await startPaymentsJobs(context, app.metrics);
  context.enqueue = enqueueInto(jobs);
  app.addHook('onClose', async () => {
    await jobs.close();
    await db.destroy();
  });
  return app;
}
