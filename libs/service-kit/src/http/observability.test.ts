import { loginContract } from '@fareline/contracts/services';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppError } from '../app-error.ts';
import { commonConfigShape, parseConfig } from '../config.ts';
import { connectDatabase } from '../db/database.ts';
import { tracingHeaders } from '../request-context.ts';
import { createServiceClient } from '../service-client.ts';
import { declareAccess } from './access.ts';
import { addGauge } from './gauge.ts';
import { registerRoute } from './register-route.ts';
import { buildServer } from './server.ts';
import { testDatabaseUrl } from '../testing/infrastructure.ts';
import { spawnProgram, type Program } from '../testing/programs.ts';

const settings = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  SITE_ORIGIN: 'http://localhost:3000',
  TRUSTED_PROXIES: 'none',
};
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const ids = { 'x-request-id': 'request-of-the-test', traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
const sampleServer = async (env: Record<string, string> = {}) => {
  const app = await buildServer({
    name: 'sample',
    config: parseConfig(commonConfigShape, { ...settings, ...env }),
    isBrandHost: async () => false,
  });
  declareAccess(app, 'public');
  return app;
};

let first: FastifyInstance;
let second: FastifyInstance;
let received: Record<string, unknown> = {};

beforeAll(async () => {
  second = await sampleServer();
  registerRoute(second, loginContract, async ({ request }) => {
    received = request.headers;
    throw new AppError('SEARCH_BUSY');
  });
  const baseUrl = await second.listen();
  const call = createServiceClient({ baseUrl });
  first = await sampleServer();
  first.post('/api/first', async ({ body }) => call(loginContract, { body: body as never }));
  first.post('/api/ids', async () => tracingHeaders());
  first.get('/api/crash/:id', async () => {
    throw new Error('no such thing');
  });
  const db = connectDatabase({ url: testDatabaseUrl(), schema: 'busy', poolSize: 1 });
  first.get('/api/stored', async () => sql`select pg_sleep(5)`.execute(db));
  first.addHook('onClose', () => db.destroy());
  await first.listen();
});
afterAll(() => Promise.all([first.close(), second.close()]));

const url = (path: string) => `http://127.0.0.1:${(first.server.address() as { port: number }).port}${path}`;
const post = (path: string, headers: Record<string, string>) =>
  fetch(url(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ username: 'a', password: 'b' }),
  });

describe('a request', () => {
  const startSample = () =>
    spawnProgram('libs/service-kit/src/testing/sample-service.ts', { LOG_LEVEL: 'info' });
  /** The log entries that contain the text, by default those of the request with `ids`. */
  const readLines = (program: Program, text = 'request-of-the-test') =>
    program
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.includes(text))
      .map((line) => JSON.parse(line) as { level: number });

  it('passes its request id and trace to another service, with a new span for each service', async () => {
    const response = await post('/api/first', ids);
    expect([response.status, response.headers.get('x-request-id')]).toEqual([503, 'request-of-the-test']);
    expect(received['x-request-id']).toBe('request-of-the-test');
    expect(received.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
    expect(received.traceparent).not.toBe(ids.traceparent);
  });

  it('never has the ids of a concurrent request', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const id = `request-number-${index}`;
        const response = await post('/api/ids', { 'x-request-id': id });
        return [id, ((await response.json()) as Record<string, string>)['x-request-id']];
      }),
    );
    for (const [sent, received] of pairs) expect(received).toBe(sent);
  });

  it('is logged in one line with its id and path, without its query', async () => {
    const program = await startSample();
    await (await fetch(`${program.url}/fast?email=a@example.com`, { headers: ids })).json();
    await program.kill();
    const lines = readLines(program);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      msg: 'request completed',
      reqId: 'request-of-the-test',
      traceId,
      req: { method: 'GET', path: '/fast' },
      res: { status: 200 },
    });
    expect(program.output()).not.toContain('example.com');
  });

  it('is logged in one line with its id when the client disconnects before the response', async () => {
    const program = await startSample();
    const abort = new AbortController();
    const aborted = fetch(`${program.url}/slow`, { headers: ids, signal: abort.signal });
    await vi.waitFor(() => expect(program.output()).toContain('called'), { timeout: 5_000 });
    abort.abort();
    await expect(aborted).rejects.toThrow();
    await vi.waitFor(() => expect(readLines(program)).toHaveLength(1), { timeout: 5_000 });
    expect(readLines(program)[0]).toMatchObject({
      msg: 'request aborted before its response',
      traceId,
      req: { method: 'GET', path: '/slow' },
    });
    await program.kill();
  });

  it('that a limit refuses is logged in one line that names the limit, and counted', async () => {
    const program = await startSample();
    expect((await fetch(`${program.url}/limited`, { headers: ids })).status).toBe(503);
    const metrics = await (await fetch(`${program.url}/metrics`)).text();
    await program.kill();
    expect(metrics).toContain('limit_refusals_total{limit="mail_queue"} 1');
    expect(readLines(program)).toEqual([
      expect.objectContaining({
        level: 30,
        msg: 'request completed',
        limit: 'mail_queue',
        code: 'SERVICE_UNAVAILABLE',
        req: { method: 'GET', path: '/limited' },
        res: { status: 503 },
      }),
    ]);
  });

  it.each([
    ['/crash', 500, 'error'],
    ['/busy', 503, 'info'],
    ['/unavailable', 503, 'warn'],
  ])('to %s is answered with %s and logged at level %s', async (path, status, level) => {
    const program = await startSample();
    expect((await fetch(`${program.url}${path}`)).status).toBe(status);
    await program.kill();
    const levels = { info: 30, warn: 40, error: 50 } as Record<string, number>;
    const highestLevel = Math.max(...readLines(program, '{').map((line) => line.level));
    expect(highestLevel).toBe(levels[level]);
  });
});

