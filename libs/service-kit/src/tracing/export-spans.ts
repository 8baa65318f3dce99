import { ClientRequest, type IncomingMessage } from 'node:http';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { context, propagation, trace, type Span } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { IORedisInstrumentation } from '@opentelemetry/instrumentation-ioredis';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import { toOperation } from '../to-operation.ts';
import type { CommonConfig } from '../config.ts';
import { SafeSpanProcessor } from './safe-span-processor.ts';

export interface TracingOptions {
  /** `service.name` of the spans. */
  name: string;
  config: Pick<CommonConfig, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_TRACES_SAMPLER_ARG'>;
  /** Whether anyone on the internet may call it: each request begins a new trace, whatever its headers say. */
  isPublic?: boolean;
}

/** Sends the trace with requests, and ignores the one that a request has. */
class PublicPropagator extends W3CTraceContextPropagator {
  override extract: W3CTraceContextPropagator['extract'] = (parent) => parent;
}

const isMonitoring = ({ url = '' }: IncomingMessage): boolean => /^\/(health\/|metrics$)/.test(url);

/** The SDKs of the providers use `node:http`. */
function nameCall(span: Span, request: ClientRequest | IncomingMessage): void {
  if (request instanceof ClientRequest) span.updateName(toOperation(request));
}

/** See `startTracing`. Its imports are those that only a program with a collector loads. */
export function exportSpans(
  endpoint: string,
  { name, config, isPublic = false }: TracingOptions,
): () => Promise<void> {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': name }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG) }),
    spanLimits: { attributeValueLengthLimit: 500 },
    spanProcessors: [
      // Soon, since a trace is of most interest directly after a test or during an incident.
      new SafeSpanProcessor({ exporter, scheduledDelayMillis: 1_000, exportTimeoutMillis: 5_000 }),
    ],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(isPublic ? new PublicPropagator() : new W3CTraceContextPropagator());
  // Without a parent, calls are those of timers: a trace of each would be a trace of nothing.
  const instrumentations = [
    new HttpInstrumentation({
      ignoreIncomingRequestHook: isMonitoring,
      requireParentforOutgoingSpans: true,
      requestHook: nameCall,
    }),
    new UndiciInstrumentation({ requireParentforSpans: true }),
    new PgInstrumentation({ requireParentSpan: true }),
    new IORedisInstrumentation({ requireParentSpan: true, dbStatementSerializer: (command) => command }),
  ];
  // Instrumentations change a module when it is required, also one that is loaded already.
  const require = createRequire(import.meta.url);
  for (const module of ['http', 'https', 'pg', 'ioredis']) require(module);
  syncBuiltinESMExports();
  return async () => {
    await provider.shutdown();
    for (const instrumentation of instrumentations) instrumentation.disable();
  };
}
