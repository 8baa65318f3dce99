import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeps } from './deps.ts';
import { startInfrastructure } from './infrastructure.ts';
import { loadSecrets } from './secrets.ts';
import { Supervisor } from './supervisor.ts';

let folder = '';
let supervisor: Supervisor;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'infrastructure-'));
  // The user of PostgreSQL needs access when the tests run as root.
  chmodSync(folder, 0o755);
  supervisor = new Supervisor(() => undefined);
});
afterEach(async () => {
  await supervisor.stopAll();
  rmSync(folder, { recursive: true });
});

const given = {
  PATH: process.env.PATH,
  DATABASE_URL: 'postgres://given',
  REDIS_URL: process.env.TEST_SMALL_CACHE_URL,
};
const start = (env: NodeJS.ProcessEnv = { PATH: process.env.PATH }, isTemporary = true) =>
  startInfrastructure(createDeps(folder, supervisor, env), loadSecrets(folder, env), isTemporary);

it('starts a Redis without eviction for queues and locks when only REDIS_URL is set', async () => {
  const { databaseUrl, cacheUrl, jobsUrl } = await start(given);
  expect([databaseUrl, cacheUrl]).toEqual([given.DATABASE_URL, given.REDIS_URL]);
  const redis = new Redis(jobsUrl);
  const [, policy] = (await redis.config('GET', 'maxmemory-policy')) as string[];
  redis.disconnect();
  expect(policy).toBe('noeviction');
});

it('starts no Redis when both URLs are set', async () => {
  expect(await start({ ...given, JOBS_REDIS_URL: 'redis://jobs' })).toMatchObject({
    jobsUrl: 'redis://jobs',
  });
  expect(supervisor.names()).toEqual([]);
});

/** The rows of a query, or the message of its error. */
async function query(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const change = (url: string, part: Partial<URL>) => Object.assign(new URL(url), part).href;

it('[GUARD-14] uses the database that is given for the keys too, unless they have one', async () => {
  const jobs = { JOBS_REDIS_URL: 'redis://jobs' };
  expect(await start({ ...given, ...jobs })).toMatchObject({ accountsKeysUrl: given.DATABASE_URL });
  const keys = { KEYS_DATABASE_URL: 'postgres://keys' };
  expect(await start({ ...given, ...jobs, ...keys })).toMatchObject({
    accountsKeysUrl: 'postgres://keys',
    paymentsKeysUrl: 'postgres://keys',
  });
});

it('does not start with KEYS_DATABASE_URL alone', async () => {
  await expect(start({ PATH: given.PATH, KEYS_DATABASE_URL: 'postgres://keys' })).rejects.toThrow('set both');
});

describe('the local PostgreSQL', () => {
  it('[ACCESS-03] lets the role of a service use its own schema and no other', async () => {
    const { accountsDatabaseUrl: accounts, paymentsDatabaseUrl: payments } = await start();
    await query(accounts, 'create table accounts.users as select 1 as id');
    await query(payments, 'create table payments.bookings as select 2 as id');
    expect(await query(accounts, 'select * from accounts.users')).toEqual([{ id: 1 }]);
    expect(await query(payments, 'select * from payments.bookings')).toEqual([{ id: 2 }]);
    expect(await query(payments, 'select * from accounts.users')).toBe(
      'permission denied for schema accounts',
    );
    expect(await query(accounts, 'select * from payments.bookings')).toBe(
      'permission denied for schema payments',
    );
    for (const url of [accounts, payments]) {
      expect(await query(url, 'create table public.things (id int)')).toMatch(/^permission denied/);
      expect(await query(url, 'create schema others')).toMatch(/^permission denied/);
      expect(await query(url, 'set role postgres')).toMatch(/^permission denied/);
      expect(await query(url, 'create role others superuser')).toMatch(/^permission denied/);
    }
  });

  it('[ACCESS-03] refuses a connection without the password of the role', async () => {
    const { databaseUrl, accountsDatabaseUrl, paymentsDatabaseUrl, accountsKeysUrl } = await start();
    for (const url of [databaseUrl, accountsDatabaseUrl, paymentsDatabaseUrl, accountsKeysUrl])
      expect(await query(change(url, { password: 'wrong' }), 'select 1')).toMatch(/^password authentication/);
    expect(await query(change(accountsDatabaseUrl, { username: 'postgres' }), 'select 1')).toMatch(
      /^password authentication/,
    );
  });
});

describe('the local Redis servers', () => {
  const ping = async (url: string): Promise<string> => {
    const redis = new Redis(url, { retryStrategy: () => null, maxRetriesPerRequest: 0 });
    redis.on('error', () => undefined);
    return redis
      .ping()
      .catch((error: Error) => error.message)
      .finally(() => redis.disconnect());
  };

  it('[ACCESS-03] each have a password of their own', async () => {
    const { cacheUrl, jobsUrl } = await start();
    for (const [url, other] of [
      [cacheUrl, jobsUrl],
      [jobsUrl, cacheUrl],
    ] as const) {
      expect(await ping(url)).toBe('PONG');
      expect(await ping(change(url, { password: '' }))).toMatch(/NOAUTH/);
      expect(await ping(change(url, { password: new URL(other).password }))).toMatch(/WRONGPASS/);
    }
  });

  it('and PostgreSQL have no password in a command line, a log or a file that others can read', async () => {
    const urls = Object.values(await start());
    const passwords = urls.map((url) => new URL(url).password);
    expect(new Set(passwords).size).toBe(7);
    const commandLines = execFileSync('ps', ['axww', '-o', 'args'], { encoding: 'utf8' });
    expect(commandLines).toContain(join(folder, 'postgres'));
    const logs = readdirSync(join(folder, 'logs')).map((file) =>
      readFileSync(join(folder, 'logs', file), 'utf8'),
    );
    for (const password of passwords)
      expect([commandLines, ...logs].join('\n').includes(password)).toBe(false);
    for (const file of ['secrets.json', 'redis/redis-cache.conf', 'redis/redis-jobs.conf'])
      expect(statSync(join(folder, file)).mode & 0o777, file).toBe(0o600);
  });
});
