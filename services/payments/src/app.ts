import {
  brandHostsOfAccounts,
  buildServer,
  connectDatabase,
  createMailer,
  createServiceClient,
  migrateToLatest,
  pingDatabase,
  remoteSessions,
  requireSession,
  sessions,
  startJobs,
  type ServiceCall,
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
import { sweepJob, sweepJobHandler } from './recovery/sweep.job.ts';
import { sweep } from './recovery/sweep.ts';
import { startSweeper } from './recovery/sweeper.ts';
import { createSecrets } from './secrets.ts';
import { createStripeDoor } from './stripe/create-stripe-door.ts';
import { webhooksRoutes } from './webhooks/webhooks.route.ts';

/** Calls go to the replicas in turn. */
function callInTurn(calls: readonly ServiceCall[]): ServiceCall {
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
  const db = connectDatabase<Tables>({ url: config.DATABASE_URL, schema: config.DATABASE_SCHEMA });
  const app = await buildServer({
    name: 'payments',
    config,
    checks: { database: () => pingDatabase(db) },
    isBrandHost: brandHostsOfAccounts(config.ACCOUNTS_URL, config.SERVICE_CREDENTIAL),
  });
  await migrateToLatest(db, config.DATABASE_SCHEMA, migrations);

  const credential = config.SERVICE_CREDENTIAL;
  const callAccounts = createServiceClient({ baseUrl: config.ACCOUNTS_URL, credential });
  await app.register(sessions, remoteSessions(callAccounts));
  let wake = () => undefined as void;
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
    wake: () => wake(),
    ...overrides,
  };

  processCardRoute(app, context);
  createBookingRoute(app, context);
  resumeBookingRoute(app, context);
  await app.register(async (scope) => {
    await scope.register(requireSession);
    readBookingsRoutes(scope, context);
    claimBookingRoute(scope, context);
    quoteCancellationRoute(scope, context);
    cancelBookingRoute(scope, context);
  });
  await app.register(async (scope) => webhooksRoutes(scope, context));

  const sweeper = startSweeper(() => sweep(context), config.SWEEP_EVERY_MS, app.log);
  wake = () => sweeper.wake();
  const jobs = await startJobs({
    name: 'payments',
    redisUrl: config.JOBS_REDIS_URL,
    definitions: [sweepJob(config.SWEEP_EVERY_MS)],
    handlers: [sweepJobHandler(config.SWEEP_EVERY_MS, wake)],
    log: app.log,
    prefix: `{${config.DATABASE_SCHEMA}}`,
  });
  wake();
  app.addHook('onClose', async () => {
    await jobs.close();
    await sweeper.stop();
    await db.destroy();
  });
  return app;
}
