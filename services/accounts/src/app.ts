import rateLimit from '@fastify/rate-limit';
import {
  AppError,
  buildServer,
  createBrandHosts,
  connectDatabase,
  createMailer,
  migrateToLatest,
  pingDatabase,
  startJobs,
} from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import { findBrand, insertBrandIfAbsent } from './brands/brand.repository.ts';
import { brandManagerRoutes, brandRoute } from './brands/brands.routes.ts';
import { sampleBrand } from './brands/sample-brand.ts';
import type { AccountsConfig } from './config.ts';
import { contactRoute } from './contact/contact.route.ts';
import type { Context } from './context.ts';
import { migrations } from './db/migrations/index.ts';
import type { Tables } from './db/tables.ts';
import { sendMailsHandler } from './mail/send-mails.job-handler.ts';
import { sendMailsJob } from './mail/send-mails.job.ts';
import { adminRoutes } from './mode/admin.routes.ts';
import { systemModeRoute } from './mode/system-mode.route.ts';
import { internalSessionRoutes } from './sessions/internal-sessions.route.ts';
import { loginRoute } from './sessions/login.route.ts';
import { logoutRoute } from './sessions/logout.route.ts';
import { createSessionTokens } from './sessions/session-tokens.ts';
import { createSessions } from './sessions/sessions.ts';
import { tidyHandler, tidyJob } from './sessions/tidy.job.ts';
import { changePasswordRoute } from './users/change-password.route.ts';
import { currentUserRoute } from './users/current-user.route.ts';
import { forgotPasswordRoute } from './users/forgot-password.route.ts';
import { guestAccountsRoute } from './users/guest-accounts.route.ts';
import { registerUserRoute } from './users/register.route.ts';
import { resetPasswordRoute } from './users/reset-password.route.ts';

/** Everything that the accounts service is made of. Brings its schema up to date before it answers. */
export async function buildAccounts(config: AccountsConfig): Promise<FastifyInstance> {
  const db = connectDatabase<Tables>({ url: config.DATABASE_URL, schema: config.DATABASE_SCHEMA });
  await migrateToLatest(db, config.DATABASE_SCHEMA, migrations);
  await insertBrandIfAbsent(db, sampleBrand);

  const app = await buildServer({
    name: 'accounts',
    config,
    checks: { postgres: () => pingDatabase(db) },
    isBrandHost: createBrandHosts(async (key) => (await findBrand(db, key)) !== undefined),
  });
  const tokens = await createSessionTokens(config.JWT_PRIVATE_KEY);
  const jobs = await startJobs({
    name: 'accounts',
    redisUrl: config.JOBS_REDIS_URL,
    prefix: config.QUEUE_PREFIX,
    definitions: [sendMailsJob, tidyJob],
    handlers: [sendMailsHandler(db, createMailer(config.SMTP_URL, config.MAIL_FROM)), tidyHandler(db)],
    log: app.log,
  });
  const context: Context = {
    config,
    db,
    tokens,
    sessions: createSessions(db, tokens, config.SITE_ORIGIN),
  };

  await openRoutes(app, context);
  await app.register((scope) => formRoutes(scope, context));
  await app.register((scope) => administratorRoutes(scope, context));
  app.addHook('onClose', async () => {
    await jobs.close();
    await db.destroy();
  });
  return app;
}

async function openRoutes(app: FastifyInstance, context: Context): Promise<void> {
  await brandRoute(app, context);
  await systemModeRoute(app, context);
  await currentUserRoute(app, context);
  await loginRoute(app, context);
  await logoutRoute(app, context);
  await changePasswordRoute(app, context);
  await internalSessionRoutes(app, context);
  await guestAccountsRoute(app, context);
}

/** Forms that anybody can send: so many a minute and address. */
async function formRoutes(scope: FastifyInstance, context: Context): Promise<void> {
  await scope.register(rateLimit, {
    max: context.config.FORM_REQUESTS_PER_MINUTE,
    timeWindow: '1 minute',
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(ttl / 1000) }),
  });
  await registerUserRoute(scope, context);
  await forgotPasswordRoute(scope, context);
  await resetPasswordRoute(scope, context);
  await contactRoute(scope, context);
}

/** 401 without a session, 403 without the right, before anything else is looked at. (API-80, D22) */
async function administratorRoutes(scope: FastifyInstance, context: Context): Promise<void> {
  scope.addHook('onRequest', async (request) => {
    const user = await context.sessions.requireUser(request);
    if (!user.is_admin) throw new AppError('FORBIDDEN');
  });
  await adminRoutes(scope, context);
  await brandManagerRoutes(scope, context);
}
