import { reviewCaseKinds } from '@fareline/contracts/schemas';
import { hasBrandKey } from '@fareline/service-kit/brands';
import { connectDatabase, pingDatabase } from '@fareline/service-kit/db/database';
import { migrateToLatest } from '@fareline/service-kit/db/migrate';
import { createRowKeys, migrateRowKeys } from '@fareline/service-kit/db/row-keys';
import { createBrandHostCheck } from '@fareline/service-kit/http/brand-host-check';
import { addGauge } from '@fareline/service-kit/http/gauge';
import { health } from '@fareline/service-kit/http/health';
import { observeProviders } from '@fareline/service-kit/http/provider-metrics';
import { buildServer } from '@fareline/service-kit/http/server';
import { auditStaffReads } from '@fareline/service-kit/http/staff-reads';
import { createJobQueue } from '@fareline/service-kit/jobs/job-queue';
import { startJobWorker } from '@fareline/service-kit/jobs/job-worker';
import { countWaiting } from '@fareline/service-kit/outbox';
import { requireNonEvictingRedis } from '@fareline/service-kit/require-non-evicting-redis';
import type { ServiceOptions } from '@fareline/service-kit/run-service';
import { remoteSessions } from '@fareline/service-kit/sessions/remote-sessions';
import { sessions } from '@fareline/service-kit/sessions/session-plugin';
import type { FastifyInstance } from 'fastify';
import { insertAuditEvent } from './audit/audit-event.repository.ts';
import { bookingLead } from './booking-steps.ts';
import { acceptOpenTrips } from './bookings/trip-session.ts';
import { bookingProgressRoutes } from './checkout/booking-progress.route.ts';
import { createBookingRoute } from './checkout/create-booking.route.ts';
import { resumeBookingRoute } from './checkout/resume-booking.route.ts';
import { cancelBookingRoute } from './cancellations/cancel-booking.route.ts';
import { quoteCancellationRoute } from './cancellations/quote-cancellation.route.ts';
import { cardFormRoute } from './cards/card-form.route.ts';
import { continuePaymentRoute } from './cards/continue-payment.route.ts';
import { processCardRoute } from './checkout/process-card.route.ts';
import { changeRoutes } from './amendments/changes.route.ts';
import type { PaymentsConfig } from './config.ts';
import { migrations } from './db/migrations/index.ts';
import { mailKinds, type Tables } from './db/schema.ts';
import { createDeps } from './deps.ts';
import { sealedPlans } from './bookings/order-plan.ts';
import { documentRoutes } from './trips/documents.route.ts';
import { createEnqueue, createHandlers } from './jobs.ts';
import { providerKeysRoute } from './mode/provider-keys.route.ts';
import { getReconciliationAges } from './reconciliation/reconcile.job.ts';
import { countOpenCases, getOldestCaseSeconds } from './review-cases/review-case.repository.ts';
import { giveBackCasesRoute } from './review/give-back-cases.route.ts';
import { reviewRoutes } from './review/review.route.ts';
import { acceptChangeRoute } from './airline-changes/accept-change.route.ts';
import { getOrderReadAge } from './airline-changes/read-orders.job.ts';
import { claimBookingRoute } from './trips/claim-booking.route.ts';
import { openedTripsRoutes } from './trip-access/opened-trips.route.ts';
import { agreeToAddressRoute } from './trip-access/agree-to-address.route.ts';
import { findTripRoutes } from './trip-access/find-trip.route.ts';
import { mailConfirmationRoute } from './trips/mail-confirmation.route.ts';
import { readBookingsRoutes } from './trips/read-bookings.route.ts';
import { checkKeys } from './stripe/check-keys.ts';
import { webhookRoutes } from './webhooks/webhooks.route.ts';

