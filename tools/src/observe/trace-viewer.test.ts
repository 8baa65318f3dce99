import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTraceViewer } from './trace-viewer.ts';

let viewer: Awaited<ReturnType<typeof startTraceViewer>>;
beforeAll(async () => {
  viewer = await startTraceViewer();
});
afterAll(() => viewer.server.close());

interface SpanOptions {
  traceId: string;
  spanId?: string;
  parentSpanId?: string;
  name: string;
  attributes?: Record<string, string>;
  isError?: boolean;
}

const startNs = 1_800_000_000_000_000_000n;
const toOtlp = ({ attributes = {}, isError = false, spanId = 'a', ...span }: SpanOptions) => ({
  ...{ ...span, spanId, startTimeUnixNano: String(startNs), endTimeUnixNano: String(startNs + 25_000_000n) },
  attributes: Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } })),
  status: isError ? { code: 2 } : {},
});

const post = (body: string) => fetch(`${viewer.url}/v1/traces`, { method: 'POST', body });
const send = (service: string, ...spans: SpanOptions[]) =>
  post(
    JSON.stringify({
      resourceSpans: [
        {
          resource: { attributes: [{ key: 'service.name', value: { stringValue: service } }] },
          scopeSpans: [{ spans: spans.map(toOtlp) }],
        },
      ],
    }),
  );
const read = async (path: string) => {
  const response = await fetch(viewer.url + path);
  return { status: response.status, text: await response.text() };
};

describe('the trace viewer', () => {
  it.each(['no JSON', '[]', '{"resourceSpans":[{}]}'])('refuses %s', async (body) =>
    expect((await post(body)).status).toBe(400),
  );

  it('refuses the pages of a site whose name leads to this machine', async () => {
    const request = get(`${viewer.url}/`, { headers: { host: 'rebound.example' } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(421);
    response.resume();
  });

  it('says that a trace is unknown', async () => expect((await read('/traces/unknown')).status).toBe(404));

  it('shows a trace with the spans of all services, each below the one that caused it', async () => {
    await send('payments', { traceId: 't1', spanId: 'b', parentSpanId: 'a', name: 'POST /api/bookings' });
    await send('payments', {
      ...{ traceId: 't1', spanId: 'c', parentSpanId: 'b', name: 'pg.query:SELECT fareline', isError: true },
      attributes: { 'db.query.text': 'select <all> where "id" = $1' },
    });
    await send('edge', { traceId: 't1', name: 'POST /api/bookings' });
    const { text } = await read('/traces/t1');
    expect(
      [...text.matchAll(/<b [^>]+>(\w+)<\/b> <span[^>]*>([^<]+)/g)].map((match) => match.slice(1)),
    ).toEqual([
      ['edge', 'POST /api/bookings'],
      ['payments', 'POST /api/bookings'],
      ['payments', 'select &lt;all&gt; where &quot;id&quot; = $1 (error)'],
    ]);
    expect([...text.matchAll(/padding-left:([\d.]+)rem/g)].map(([, indent]) => indent)).toEqual([
      '0',
      '0.75',
      '1.5',
    ]);
    expect(text).toContain('select &lt;all&gt; where &quot;id&quot; = $1');
    expect((await read('/')).text).toMatch(
      /href="\/traces\/t1">POST \/api\/bookings<[^]*edge, payments[^]*25 ms/,
    );
  });

  it('lists what one service did alone only on demand', async () => {
    const query = { name: 'pg.query:SELECT fareline', attributes: { 'db.system.name': 'postgresql' } };
    await send(
      'payments',
      { traceId: 't2', name: 'job idle' },
      { traceId: 't2', spanId: 'b', parentSpanId: 'a', ...query },
    );
    await send(
      'payments',
      { traceId: 't3', name: 'job busy' },
      { traceId: 't3', spanId: 'b', parentSpanId: 'a', name: 'GET' },
    );
    const { text } = await read('/');
    expect(text).toContain('job busy');
    expect(text).not.toContain('job idle');
    expect((await read('/?all')).text).toContain('job idle');
  });
});
