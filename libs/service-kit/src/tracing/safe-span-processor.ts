import { BatchSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace';

/** Others may hold secrets or personal data: URLs, headers, addresses of visitors, values. */
const exportedAttributes = new Set([
  ...['http.request.method', 'http.response.status_code', 'http.route', 'error.type'],
  ...['server.address', 'server.port', 'db.system.name', 'db.namespace', 'db.operation.name'],
  'db.query.text',
]);

/** Exports spans without what they must not tell: only listed attributes, and of errors only that there was one. */
export class SafeSpanProcessor extends BatchSpanProcessor {
  override onEnd(span: ReadableSpan): void {
    const { attributes, events, status } = span;
    // A search stores hundreds of offers in one pipeline, whose spans would displace all others.
    if (String(attributes['db.operation.name']).startsWith('PIPELINE')) return;
    for (const name of Object.keys(attributes)) if (!exportedAttributes.has(name)) delete attributes[name];
    events.length = 0;
    delete status.message;
    super.onEnd(span);
  }
}
