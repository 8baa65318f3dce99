import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { connectDatabase } from '../db/database.ts';
import { createMailer } from '../mail.ts';
import { eventually, startRedisFaultProxy, testDatabaseUrl } from '../testing/index.ts';
import { isDependencyUnavailable, toAppError } from './error-handler.ts';

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

it('maps a lost database connection and an unavailable database to SERVICE_UNAVAILABLE', async () => {
  const proxy = await startRedisFaultProxy(testDatabaseUrl());
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

it('treats an unavailable mail server as an unavailable dependency, and a TypeError as a bug', async () => {
  const send = createMailer('smtp://127.0.0.1:9', 'a@fareline.example');
  expect(isDependencyUnavailable(await errorOf(send({ to: 'b@example.com', subject: '', text: '' })))).toBe(
    true,
  );
  expect(isDependencyUnavailable(new TypeError('x is not a function'))).toBe(false);
});