it('returns 503 with Retry-After when no database connection is free', async () => {
  const responses = await Promise.all([1, 2].map(() => fetch(url('/api/stored'))));
  const busy = responses.find(({ status }) => status !== 200);
  expect([busy?.status, busy?.headers.get('retry-after')]).toEqual([503, '2']);
});

describe('/metrics', () => {
  it('has limits and codes at zero before the first event, so that an alert sees that one', async () => {
    const text = await (await fetch(url('/metrics'))).text();
    expect(text).toContain('\nlimit_refusals_total{limit="provider_rate"} 0\n');
    expect(text).toContain('\nhttp_errors_total{code="PAYMENT_UNAVAILABLE"} 0\n');
  });

  it('counts requests by route and errors by code', async () => {
    await fetch(url('/api/crash/1'));
    await fetch(url('/api/crash/2'));
    await fetch(url('/nowhere/at/all'));
    const text = await (await fetch(url('/metrics'))).text();
    expect(text).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/crash/:id",status="500"} 2',
    );
    const [, seconds] =
      /duration_seconds_sum\{method="GET",route="\/api\/crash\/:id",status="500"\} (\S+)/.exec(text) ?? [];
    expect(Number(seconds)).toBeLessThan(5);
    expect(text).toMatch(/http_errors_total{code="INTERNAL_ERROR"} 2/);
    expect(text).toContain('http_errors_total{code="NOT_FOUND"}');
    expect(text).not.toContain('nowhere');
    expect(text).toContain('process_cpu_seconds_total');
  });

  it('reads gauges at each scrape, and omits those that fail or hang', async () => {
    const app = await sampleServer();
    let length = 1;
    addGauge(app, { name: 'queue_length', help: 'One value.' }, () => (length += 1));
    addGauge(app, { name: 'calls', help: 'Two values.', label: 'share' }, async () => ({
      search: 3,
      offers: 4,
    }));
    let isHanging = false;
    addGauge(app, { name: 'rows', help: 'None while it hangs.' }, () =>
      isHanging ? new Promise<number>(() => undefined) : 5,
    );
    addGauge(app, { name: 'failing', help: 'None.' }, () => {
      throw new Error('no connection');
    });
    const scrape = async () => (await app.inject('/metrics')).body.match(/^(queue|calls|rows|failing).*/gm);
    const calls = ['calls{share="search"} 3', 'calls{share="offers"} 4'];
    expect(await scrape()).toEqual(['queue_length 2', ...calls, 'rows 5']);
    isHanging = true;
    expect(await scrape()).toEqual(['queue_length 3', ...calls]);
    await app.close();
  });

  it('returns 404 in production without the right token, and always when no token is configured', async () => {
    const token = 'token-of-the-scraper';
    const withToken = await sampleServer({ NODE_ENV: 'production', METRICS_TOKEN: token });
    const getMetrics = (app: FastifyInstance, authorization?: string) =>
      app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} });
    expect((await getMetrics(withToken)).statusCode).toBe(404);
    expect((await getMetrics(withToken, 'Bearer token-of-the-scrapeR')).statusCode).toBe(404);
    expect((await getMetrics(withToken, `Bearer ${token}`)).statusCode).toBe(200);
    const withoutToken = await sampleServer({ NODE_ENV: 'production' });
    expect((await getMetrics(withoutToken, 'Bearer ')).statusCode).toBe(404);
    expect((await getMetrics(withoutToken, 'Bearer undefined')).statusCode).toBe(404);
  });
});
