import type { Clock } from './clock.ts';
import type { Options } from './config.ts';
import type { Store } from './state/store.ts';

/** What one call may touch. */
export interface Context {
  store: Store;
  clock: Clock;
  options: Options;
  livemode: boolean;
  /** A browser's key (`pk_...`): may make payment methods and nothing else. */
  publishable: boolean;
  requestId: string;
  idempotencyKey: string | null;
}
