import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { AppError } from '../app-error.ts';
import { connectDatabase } from '../db/database.ts';
import { createMailer } from '../mail.ts';
import { eventually, startFaultProxy, testDatabaseUrl } from '../testing/index.ts';
import { errorHandler, isDependencyUnavailable, toAppError, toErrorBody } from './error-handler.ts';

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

it('maps a lost database connection and an unavailable database to SERVICE_UNAVAILABLE', async () => {
  const proxy = await startFaultProxy(testDatabaseUrl());
  const url = new URL(testDatabaseUrl());
  url.port = new URL(proxy.url).port;
  const db = connectDatabase({ url: url.href, schema: 'unavailable', poolSize: 1 });
  await sql`select 1`.execute(db);

  const lost = errorOf(sql`select pg_sleep(10)`.execute(db));
  proxy.refuse();
  const none = await eventually(() => errorOf(sql`select 1`.execute(db)));
  for (const error of [await lost, none]) {
    expect(toAppError(error).code).toBe('SERVICE_UNAVAILABLE');
    expect(isDependencyUnavailable(error)).toBe(true);
  }
  await db.destroy();
  proxy.close();
});

it('maps a database that stops responding to SERVICE_UNAVAILABLE, also in a transaction, and never uses its connection again', async () => {
  const proxy = await startFaultProxy(testDatabaseUrl());
  const url = new URL(testDatabaseUrl());
  url.port = new URL(proxy.url).port;
  const db = connectDatabase({ url: url.href, schema: 'stopped', poolSize: 2, responseTimeoutMs: 500 });
  const getPid = async (on: typeof db) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on);
    return rows[0]!.pid;
  };
  const pids: number[] = [];
  const stalled = Promise.withResolvers<void>();
  const statement = db.connection().execute(async (connection) => {
    pids.push(await getPid(connection));
    await stalled.promise;
    await sql`select 1`.execute(connection);
  });
  const commit = db.transaction().execute(async (trx) => {
    pids.push(await getPid(trx));
    await stalled.promise;
  });
  await eventually(() => (pids.length === 2 ? true : undefined));
  proxy.stall();
  stalled.resolve();
  for (const error of await Promise.all([errorOf(statement), errorOf(commit)]))
    expect(toAppError(error)).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 2 });

  proxy.restore();
  const later = await Promise.all([getPid(db), getPid(db)]);
  expect(later.filter((pid) => pids.includes(pid))).toEqual([]);
  await db.destroy();
  proxy.close();
});

