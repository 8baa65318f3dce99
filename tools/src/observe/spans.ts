import { z } from 'zod';

const attributeSchema = z.object({
  key: z.string(),
  value: z
    .object({
      stringValue: z.string().optional(),
      intValue: z.coerce.string().optional(),
      doubleValue: z.number().optional(),
      boolValue: z.boolean().optional(),
    })
    .transform((value) => String(Object.values(value).find((entry) => entry !== undefined) ?? '')),
});
const attributesSchema = z
  .array(attributeSchema)
  .default([])
  .transform((entries) => Object.fromEntries(entries.map(({ key, value }) => [key, value])));

const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().default(''),
  name: z.string(),
  startTimeUnixNano: z.coerce.number(),
  endTimeUnixNano: z.coerce.number(),
  attributes: attributesSchema,
  status: z.object({ code: z.number().default(0) }).default({ code: 0 }),
});

/** What an exporter of OpenTelemetry sends: OTLP as JSON. */
const exportSchema = z.object({
  resourceSpans: z
    .array(
      z.object({
        resource: z.object({ attributes: attributesSchema }),
        scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
      }),
    )
    .default([]),
});

export interface Span {
  traceId: string;
  spanId: string;
  /** Empty for the first span of a trace. */
  parentSpanId: string;
  service: string;
  name: string;
  startMs: number;
  endMs: number;
  isError: boolean;
  attributes: Record<string, string>;
}

/** The spans of a request of an exporter; throws for anything else. */
export function parseSpans(body: unknown): Span[] {
  return exportSchema.parse(body).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ startTimeUnixNano, endTimeUnixNano, status, ...span }) => ({
        ...span,
        service: resource.attributes['service.name'] ?? 'unknown',
        startMs: startTimeUnixNano / 1e6,
        endMs: endTimeUnixNano / 1e6,
        isError: status.code === 2,
      })),
  );
}
