import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../app-error.ts';
import { commonConfigShape, parseConfig } from '../config.ts';
import { connectDatabase, pingDatabase } from '../db/database.ts';
import { declareAccess } from '../http/access.ts';
import { buildServer } from '../http/server.ts';
import { runService } from '../run-service.ts';

// A service for tests of shutdown and logging: `/slow` takes two seconds, other routes fail, and events are printed.
const readConfig = (env: NodeJS.ProcessEnv) =>
  parseConfig(commonConfigShape, {
    HOST: env.HOST,
    PORT: env.PORT,
    NODE_ENV: 'test',
    LOG_LEVEL: env.LOG_LEVEL ?? 'silent',
    SITE_ORIGIN: 'http://localhost:3000',
    TRUSTED_PROXIES: 'none',
  });

const build = async (config: ReturnType<typeof readConfig>) => {
  const { DATABASE_URL: url } = process.env;
  if (url) await pingDatabase(connectDatabase({ url, schema: 'public' }));
  const app = await buildServer({
    name: 'slow',
    config,
    isBrandHost: async () => false,
  });
  declareAccess(app, 'public');
  app.get('/fast', async () => ({ fast: true }));
  app.get('/crash', async () => {
    throw new Error('unexpected error');
  });
  app.get('/busy', async () => {
    throw new AppError('SEARCH_BUSY');
  });
  app.get('/limited', async () => {
    throw new AppError('SERVICE_UNAVAILABLE', { limit: 'mail_queue' });
  });
  app.get('/unavailable', async () => {
    throw new AppError('SERVICE_UNAVAILABLE');
  });
  app.get('/slow', async () => {
    process.stdout.write('called\n');
    await delay(2000);
    return { slow: true };
  });
  app.addHook('preClose', async () => {
    setImmediate(() => process.stdout.write('stopping\n'));
    if (process.env.STOPPING_MS) await delay(Number(process.env.STOPPING_MS));
  });
  return app;
};

await runService({ name: 'slow', readConfig, build });