it('treats an unavailable mail server as an unavailable dependency, and a TypeError as a bug', async () => {
  const send = createMailer({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@fareline.example' });
  expect(isDependencyUnavailable(await errorOf(send({ to: 'b@example.com', subject: '', text: '' })))).toBe(
    true,
  );
  expect(isDependencyUnavailable(new TypeError('x is not a function'))).toBe(false);
});

it.each([
  ['ECONNREFUSED', true],
  ['ECONNRESET', true],
  ['EPIPE', true],
  ['ETIMEDOUT', true],
  ['57P01', true],
  ['57P02', true],
  ['57P03', true],
  ['53300', true],
  ['23505', false],
])('an error with the code %s comes from an unavailable store: %s', (code, isUnavailable) => {
  const error = Object.assign(new Error('store'), { code });
  expect(toAppError(error)).toMatchObject(
    isUnavailable
      ? { code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 2, cause: error }
      : { code: 'INTERNAL_ERROR' },
  );
});

it.each([
  'timeout exceeded when trying to connect',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
])('maps the error "%s" of the PostgreSQL client to SERVICE_UNAVAILABLE', (message) =>
  expect(toAppError(new Error(message)).code).toBe('SERVICE_UNAVAILABLE'),
);

it.each([
  [413, 'PAYLOAD_TOO_LARGE'],
  [429, 'TOO_MANY_REQUESTS'],
  [404, 'NOT_FOUND'],
  [400, 'VALIDATION_ERROR'],
  [415, 'UNSUPPORTED_MEDIA_TYPE'],
  [499, 'VALIDATION_ERROR'],
  [399, 'INTERNAL_ERROR'],
  [500, 'INTERNAL_ERROR'],
  [undefined, 'INTERNAL_ERROR'],
])('maps an error of the server with status %s to %s, with its cause', (statusCode, code) => {
  const error = Object.assign(new Error('refused'), { statusCode });
  expect(toAppError(error)).toMatchObject({ code, cause: error });
});

it.each([
  ['ESOCKET', true],
  ['ECONNECTION', true],
  ['ETIMEDOUT', true],
  ['EDNS', true],
  ['EAUTH', false],
])('the mail error %s is an unavailable dependency: %s', (code, isUnavailable) =>
  expect(isDependencyUnavailable(Object.assign(new Error('mail'), { code }))).toBe(isUnavailable),
);

it.each([
  ['PROVIDER_UNAVAILABLE', true],
  ['SERVICE_UNAVAILABLE', true],
  ['SEARCH_BUSY', false],
  ['INTERNAL_ERROR', false],
  ['OFFER_NOT_FOUND', false],
] as const)('the error %s is an unavailable dependency: %s', (code, isUnavailable) =>
  expect(isDependencyUnavailable(new AppError(code))).toBe(isUnavailable),
);

it('sends message, fields and details of an error, and only those that it has', () => {
  const fields = [{ path: 'email', message: 'Invalid email' }];
  expect(
    toErrorBody(new AppError('VALIDATION_ERROR', { message: 'no', fields, details: { a: 1 } }), 'r-1'),
  ).toEqual({
    error: 'VALIDATION_ERROR',
    message: 'no',
    fields,
    details: { a: 1 },
    request_id: 'r-1',
  });
  expect(toErrorBody(new AppError('NOT_FOUND', { cause: new Error('secret') }), 'r-2')).toEqual({
    error: 'NOT_FOUND',
    message: 'There is nothing at this address.',
    request_id: 'r-2',
  });
});

it.each([
  [new TypeError('x is not a function'), 'error', 'INTERNAL_ERROR', 'x is not a function'],
  [new AppError('INTERNAL_ERROR'), 'error', 'INTERNAL_ERROR', 'Something went wrong. Please try again.'],
  [Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), 'warn', 'SERVICE_UNAVAILABLE', 'refused'],
  [new AppError('SEARCH_BUSY', { cause: new Error('of no interest') }), 'info', 'SEARCH_BUSY', undefined],
  [new AppError('NOT_FOUND'), 'info', 'NOT_FOUND', undefined],
] as const)(
  'logs %s as %s, with its code and, unless it is expected, its cause',
  (error, level, code, cause) => {
    const log = { error: vi.fn(), warn: vi.fn(), info: vi.fn() };
    const reply = { status: () => reply, header: () => reply, send: () => reply };
    errorHandler(error, { id: 'r-1', log } as never, reply as never);
    expect(log[level]).toHaveBeenCalledTimes(1);
    const [details, message] = log[level].mock.calls[0] as [{ err?: Error; code: string }, string];
    expect([details.code, details.err?.message, message]).toEqual([code, cause, toAppError(error).message]);
  },
);

it.each([
  [new AppError('SERVICE_UNAVAILABLE'), '2'],
  [new AppError('SEARCH_BUSY'), '2'],
  [new AppError('TOO_MANY_REQUESTS'), '2'],
  [Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), '2'],
  [new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 40 }), '40'],
  [new AppError('PROVIDER_UNAVAILABLE'), undefined],
  [new AppError('INTERNAL_ERROR'), undefined],
])('answers %s with Retry-After %s', (error, retryAfter) => {
  const headers = new Map<string, string>();
  const reply = {
    status: () => reply,
    header: (name: string, value: string) => (headers.set(name, value), reply),
    send: () => reply,
  };
  const log = { error: vi.fn(), warn: vi.fn(), info: vi.fn() };
  errorHandler(error, { id: 'r-1', log } as never, reply as never);
  expect(headers.get('retry-after')).toBe(retryAfter);
});
