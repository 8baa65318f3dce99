import { startService } from '@fareline/service-kit/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { startHarness, type Harness } from '../testing/harness.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness.stop());

const uriReport = {
  'csp-report': {
    'document-uri': 'https://sky.example/reset-password?token=secret-1',
    'violated-directive': 'script-src-elem https://evil.example',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example/x.js?stolen=secret-2#secret-3',
    'source-file': 'https://sky.example/my-trips?claim=secret-4',
    'line-number': 7,
    'script-sample': 'secret-5',
  },
};
const toReport = (change: object = {}) => ({
  type: 'csp-violation',
  age: 10,
  url: 'https://sky.example/my-trips?claim=secret-6',
  body: {
    documentURL: 'https://sky.example/my-trips?claim=secret-7',
    effectiveDirective: 'img-src',
    blockedURL: 'https://evil.example/pixel.gif?secret-8',
    sourceFile: null,
    ...change,
  },
});
const reportUri = 'application/csp-report';
const reportTo = 'application/reports+json';

const post = (type: string, body: unknown, headers: Record<string, string> = {}) =>
  harness.app.inject({
    method: 'POST',
    url: '/api/csp-reports',
    headers: { 'content-type': type, host: 'localhost:3000', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('reports of violations of the Content-Security-Policy', () => {
  it('[BRAND-10] are requested by every page, in the old and the new way', async () => {
    const { headers } = await harness.app.inject('/');
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toContain('report-uri /api/csp-reports');
    expect(policy).toContain('report-to csp');
    expect(headers['reporting-endpoints']).toBe('csp="/api/csp-reports"');
  });

  it('[BRAND-10] are accepted in both formats from pages of any origin, and counted by directive', async () => {
    expect(
      (await post(reportUri, uriReport, { origin: 'null', 'sec-fetch-site': 'cross-site' })).statusCode,
    ).toBe(204);
    const other = toReport({ effectiveDirective: 'a-directive-of-an-attacker' });
    const ignored = { type: 'deprecation', body: { id: 'x' } };
    expect((await post(reportTo, [toReport(), toReport(), other, ignored])).statusCode).toBe(204);
    const { body } = await harness.app.inject('/metrics');
    expect(body.split('\n').filter((line) => line.startsWith('csp_reports_total'))).toEqual([
      'csp_reports_total{directive="script-src-elem"} 1',
      'csp_reports_total{directive="img-src"} 2',
      'csp_reports_total{directive="other"} 1',
    ]);
    for (const { requests } of [harness.accounts, harness.payments, harness.flights])
      expect(requests).toEqual([]);
  });

  it('[BRAND-10] are logged in one line each, without queries', async () => {
    const edge = await startService('services/edge/src/main.ts', { ...harness.env, LOG_LEVEL: 'info' });
    for (const [type, body] of [
      [reportUri, uriReport],
      [reportTo, [toReport()]],
    ] as const)
      await fetch(`${edge.url}/api/csp-reports`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: JSON.stringify(body),
      });
    await edge.kill();
    const output = edge.output();
    expect(output).not.toContain('secret');
    const lines = output.split('\n').filter((line) => line.includes('cspReport'));
    expect(lines.map((line) => (JSON.parse(line) as { cspReport: unknown }).cspReport)).toEqual([
      {
        directive: 'script-src-elem',
        blocked: 'https://evil.example/x.js',
        page: 'https://sky.example/reset-password',
        source: 'https://sky.example/my-trips',
        line: 7,
      },
      {
        directive: 'img-src',
        blocked: 'https://evil.example/pixel.gif',
        page: 'https://sky.example/my-trips',
        source: '',
      },
    ]);
  });

  it('[BRAND-10] are rejected if they are in neither format, of another type or too large', async () => {
    const invalid: [string, unknown][] = [
      ...['{', '', 'null', '[1]', '{"csp-report":1}'].map((text): [string, string] => [reportUri, text]),
      [reportTo, [toReport({ blockedURL: 1 })]],
      [reportTo, Array.from({ length: 51 }, () => ({ type: 'x' }))],
    ];
    for (const [type, body] of invalid) {
      const { statusCode } = await post(type, body);
      expect(statusCode, JSON.stringify(body)).toBe(400);
    }
    for (const type of ['application/json', 'text/plain'])
      expect((await post(type, uriReport)).statusCode, type).toBe(415);
    expect((await post(reportUri, { ...uriReport, padding: 'x'.repeat(16 * 1024) })).statusCode).toBe(413);
    expect((await harness.app.inject('/api/csp-reports')).statusCode).toBe(404);
    expect((await harness.app.inject('/metrics')).body).not.toContain('csp_reports_total{');
  });

  it('[BRAND-10, LIMIT-01] in one request write at most 30 lines to the log, and are all counted', async () => {
    const edge = await startService('services/edge/src/main.ts', { ...harness.env, LOG_LEVEL: 'info' });
    const body = JSON.stringify(Array.from({ length: 50 }, () => toReport()));
    for (let request = 0; request < 2; request += 1)
      await fetch(`${edge.url}/api/csp-reports`, {
        method: 'POST',
        headers: { 'content-type': reportTo },
        body,
      });
    const metrics = await (await fetch(`${edge.url}/metrics`)).text();
    await edge.kill();
    expect(edge.output().split('"cspReport"')).toHaveLength(limits.reportsPerMinute.network + 1);
    expect(metrics).toContain('csp_reports_total{directive="img-src"} 100');
  });

  it('[BRAND-10, LIMIT-01] are limited per IP address or IPv6 network', async () => {
    const send = async (remoteAddress: string) => {
      const response = await harness.app.inject({
        method: 'POST',
        url: '/api/csp-reports',
        headers: { 'content-type': reportTo },
        body: '[]',
        remoteAddress,
      });
      return [response.statusCode, response.headers['retry-after']];
    };
    for (const [first, addressOf, other] of [
      ['10.0.0.1', () => '::ffff:10.0.0.1', '10.0.0.2'],
      ['2001:db8::1', (index: number) => `2001:db8::${index}`, '2001:db8:0:1::1'],
    ] as const) {
      for (let index = 0; index < limits.reportsPerMinute.network; index += 1)
        expect(await send(addressOf(index))).toEqual([204, undefined]);
      expect(await send(first)).toEqual([429, '60']);
      expect(await send(other)).toEqual([204, undefined]);
    }
  });

  it('[BRAND-10, LIMIT-01] are limited for all IP addresses together', async () => {
    const send = (index: number) =>
      harness.app.inject({
        method: 'POST',
        url: '/api/csp-reports',
        headers: { 'content-type': reportTo },
        body: '[]',
        remoteAddress: `10.1.${index >> 8}.${index & 255}`,
      });
    const statuses = [];
    for (let index = 0; index < limits.reportsPerMinute.all + 2; index += 1)
      statuses.push((await send(index)).statusCode);
    expect(statuses.slice(0, -2)).toEqual(Array(limits.reportsPerMinute.all).fill(204));
    expect(statuses.slice(-2)).toEqual([429, 429]);
  });
});
