import { generateKeyPairSync } from 'node:crypto';
import { credentialHeader, sessionCookieName } from '@fareline/service-kit';
import {
  startMailSandbox,
  testDatabase,
  testRedisUrl,
  uniqueName,
  type Program,
} from '@fareline/service-kit/testing';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { buildAccounts } from '../app.ts';
import { parseAccountsConfig } from '../config.ts';
import type { Tables } from '../db/tables.ts';
import { setAdmin } from '../users/user.repository.ts';

export const credential = 'credential-of-the-test';
export const origin = 'http://localhost:3000';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** The service on a schema, a queue and a mail server of its own. */
export async function startAccounts(env: Record<string, string> = {}) {
  const { db, url, schema, drop } = testDatabase<Tables>('accounts');
  const smtpPort = String(20_000 + Math.floor(Math.random() * 20_000));
  const mail: Program = await startMailSandbox({ SMTP_PORT: smtpPort });
  const app: FastifyInstance = await buildAccounts(
    parseAccountsConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      SITE_ORIGIN: origin,
      SERVICE_CREDENTIAL: credential,
      TRUSTED_PROXIES: '127.0.0.1',
      DATABASE_URL: url,
      DATABASE_SCHEMA: schema,
      JOBS_REDIS_URL: testRedisUrl(),
      QUEUE_PREFIX: uniqueName('{accounts}'),
      JWT_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      FORM_REQUESTS_PER_MINUTE: '1000',
      ...env,
    }),
  );
  await app.ready();

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
      session: response.cookies.find((cookie) => cookie.name === sessionCookieName),
    };
  };

  return {
    app,
    db,
    mail,
    send,
    get: (path: string, session?: string) =>
      send('GET', path, undefined, session ? { cookie: `session=${session}` } : {}),
    post: (path: string, body: object, session?: string) =>
      send('POST', path, body, session ? { cookie: `session=${session}` } : {}),
    internal: (path: string, body: object) => send('POST', path, body, { [credentialHeader]: credential }),
    /** Signs somebody up and in; the session's token. */
    async signIn(username: string, password = 'correct horse 7', { isAdmin = false } = {}): Promise<string> {
      const email = `${username}@example.com`;
      await send('POST', '/api/auth/register', {
        username,
        email,
        firstName: 'Ada',
        lastName: 'Byron',
        password,
      });
      const user = await db
        .selectFrom('users')
        .selectAll()
        .where('username', '=', username)
        .executeTakeFirstOrThrow();
      if (isAdmin) await setAdmin(db, user.id);
      const { session } = await send('POST', '/api/auth/login', { username, password });
      if (!session) throw new Error('no session cookie was set');
      return session.value;
    },
    async stop() {
      await app.close();
      await mail.kill();
      await drop();
    },
  };
}

export type Accounts = Awaited<ReturnType<typeof startAccounts>>;
