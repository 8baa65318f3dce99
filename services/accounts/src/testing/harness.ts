import { credentialHeader } from '@fareline/service-kit/service-client';
import {
  startMailSandbox,
  testAcceptedCallers,
  testCredential,
  testDatabase,
  testRedisUrl,
} from '@fareline/service-kit/testing';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll } from 'vitest';
import { buildAccounts } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Tables } from '../db/schema.ts';
import { limits } from '../limits.ts';
import { setRole } from '../users/user.repository.ts';
import { startProviderKeysStub } from './provider-keys-stub.ts';

export const origin = 'http://localhost:3000';

export const sessionKeySecret = 'secret-of-the-session-keys-of-the-test';

/** The headers of a request with a session, or without one. */
export const sessionCookie = (session: string | undefined): Record<string, string> =>
  session ? { cookie: `session=${session}` } : {};

/** Sends requests to one replica of the service. */
const createTestClient = (app: FastifyInstance) => {
  const send = async (
    method: InjectOptions['method'],
    url: string,
    payload?: object,
    headers: Record<string, string> = {},
  ) => {
    const response = await app.inject({
      method,
      url,
      headers: { origin, ...headers },
      ...(payload ? { payload } : {}),
    });
    return {
      status: response.statusCode,
      body: response.body ? response.json() : undefined,
      headers: response.headers,
      session: response.cookies.find((cookie) => cookie.name.endsWith('session')),
    };
  };
  return {
    send,
    get: (path: string, session?: string) => send('GET', path, undefined, sessionCookie(session)),
    post: (path: string, body: object, session?: string) => send('POST', path, body, sessionCookie(session)),
    /** Sends a request of the payments service. */
    postInternal: (path: string, body: object) =>
      send('POST', path, body, { [credentialHeader]: testCredential('payments') }),
  };
};

const { delay } = limits.passwords;
const { firstSeconds } = delay;

/** Starts the service with a separate schema, job queue and mail server. */
export async function startHarness(env: Record<string, string> = {}) {
  // The first delay is as long as the last, so that none ends while a test runs.
  delay.firstSeconds = delay.maxSeconds;
  const { db, url, schema, drop } = testDatabase<Tables>('accounts');
  const mail = await startMailSandbox();
  const [flights, payments] = [await startProviderKeysStub(), await startProviderKeysStub()];
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    SITE_ORIGIN: origin,
    ACCEPTED_CALLERS: testAcceptedCallers,
    SERVICE_CREDENTIAL: testCredential('accounts'),
    FLIGHTS_URL: flights.url,
    PAYMENTS_URL: payments.url,
    TRUSTED_PROXIES: '127.0.0.1',
    DATABASE_URL: url,
    KEYS_DATABASE_URL: url,
    DATABASE_SCHEMA: schema,
    JOBS_REDIS_URL: testRedisUrl(),
    SESSION_KEY_SECRET: sessionKeySecret,
    SMTP_URL: mail.smtpUrl,
    MAIL_FROM: 'Fareline <no-reply@fareline.example>',
    FORM_REQUESTS_PER_MINUTE: '1000',
    ...env,
  });
  const replicas: FastifyInstance[] = [];
  const startReplica = async (): Promise<FastifyInstance> => {
    const replica = await buildAccounts(config);
    replicas.push(replica);
    await replica.ready();
    return replica;
  };
  const app = await startReplica();
  const client = createTestClient(app);

  return {
    ...client,
    app,
    config,
    db,
    mail,
    /** The other services, which hold the keys of the providers. */
    ...{ flights: flights.state, payments: payments.state },
    /** Starts another replica on the same schema and returns a client for it. */
    startReplica: async () => createTestClient(await startReplica()),
    /** Registers a user, signs them in and returns the session token. */
    async signIn(username: string, password = 'correct horse 7', { isAdmin = false } = {}): Promise<string> {
      const email = `${username}@example.com`;
      await client.send('POST', '/api/auth/register', {
        username,
        email,
        firstName: 'Ada',
        lastName: 'Byron',
        password,
      });
      const user = await db
        .selectFrom('users')
        .selectAll()
        .where('username', '=', username.toLowerCase())
        .executeTakeFirstOrThrow();
      if (isAdmin) await setRole(db, user.id, 'is_admin');
      const { session } = await client.send('POST', '/api/auth/login', { username, password });
      if (!session) throw new Error('no session cookie was set');
      return session.value;
    },
    async stop() {
      delay.firstSeconds = firstSeconds;
      await Promise.all(replicas.map((replica) => replica.close()));
      await mail.kill();
      await Promise.all([flights.close(), payments.close()]);
      await drop();
    },
  };
}

export type Harness = Awaited<ReturnType<typeof startHarness>>;

/** Starts a harness for all tests of a file; to be called outside of the tests. */
export async function startSharedHarness(...options: Parameters<typeof startHarness>): Promise<Harness> {
  const harness = await startHarness(...options);
  afterAll(harness.stop);
  return harness;
}
