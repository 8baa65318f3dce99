import { EventEmitter } from 'node:events';
import type { RedisClient } from '@fareline/service-kit/redis';

export interface CompletionEvents {
  /** Subscribes immediately; `wait` resolves at the next event of this key, even one before the call, or after the timeout. */
  subscribe(key: string): { wait(timeoutMs: number): Promise<void>; unsubscribe(): void };
}

/**
 * Completion events of single flights of all replicas, by Redis pub/sub. An event lost during a connection failure only delays
 * a waiting request until its timeout.
 */
export function createCompletionEvents(subscriber: RedisClient, channel: string): CompletionEvents {
  const emitter = new EventEmitter().setMaxListeners(0);
  const subscribeToChannel = () => void subscriber.subscribe(channel).catch(() => undefined);
  subscriber.on('ready', subscribeToChannel);
  if (subscriber.status === 'ready') subscribeToChannel();
  subscriber.on('message', (_channel, key: string) => emitter.emit(key));
  return {
    subscribe(key) {
      let finishWait = () => undefined as void;
      let hasOccurred = false;
      const onEvent = () => {
        hasOccurred = true;
        finishWait();
      };
      emitter.once(key, onEvent);
      return {
        wait: (timeoutMs) =>
          new Promise<void>((resolve) => {
            if (hasOccurred) return resolve();
            const timer = setTimeout(resolve, timeoutMs);
            finishWait = () => {
              clearTimeout(timer);
              resolve();
            };
          }),
        unsubscribe: () => void emitter.off(key, onEvent),
      };
    },
  };
}
