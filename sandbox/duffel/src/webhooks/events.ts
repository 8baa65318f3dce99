import type { Clock, WebhookSender } from '@fareline/sandbox-kit';
import { newId } from '../ids.ts';

/** Creates a function that sends an event in the background. `key` becomes its idempotency key. */
export function createEventEmitter(
  webhooks: WebhookSender,
  clock: Clock,
  secrets: Record<'test' | 'live', string> = { test: '', live: '' },
) {
  return (type: string, key: string, liveMode: boolean, object: object): void => {
    const event = {
      id: newId('wev'),
      type,
      api_version: 'v2',
      live_mode: liveMode,
      created_at: clock.iso(),
      idempotency_key: key,
      data: { object },
    };
    void webhooks.deliver(event, secrets[liveMode ? 'live' : 'test']);
  };
}
