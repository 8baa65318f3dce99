import { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';

export interface CompletionEvents {
  /** Begins to listen at once; `within` resolves at the next landing of that flight or after the limit. */
  next(name: string): { within(limitMs: number): Promise<void>; forget(): void };
}

/** The finished flights of all replicas, heard on a connection of its own. Messages lost while Redis was away cost a short wait. */
export function createCompletionEvents(subscriber: Redis, channel: string): CompletionEvents {
  const landed = new EventEmitter().setMaxListeners(0);
  const subscribe = () => void subscriber.subscribe(channel).catch(() => undefined);
  subscriber.on('ready', subscribe);
  if (subscriber.status === 'ready') subscribe();
  subscriber.on('message', (_channel, name: string) => landed.emit(name));
  return {
    next(name) {
      let arrived = () => undefined as void;
      let hasArrived = false;
      const hear = () => {
        hasArrived = true;
        arrived();
      };
      landed.once(name, hear);
      return {
        within: (limitMs) =>
          new Promise<void>((resolve) => {
            if (hasArrived) return resolve();
            const timer = setTimeout(resolve, limitMs);
            arrived = () => {
              clearTimeout(timer);
              resolve();
            };
          }),
        forget: () => void landed.off(name, hear),
      };
    },
  };
}
