import {
  buildServer,
  createBrandHostCheck,
  connectDatabase,
  createMailer,
  migrateToLatest,
  pingDatabase,
  requireNonEvictingRedis,
  sessions,
  startJobs,
  type JobHandler,
} from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import { findBrand, insertBrandIfAbsent } from './brands/brand.repository.ts';
import { brandManagerRoutes, brandRoutes } from './brands/brands.route.ts';
import { sampleBrand } from './brands/sample-brand.ts';
import type { AccountsConfig } from './config.ts';
import { contactRoute } from './contact/contact.route.ts';
import type { Deps } from './deps.ts';
import { migrations } from './db/migrations/index.ts';
import type { Tables } from './db/schema.ts';
import { limitFormRequests } from './limits/limit-form-requests.ts';
import { sendMailHandler } from './mail/send-mail.job-handler.ts';
import { sendMailJob } from './mail/send-mail.job.ts';
import { sweepMailsHandler } from './mail/sweep-mails.job-handler.ts';
import { sweepMailsJob } from './mail/sweep-mails.job.ts';
import { purgeHandler } from './maintenance/purge.job-handler.ts';
import { purgeJob } from './maintenance/purge.job.ts';
import { adminRoutes } from './mode/mode.route.ts';
import { systemModeRoute } from './mode/system-mode.route.ts';
import { internalSessionRoutes } from './sessions/internal-sessions.route.ts';
import { loginRoute } from './sessions/sessions.route.ts';
import { logoutRoute } from './sessions/logout.route.ts';
import { ensureSessionKeys, listPublicKeys, getSigningKey } from './sessions/session-keys.ts';
import { findActiveSessionUser } from './sessions/session.repository.ts';
import { createSessions } from './sessions/sessions.ts';
import { changePasswordRoute } from './passwords/change-password.route.ts';
import { currentUserRoute } from './users/current-user.route.ts';
import { forgotPasswordRoute } from './passwords/forgot-password.route.ts';
import { guestAccountsRoute } from './guest-accounts/guest-accounts.route.ts';
import { registerUserRoute } from './users/register.route.ts';
import { resetPasswordRoute } from './passwords/reset-password.route.ts';
import { toUser } from './users/user.repository.ts';

/** Creates the server of the accounts service. Migrates its schema before it accepts requests. */
export async function buildAccounts(config: AccountsConfig): Promise<FastifyInstance> {
  await requireNonEvictingRedis(config.JOBS_REDIS_URL);
  const db = connectDatabase<Tables>({ url: config.DATABASE_URL, schema: config.DATABASE_SCHEMA });
  await migrateToLatest(db, config.DATABASE_SCHEMA, migrations);
  await insertBrandIfAbsent(db, sampleBrand);
  await ensureSessionKeys(db, config.SESSION_KEY_SECRET);

  const app = await buildServer({
    name: 'accounts',
    config,
    checks: { postgres: () => pingDatabase(db) },
    isBrandHost: createBrandHostCheck(async (key) => (await findBrand(db, key)) !== undefined),
  });
  await app.register(sessions, {
    loadKeys: () => listPublicKeys(db),
    loadSigningKey: () => getSigningKey(db, config.SESSION_KEY_SECRET),
    async findUser({ jti, sub }) {
      const user = await findActiveSessionUser(db, jti, sub);
      return user ? toUser(user) : null;
    },
  });
  const send = createMailer(config.SMTP_URL, config.MAIL_FROM);
  const jobs = await startJobs({
    name: 'accounts',
    redisUrl: config.JOBS_REDIS_URL,
    prefix: config.QUEUE_PREFIX,
    metrics: app.metrics,
    definitions: [sendMailJob, sweepMailsJob, purgeJob],
    handlers: [
      sendMailHandler(db, send),
      sweepMailsHandler(db, send),
      purgeHandler(db),
    ] as unknown as JobHandler[],
    log: app.log,
  });
  const deps: Deps = {
    config,
    db,
    sessions: createSessions(app, db, config.SITE_ORIGIN),
    jobs,
  };

  await registerRoutes(app, deps);
  await app.register((scope) => registerFormRoutes(scope, deps));
  app.addHook('onClose', async () => {
    await jobs.close();
    await db.destroy();
  });
  return app;
}

async function registerRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await brandRoutes(app, deps);
  await systemModeRoute(app, deps);
  await loginRoute(app, deps);
  await logoutRoute(app, deps);
  await internalSessionRoutes(app, deps);
  await guestAccountsRoute(app, deps);
  await currentUserRoute(app);
  await changePasswordRoute(app, deps);
  await adminRoutes(app, deps);
  await brandManagerRoutes(app, deps);
}

/** Public forms, with a rate limit per IP address. */
async function registerFormRoutes(scope: FastifyInstance, deps: Deps): Promise<void> {
  limitFormRequests(scope, deps);
  await registerUserRoute(scope, deps);
  await forgotPasswordRoute(scope, deps);
  await resetPasswordRoute(scope, deps);
  await contactRoute(scope, deps);
}
