import type { Span } from './spans.ts';
import { isSmall, type Trace } from './trace-store.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character]!);

/** Of a service, in the order of their names; the contrast of each with white is 4.5 or more. */
const colors = ['#1d4ed8', '#047857', '#b45309', '#7e22ce', '#0e7490'];

const style = `body{font:15px/1.5 system-ui,sans-serif;margin:1.5rem auto;max-width:80rem;padding:0 1rem;color:#1b1b1b;background:#fff}
h1{font-size:1.25rem;overflow-wrap:anywhere}a{color:#1d4ed8}.error{color:#b91c1c;font-weight:600}.muted{color:#555}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.35rem .5rem;border-bottom:1px solid #ddd;vertical-align:top;overflow-wrap:anywhere}
td:first-child{white-space:nowrap}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
summary{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr) 4.5rem;gap:.75rem;align-items:center;padding:.15rem .25rem;cursor:pointer}
summary:hover,details[open]{background:#f3f4f6}.name{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.lane{position:relative;height:.75rem;background:#eee}.bar{position:absolute;height:100%;min-width:2px}
dl{margin:0;padding:.25rem 1.5rem .75rem}dt{font-weight:600}dd{margin:0 0 .25rem;overflow-wrap:anywhere}
@media(max-width:40rem){summary{grid-template-columns:minmax(0,1fr) 4.5rem}.lane{grid-row:2;grid-column:1/-1}.wide{display:none}}`;

const renderPage = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`;

function formatMs(ms: number): string {
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(2)} s`;
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
const formatTime = (ms: number): string => new Date(ms).toTimeString().slice(0, 8);
const listServices = (spans: readonly Span[]): string[] => [
  ...new Set(spans.map(({ service }) => service).sort()),
];

function renderRow({ id, first, spans, startMs, endMs, isError }: Trace): string {
  return `<tr><td>${formatTime(startMs)}</td>
<td><a href="/traces/${escapeHtml(id)}">${escapeHtml(first.name)}</a>${isError ? ' <span class="error">error</span>' : ''}</td>
<td class="wide">${escapeHtml(listServices(spans).join(', '))}</td><td class="number wide">${spans.length}</td>
<td class="number">${formatMs(endMs - startMs)}</td></tr>`;
}

/** The traces, the newest first, without the small ones unless `isAll`. */
export function renderList(traces: readonly Trace[], isAll: boolean): string {
  const shown = isAll ? traces : traces.filter((trace) => !isSmall(trace));
  const other = isAll
    ? '<a href="/">Without small ones</a>'
    : `<a href="/?all">All, with ${traces.length - shown.length} small ones: files, polls, jobs that found no work</a>`;
  const table = `<table><thead><tr><th>Began</th><th>First span</th><th class="wide">Services</th>
<th class="number wide">Spans</th><th class="number">Duration</th></tr></thead><tbody>${shown.map(renderRow).join('')}</tbody></table>`;
  return renderPage(
    'Traces',
    `<h1>Traces</h1><p>${other}</p>${shown.length > 0 ? table : '<p>There is no trace yet: use the site, then load this page again.</p>'}`,
  );
}

/** Each span below the one that it belongs to. One whose parent has not ended yet is beside the first. */
function listWithDepth({ spans }: Trace): { span: Span; depth: number }[] {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const children = Map.groupBy(spans, ({ parentSpanId }) => (ids.has(parentSpanId) ? parentSpanId : ''));
  const list = (parentId: string, depth: number): { span: Span; depth: number }[] =>
    (children.get(parentId) ?? []).flatMap((span) => [{ span, depth }, ...list(span.spanId, depth + 1)]);
  return list('', 0);
}

/** A span's name; the query or the host says more than that a database was queried or a service called. */
function describeSpan({ name, attributes }: Span): string {
  if (attributes['db.system.name'] === 'redis') return `redis ${name}`;
  if (attributes['db.query.text']) return attributes['db.query.text'];
  if (!name.includes(' ') && attributes['server.port'])
    return `${name} ${attributes['server.address']}:${attributes['server.port']}`;
  return name;
}

/** The spans of a trace over time. */
export function renderTrace(trace: Trace): string {
  const services = listServices(trace.spans);
  const color = (service: string): string => colors[services.indexOf(service) % colors.length]!;
  const durationMs = Math.max(trace.endMs - trace.startMs, 0.001);
  const toPercent = (ms: number): string => `${((ms / durationMs) * 100).toFixed(2)}%`;
  const rows = listWithDepth(trace).map(({ span, depth }) => {
    const { service, attributes, startMs, endMs, isError } = span;
    const entries = Object.entries(attributes).map(
      ([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`,
    );
    return `<details><summary><span class="name" style="padding-left:${Math.min(depth, 12) * 0.75}rem">
<b style="color:${color(service)}">${escapeHtml(service)}</b> <span${isError ? ' class="error"' : ''}>${escapeHtml(describeSpan(span))}${isError ? ' (error)' : ''}</span></span>
<span class="lane"><span class="bar" style="left:${toPercent(startMs - trace.startMs)};width:${toPercent(endMs - startMs)};background:${color(service)}"></span></span>
<span class="number">${formatMs(endMs - startMs)}</span></summary>
<dl><dt>began after</dt><dd>${formatMs(startMs - trace.startMs)}</dd>${entries.join('')}</dl></details>`;
  });
  return renderPage(
    `${trace.first.name}, ${formatMs(durationMs)}`,
    `<p><a href="/">All traces</a></p><h1>${escapeHtml(trace.first.name)}</h1>
<p>${formatTime(trace.startMs)}, ${formatMs(durationMs)}, ${trace.spans.length} spans
<span class="muted">· traceId ${escapeHtml(trace.id)}</span></p>${rows.join('\n')}`,
  );
}
