import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../local/alive.ts';
import { dataFolder } from '../local/paths.ts';
import { discardPostgres, ensureDatabase, preparePostgres } from '../local/postgres.ts';
import { prepareRedis } from '../local/redis.ts';
import { Supervisor } from '../local/supervisor.ts';

/**
 * Vitest's global setup: a PostgreSQL and a Redis for this run alone, so that several runs can go on at once.
 * Tests find them in TEST_DATABASE_URL and TEST_REDIS_URL. Where either is already set, that one is used.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const base = join(dataFolder(), 'test');
  removeLeftovers(base);
  const folder = join(base, `run-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const supervisor = new Supervisor((line) => process.stderr.write(`${line}\n`));
  const stop = async () => {
    await supervisor.stop();
    remove(folder);
  };
  try {
    process.env.TEST_DATABASE_URL ||= await bringPostgres(supervisor, folder);
    process.env.TEST_REDIS_URL ||= await bringRedis(supervisor, folder);
  } catch (error) {
    await stop();
    throw error;
  }
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

/** A run that was killed could not tidy up after itself. */
function removeLeftovers(base: string): void {
  if (!existsSync(base)) return;
  for (const name of readdirSync(base)) {
    const pid = Number(/^run-(\d+)$/.exec(name)?.[1]);
    if (pid && !isAlive(pid)) remove(join(base, name));
  }
}

function remove(folder: string): void {
  discardPostgres(join(folder, 'postgres'));
  rmSync(folder, { recursive: true, force: true });
}
