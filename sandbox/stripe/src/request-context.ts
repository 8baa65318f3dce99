import type { Clock } from './clock.ts';
import type { SandboxOptions } from './config.ts';
import type { Store } from './state/store.ts';

/** The context of one API call. */
export interface RequestContext {
  store: Store;
  clock: Clock;
  options: SandboxOptions;
  livemode: boolean;
  requestId: string;
  idempotencyKey: string | null;
}
