import { join } from 'node:path';
import { ensureRoles } from './database-roles.ts';
import type { Deps } from './deps.ts';
import { databaseName, ensureDatabase, keysDatabaseName, preparePostgres } from './postgres.ts';
import { cacheSettings, prepareRedis, type RedisOptions } from './redis.ts';
import type { Secrets } from './secrets.ts';
import { UserError } from './user-error.ts';
import { logWhileWaiting } from './still-waiting.ts';

export interface Infrastructure {
  /** URL with all rights, for tests. */
  databaseUrl: string;
  /** URL with the role of the service, which has access to its own schema only, or with that of DATABASE_URL if it is set. */
  accountsDatabaseUrl: string;
  paymentsDatabaseUrl: string;
  /** Likewise for the keys, which have a database of their own, or that of KEYS_DATABASE_URL or else DATABASE_URL if it is set. */
  accountsKeysUrl: string;
  paymentsKeysUrl: string;
  /** May evict keys that have a TTL. */
  cacheUrl: string;
  /** Never evicts: holds queues and locks. */
  jobsUrl: string;
}

/**
 * Starts PostgreSQL and two Redis servers, except those named by DATABASE_URL, REDIS_URL or JOBS_REDIS_URL. Queues and locks
 * never use the cache of REDIS_URL, because it may evict them.
 */
export async function startInfrastructure(
  deps: Deps,
  secrets: Secrets,
  isTemporary: boolean,
): Promise<Infrastructure> {
  const [databases, cacheUrl, jobsUrl] = await Promise.all([
    startDatabases(deps, secrets, isTemporary),
    deps.env.REDIS_URL || startRedis(deps, { name: 'redis-cache', ...cacheSettings }),
    deps.env.JOBS_REDIS_URL || startRedis(deps, { name: 'redis-jobs', policy: 'noeviction' }),
  ]);
  return { ...databases, cacheUrl, jobsUrl };
}

async function startDatabases(
  deps: Deps,
  secrets: Secrets,
  isTemporary: boolean,
): Promise<Omit<Infrastructure, 'cacheUrl' | 'jobsUrl'>> {
  const { DATABASE_URL: given, KEYS_DATABASE_URL } = deps.env;
  if (KEYS_DATABASE_URL && !given)
    throw new UserError('KEYS_DATABASE_URL is set without DATABASE_URL: set both, or none.');
  const keys = KEYS_DATABASE_URL || given;
  if (given && keys)
    return {
      ...{ databaseUrl: given, accountsDatabaseUrl: given, paymentsDatabaseUrl: given },
      ...{ accountsKeysUrl: keys, paymentsKeysUrl: keys },
    };
  const databaseUrl = await startPostgres(deps, secrets.postgresPassword, isTemporary);
  const { accounts, payments } = await ensureRoles(databaseUrl, {
    accounts: secrets.accountsDatabasePassword,
    payments: secrets.paymentsDatabasePassword,
  });
  const { accounts_keys, payments_keys } = await ensureRoles(
    await ensureDatabase(databaseUrl, keysDatabaseName),
    { accounts_keys: secrets.accountsKeysPassword, payments_keys: secrets.paymentsKeysPassword },
  );
  return {
    ...{ databaseUrl, accountsDatabaseUrl: accounts, paymentsDatabaseUrl: payments },
    ...{ accountsKeysUrl: accounts_keys, paymentsKeysUrl: payments_keys },
  };
}

/** Starts PostgreSQL with the database `fareline`, and returns its URL with all rights. */
export async function startPostgres(deps: Deps, password: string, isTemporary: boolean): Promise<string> {
  const prepared = preparePostgres({
    folder: join(deps.dataDir, 'postgres'),
    password,
    isTemporary,
    logFile: join(deps.logsDir, 'postgres.log'),
    env: deps.env,
  });
  const name = () => 'PostgreSQL, preparing its data folder';
  const { url, program } = await logWhileWaiting(prepared, deps.supervisor.log, name);
  await deps.supervisor.start(program);
  return ensureDatabase(url, databaseName);
}

/** Starts a Redis, and returns its URL. */
export async function startRedis(deps: Deps, options: Omit<RedisOptions, 'folder'>): Promise<string> {
  const { url, program } = await prepareRedis({
    ...options,
    folder: join(deps.dataDir, 'redis'),
    logFile: join(deps.logsDir, `${options.name}.log`),
    env: deps.env,
  });
  await deps.supervisor.start(program);
  return url;
}
