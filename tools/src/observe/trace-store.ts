import type { Span } from './spans.ts';

export interface Trace {
  id: string;
  /** The span that the others belong to; while it has not ended, the one that began first. */
  first: Span;
  spans: Span[];
  startMs: number;
  endMs: number;
  isError: boolean;
}

function toTrace(id: string, spans: Span[]): Trace {
  const byStart = spans.toSorted((a, b) => a.startMs - b.startMs);
  return {
    id,
    spans: byStart,
    first: byStart.find(({ parentSpanId }) => parentSpanId === '') ?? byStart[0]!,
    startMs: byStart[0]!.startMs,
    endMs: Math.max(...spans.map(({ endMs }) => endMs)),
    isError: spans.some(({ isError }) => isError),
  };
}

/** Whether one service did it alone, with nothing but queries: a file, a job that found no work. */
export const isSmall = ({ first, spans, isError }: Trace): boolean =>
  !isError && spans.every((span) => span === first || span.attributes['db.system.name'] !== undefined);

/** The last traces, in memory. */
export function createTraceStore(maxTraces = 2_000) {
  const spansById = new Map<string, Span[]>();
  return {
    add(spans: readonly Span[]): void {
      for (const span of spans) {
        const known = spansById.get(span.traceId);
        if (known) known.push(span);
        else spansById.set(span.traceId, [span]);
      }
      for (const id of [...spansById.keys()].slice(0, Math.max(0, spansById.size - maxTraces)))
        spansById.delete(id);
    },
    get(id: string): Trace | undefined {
      const spans = spansById.get(id);
      return spans && toTrace(id, spans);
    },
    /** The newest first. */
    list: (): Trace[] =>
      [...spansById].map(([id, spans]) => toTrace(id, spans)).sort((a, b) => b.startMs - a.startMs),
  };
}
