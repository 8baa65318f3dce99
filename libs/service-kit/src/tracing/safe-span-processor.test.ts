import { SpanStatusCode } from '@opentelemetry/api';
import { InMemorySpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, it } from 'vitest';
import { SafeSpanProcessor } from './safe-span-processor.ts';

/** The spans that are exported of one with these attributes, which ends with an error. */
async function exportSpan(attributes: Record<string, string | number>) {
  const exporter = new InMemorySpanExporter();
  const processor = new SafeSpanProcessor({ exporter });
  const tracer = new TracerProvider({ spanProcessors: [processor] }).getTracer('test');
  const span = tracer.startSpan('GET', { attributes });
  const error = new Error('the address ada@example.com is taken');
  span.recordException(error);
  span.setStatus({ code: SpanStatusCode.ERROR, message: error.message });
  span.end();
  await processor.forceFlush();
  return exporter.getFinishedSpans();
}

it('exports neither URLs, addresses, headers nor messages of errors, and that there was an error', async () => {
  const url = 'https://fares.example/reset?token=secret';
  const [span] = await exportSpan({
    ...{ 'url.full': url, 'url.query': '?token=secret', 'client.address': '192.0.2.1' },
    ...{ 'http.request.header.cookie': 'session=secret', 'db.statement': "select 'ada'" },
    'http.response.status_code': 503,
  });
  expect(span?.attributes).toEqual({ 'http.response.status_code': 503 });
  expect(span?.events).toEqual([]);
  expect(span?.status).toEqual({ code: SpanStatusCode.ERROR });
});

it('exports no commands of pipelines, of which one search has hundreds', async () => {
  expect(await exportSpan({ 'db.operation.name': 'PIPELINE hset' })).toEqual([]);
  expect(await exportSpan({ 'db.operation.name': 'MULTI hset' })).toHaveLength(1);
});
