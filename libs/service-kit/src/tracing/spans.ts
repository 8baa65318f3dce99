import {
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/** `00-<trace id>-<span id>-<flags>` of the span that the current work belongs to; undefined when this program exports no spans. */
export function getActiveTraceparent(): string | undefined {
  const span = trace.getActiveSpan()?.spanContext();
  if (!span || !isSpanContextValid(span)) return undefined;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;
}

/** Names the span of the current request by its route, because its path may contain a token. */
export function nameRequestSpan(method: string, route: string | undefined): void {
  const span = trace.getActiveSpan();
  if (!span || route === undefined) return;
  span.updateName(`${method} ${route}`);
  span.setAttribute('http.route', route);
}

/**
 * Runs work that no HTTP request of this thread started in a span.
 * @param traceparent of what caused it; undefined begins a new trace
 */
export function runInSpan<Result>(
  name: string,
  traceparent: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const parent = propagation.extract(ROOT_CONTEXT, { traceparent });
  return trace
    .getTracer('service-kit')
    .startActiveSpan(name, { kind: SpanKind.CONSUMER }, parent, async (span) => {
      try {
        return await work();
      } catch (error) {
        span.setAttribute('error.type', (error as Error).name).setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    });
}
