import type { Deps, RequestContext } from '../deps.ts';
import { newId } from '../ids.ts';
import type { StripeEvent } from '../records.ts';

/** The API version of the sandbox, which is the one that the SDK requests. */
export const API_VERSION = '2026-10-28.endive';

/** Stores an event with the object's current state and delivers it. */
export function emit(context: RequestContext, type: string, object: object): void {
  if (!context.options.webhookUrl) return;
  const event: StripeEvent = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: context.clock.seconds(),
    data: { object },
    livemode: context.livemode,
    pending_webhooks: 1,
    request: { id: context.requestId, idempotency_key: context.idempotencyKey },
    type,
  };
  context.events.put(event.id, event);
  deliver(context, event);
}

/**
 * Delivers a stored event, which is kept until the delivery has ended, so that a restart repeats it. A call is executed
 * and committed without a pause, so the receiver gets no event of a change that is not on disk.
 */
export function deliver({ options, webhooks, events, store }: Deps, event: StripeEvent): void {
  const secret = options.webhookSecrets?.[event.livemode ? 'live' : 'test'] ?? '';
  void webhooks.deliver(event, secret).then((hasEnded) => {
    if (!hasEnded) return;
    events.remove(event.id);
    store.commit();
  });
}
