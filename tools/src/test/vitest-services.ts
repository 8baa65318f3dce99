import { join } from 'node:path';
import { dataFolder } from '../local/paths.ts';
import { ensureDatabase, preparePostgres } from '../local/postgres.ts';
import { prepareRedis } from '../local/redis.ts';
import { Supervisor } from '../local/supervisor.ts';
import { discard, throwawayFolder } from '../local/throwaway.ts';

/**
 * Vitest's global setup: a PostgreSQL and a Redis for this run alone, so that several runs can go on at once.
 * Tests find them in TEST_DATABASE_URL and TEST_REDIS_URL. Where either is already set, that one is used.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = throwawayFolder(dataFolder());
  const supervisor = new Supervisor((line) => process.stderr.write(`${line}\n`));
  const stop = async () => {
    await supervisor.stop();
    discard(folder);
  };
  try {
    process.env.TEST_DATABASE_URL ||= await bringPostgres(supervisor, folder);
    process.env.TEST_REDIS_URL ||= await bringRedis(supervisor, folder);
  } catch (error) {
    await stop();
    throw error;
  }
  supervisor.settled();
  return stop;
}

async function bringPostgres(supervisor: Supervisor, folder: string): Promise<string> {
  const { url, program } = await preparePostgres({ folder: join(folder, 'postgres'), throwaway: true });
  await supervisor.start(program);
  await ensureDatabase(url);
  return url;
}

async function bringRedis(supervisor: Supervisor, folder: string): Promise<string> {
  const { url, program } = await prepareRedis({
    name: 'redis',
    folder: join(folder, 'redis'),
    policy: 'noeviction',
  });
  await supervisor.start(program);
  return url;
}
