import { connectDatabase, pingDatabase } from '@fareline/service-kit/db/database';
import { migrateToLatest } from '@fareline/service-kit/db/migrate';
import { createRowKeys, migrateRowKeys } from '@fareline/service-kit/db/row-keys';
import { createBrandCache, hasBrandKey } from '@fareline/service-kit/brands';
import { createBrandHostCheck } from '@fareline/service-kit/http/brand-host-check';
import { addGauge } from '@fareline/service-kit/http/gauge';
import { health } from '@fareline/service-kit/http/health';
import { buildServer } from '@fareline/service-kit/http/server';
import { auditStaffReads } from '@fareline/service-kit/http/staff-reads';
import { createJobQueue } from '@fareline/service-kit/jobs/job-queue';
import { startJobWorker } from '@fareline/service-kit/jobs/job-worker';
import { countWaiting } from '@fareline/service-kit/outbox';
import { connectReleaseStorage } from '@fareline/releases/connect';
import { requireNonEvictingRedis } from '@fareline/service-kit/require-non-evicting-redis';
import type { ServiceOptions } from '@fareline/service-kit/run-service';
import { sessions } from '@fareline/service-kit/sessions/session-plugin';
import { defaultBrand } from '@fareline/contracts/schemas';
import type { FastifyInstance } from 'fastify';
import { insertAuditEntry } from './audit/audit.repository.ts';
import { auditRoute, internalAuditRoute } from './audit/audit.route.ts';
import { insertBrandIfAbsent, listBrands } from './brands/brand.repository.ts';
import { brandManagerRoutes, brandRoutes } from './brands/brands.route.ts';
import { sampleBrand } from './brands/sample-brand.ts';
import type { AccountsConfig } from './config.ts';
import { contactCaseRoutes } from './contact/contact-cases.route.ts';
import { contactRoute } from './contact/contact.route.ts';
import { migrations } from './db/migrations/index.ts';
import { mailKinds, type Database, type Tables } from './db/schema.ts';
import { createDeps } from './deps.ts';
import { sendVerificationRoute } from './email-verification/send-verification.route.ts';
import { verifyEmailRoute } from './email-verification/verify-email.route.ts';
import { guestAccountsRoute } from './guest-accounts/guest-accounts.route.ts';
import { createEnqueue, createHandlers } from './jobs.ts';
import { factorRoutes } from './factors/factors.route.ts';
import { formRequestLimit } from './limits/form-request-limit.ts';
import { mailedCodesRoute } from './mail/mailed-codes.route.ts';
import { adminSettingsRoutes, systemModeRoute } from './mode/mode.route.ts';
import { ownDataRoutes } from './own-data/own-data.route.ts';
import { changePasswordRoute } from './passwords/change-password.route.ts';
import { forgotPasswordRoute } from './passwords/forgot-password.route.ts';
import { passwordLinksRoute } from './passwords/password-links.route.ts';
import { resetPasswordRoute } from './passwords/reset-password.route.ts';
import { registerUserRoute } from './registration/register.route.ts';
import { releaseAdminRoutes } from './releases/releases.route.ts';
import { internalSessionRoutes } from './sessions/internal-sessions.route.ts';
import { ownSessionRoutes } from './sessions/own-sessions.route.ts';
import { ensureSessionKeys } from './sessions/session-key.repository.ts';
import { sessionRoutes } from './sessions/sessions.route.ts';
import { localSessions } from './sessions/sessions.ts';
import { staffRoutes } from './staff/staff.route.ts';
import { sealedTravellers } from './travellers/sealed-traveller.ts';
import { travellerRoutes } from './travellers/travellers.route.ts';
import { countWaitingHashes } from './users/hash-queue.ts';
import { setPasswordCost } from './users/password.ts';
import { userAddressesRoute } from './users/user-addresses.route.ts';

const routesWithSession = [
  sessionRoutes,
  ownSessionRoutes,
  factorRoutes,
  changePasswordRoute,
  ownDataRoutes,
  guestAccountsRoute,
  adminSettingsRoutes,
  brandManagerRoutes,
  auditRoute,
  releaseAdminRoutes,
  staffRoutes,
  travellerRoutes,
  contactCaseRoutes,
];

/** Public forms, whose requests are limited per IP address. */
const formRoutes = [
  registerUserRoute,
  verifyEmailRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  contactRoute,
];

function addGauges(app: FastifyInstance, db: Database): void {
  addGauge(
    app,
    { name: 'hash_queue_length', help: 'Password computations that wait for others.' },
    countWaitingHashes,
  );
  addGauge(
    app,
    {
      name: 'outbox_waiting_mails',
      help: 'Mails that are neither sent nor given up, of all replicas together.',
    },
    () => countWaiting(db, mailKinds),
  );
}

export async function buildAccounts(
  config: AccountsConfig,
  { logStream }: ServiceOptions = {},
): Promise<FastifyInstance> {
  setPasswordCost(config.NODE_ENV);
  await requireNonEvictingRedis(config.JOBS_REDIS_URL);
  const app = await buildServer({
    name: 'accounts',
    config,
    logStream,
    isBrandHost: createBrandHostCheck((key) => hasBrandKey(knownBrands, key)),
  });
  const { log } = app;
  const db = connectDatabase<Tables>({ url: config.DATABASE_URL, schema: config.DATABASE_SCHEMA, log });
  const knownBrands = createBrandCache(() => listBrands(db));
  await migrateToLatest(db, config.DATABASE_SCHEMA, migrations);
  await migrateRowKeys(config);
  const rowKeys = createRowKeys(config, sealedTravellers, { db, log });
  for (const brand of [defaultBrand, sampleBrand]) await insertBrandIfAbsent(db, brand);
  await ensureSessionKeys(db, config.SESSION_KEY_SECRET);

  addGauges(app, db);
  await app.register(health, {
    checks: { postgres: () => pingDatabase(db) },
    partial: { keys: rowKeys.ping },
  });
  const queue = createJobQueue({
    name: 'accounts',
    redisUrl: config.JOBS_REDIS_URL,
    log: app.log,
    prefix: `{${config.DATABASE_SCHEMA}}`,
    metrics: app.metrics,
  });
  const deps = createDeps(config, {
    db,
    rowKeys,
    log: app.log,
    metrics: app.metrics,
    enqueue: createEnqueue(queue),
    releaseStorage: await connectReleaseStorage(config),
  });
  const worker = startJobWorker(queue, createHandlers(deps));
  app.addHook('onClose', async () => {
    await worker.close();
    await queue.close();
    await db.destroy();
    await rowKeys.close();
  });

  const internalRoutes = [
    internalSessionRoutes,
    internalAuditRoute,
    mailedCodesRoute,
    passwordLinksRoute,
    userAddressesRoute,
  ];
  for (const routes of [brandRoutes, systemModeRoute, ...internalRoutes])
    await app.register(routes, { deps });
  await app.register(async (scope) => {
    await scope.register(sessions, localSessions(deps));
    auditStaffReads(scope, {
      ...{ db, maxPerHour: config.STAFF_READS_PER_HOUR, secret: config.SESSION_KEY_SECRET },
      insertEntry: (trx, { user, ...entry }) => insertAuditEntry(trx, { ...entry, actor: user }),
    });
    for (const routes of routesWithSession) await scope.register(routes, { deps });
    await scope.register(async (limited) => {
      await limited.register(formRequestLimit, { deps });
      await limited.register(sendVerificationRoute, { deps });
    });
  });
  await app.register(async (scope) => {
    await scope.register(formRequestLimit, { deps });
    for (const routes of formRoutes) await scope.register(routes, { deps });
  });
  return app;
}
