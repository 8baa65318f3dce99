import { pino, type LoggerOptions } from 'pino';
import { describe, expect, it } from 'vitest';
import { loggerOptions } from './logging.ts';
import {
  createRequestContext,
  readRequestId,
  readTraceparent,
  tracingHeaders,
  runInRequestContext,
} from './request-context.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('the request id and trace of the caller', () => {
  it('are used when they are well formed', () => {
    expect(readRequestId({ 'x-request-id': 'checkout-12345' })).toBe('checkout-12345');
    const traceparent = readTraceparent({ traceparent: `00-${traceId}-00f067aa0ba902b7-00` });
    expect(traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
    expect(traceparent).not.toContain('00f067aa0ba902b7');
  });

  it.each([
    undefined,
    'short',
    'with space and more',
    'new\nline-in-a-log',
    'x'.repeat(65),
    ['two-of-them-1', 'two-of-them-2'],
  ])('are replaced when the request id is %j', (given) => {
    expect(readRequestId({ 'x-request-id': given })).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    undefined,
    'nonsense',
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `ff-${traceId}-00f067aa0ba902b7-01`,
    `00-${traceId.toUpperCase()}-00f067aa0ba902b7-01`,
  ])('are replaced by a new trace when traceparent is %j', (traceparent) => {
    const replaced = readTraceparent({ traceparent });
    expect(replaced).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(replaced).not.toContain(traceId);
  });
});

describe('runInRequestContext', () => {
  it('adds the request’s ids to logs and outgoing headers, also after an await, and not outside of it', async () => {
    const lines: string[] = [];
    const log = pino(loggerOptions('sample', 'info') as LoggerOptions, { write: (line) => lines.push(line) });
    const request = createRequestContext('request-of-the-test');
    await runInRequestContext(request, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      log.info('inside');
      expect(tracingHeaders()).toEqual({
        'x-request-id': 'request-of-the-test',
        traceparent: request.traceparent,
      });
    });
    log.info('outside');
    expect(JSON.parse(lines[0]!)).toMatchObject({
      reqId: 'request-of-the-test',
      traceId: request.traceparent.slice(3, 35),
    });
    expect(lines[1]).not.toContain('reqId');
    expect(tracingHeaders()).toEqual({});
  });
});
