import type { Context } from '../context.ts';
import { newId } from '../ids.ts';

/** The API version that the sandbox speaks: the one that the SDK pins. */
export const API_VERSION = '2026-10-28.endive';

/** Records an event with a copy of the object as it is now. Delivery follows once the change is durable. */
export function emit(context: Context, type: string, object: object): void {
  const id = newId('evt');
  context.store.put('events', id, {
    id,
    object: 'event',
    api_version: API_VERSION,
    created: context.clock.now(),
    data: { object: structuredClone(object) },
    livemode: context.livemode,
    pending_webhooks: context.options.webhookUrl ? 1 : 0,
    request: { id: context.requestId, idempotency_key: context.idempotencyKey },
    type,
  });
}
