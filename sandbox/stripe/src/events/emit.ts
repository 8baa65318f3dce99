import type { RequestContext } from '../request-context.ts';
import { newId } from '../ids.ts';

/** The API version of the sandbox, which is the one that the SDK requests. */
export const API_VERSION = '2026-10-28.endive';

/** Stores an event with a copy of the object's current state until it is delivered after the commit. */
export function emit(context: RequestContext, type: string, object: object): void {
  if (!context.options.webhookUrl) return;
  const id = newId('evt');
  context.store.put('events', id, {
    id,
    object: 'event',
    api_version: API_VERSION,
    created: context.clock.now(),
    data: { object: structuredClone(object) },
    livemode: context.livemode,
    pending_webhooks: 1,
    request: { id: context.requestId, idempotency_key: context.idempotencyKey },
    type,
  });
}
