import type { TracingOptions } from './export-spans.ts';

/**
 * Exports spans of this thread's requests, calls, queries and jobs if there is a collector; else no code of it is loaded. Returns a
 * function that sends the last ones.
 */
export async function startTracing(options: TracingOptions): Promise<() => Promise<void>> {
  if (options.config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return async () => undefined;
  const { exportSpans } = await import('./export-spans.ts');
  return exportSpans(options.config.OTEL_EXPORTER_OTLP_ENDPOINT, options);
}