const routesWithSession = [
  processCardRoute,
  continuePaymentRoute,
  createBookingRoute,
  resumeBookingRoute,
  bookingProgressRoutes,
  readBookingsRoutes,
  claimBookingRoute,
  documentRoutes,
  mailConfirmationRoute,
  findTripRoutes,
  agreeToAddressRoute,
  openedTripsRoutes,
  acceptChangeRoute,
  changeRoutes,
  quoteCancellationRoute,
  cancelBookingRoute,
  reviewRoutes,
];

/** Jobs mostly wait for I/O; high enough that slow provider calls do not delay emails. */
const jobConcurrency = 20;

export async function buildPayments(
  config: PaymentsConfig,
  { logStream }: ServiceOptions = {},
): Promise<FastifyInstance> {
  await requireNonEvictingRedis(config.JOBS_REDIS_URL);
  const app = await buildServer({
    name: 'payments',
    config,
    logStream,
    isBrandHost: createBrandHostCheck((key) => hasBrandKey(deps.knownBrands, key)),
    overload: { load: 'booking' },
  });
  const { log } = app;
  const db = connectDatabase<Tables>({ url: config.DATABASE_URL, schema: config.DATABASE_SCHEMA, log });
  observeProviders(app, { duffel: config.DUFFEL_BASE_PATH, stripe: config.STRIPE_BASE_URL });
  await checkKeys(config, app.log);
  await migrateToLatest(db, config.DATABASE_SCHEMA, migrations);
  await migrateRowKeys(config);
  const rowKeys = createRowKeys(config, sealedPlans, { db, log });

  addGauge(
    app,
    { name: 'outbox_waiting_mails', help: 'Mails that are not sent, of all replicas together.' },
    () => countWaiting(db, mailKinds),
  );
  addGauge(
    app,
    {
      name: 'review_cases_open',
      help: 'Open cases of the review queue, of all replicas together.',
      label: 'kind',
    },
    () => countOpenCases(db, reviewCaseKinds),
  );
  addGauge(
    app,
    { name: 'review_oldest_case_seconds', help: 'Age of the oldest open case of the review queue.' },
    () => getOldestCaseSeconds(db),
  );
  addGauge(
    app,
    {
      name: 'reconciliation_age_seconds',
      help: 'Time since providers and tables were compared, of all replicas together.',
      label: 'mode',
    },
    () => getReconciliationAges({ db }),
  );
  addGauge(
    app,
    {
      name: 'order_read_age_seconds',
      help: 'Time since the order of an upcoming booking was read, of the one that has waited longest.',
    },
    () => getOrderReadAge({ db }),
  );
  await app.register(health, {
    checks: { postgres: () => pingDatabase(db) },
    partial: { keys: rowKeys.ping },
  });
  const queue = createJobQueue({
    name: 'payments',
    redisUrl: config.JOBS_REDIS_URL,
    log: app.log,
    prefix: `{${config.DATABASE_SCHEMA}}`,
    metrics: app.metrics,
  });
  const deps = createDeps(config, {
    ...{ db, rowKeys, log: app.log, metrics: app.metrics },
    enqueue: createEnqueue(queue),
    ...bookingLead,
  });
  await app.register(async (scope) => {
    await scope.register(sessions, remoteSessions(deps.callAccounts, config.SITE_ORIGIN));
    acceptOpenTrips(scope, deps);
    auditStaffReads(scope, {
      ...{ db, maxPerHour: config.STAFF_READS_PER_HOUR, secret: config.PAYMENTS_HASH_KEY },
      insertEntry: (trx, { user, request, ...entry }) =>
        insertAuditEvent(trx, { ...entry, actor: 'user', user_id: user.id, ip_address: request.ip }),
    });
    for (const routes of routesWithSession) await scope.register(routes, { deps });
  });
  await app.register(webhookRoutes, { deps });
  await app.register(providerKeysRoute, { deps });
  await app.register(giveBackCasesRoute, { deps });
  await app.register(cardFormRoute, { deps });

  const worker = startJobWorker(queue, createHandlers(deps), jobConcurrency);
  app.addHook('onClose', async () => {
    await worker.close();
    await queue.close();
    await db.destroy();
    await rowKeys.close();
  });
  return app;
}
