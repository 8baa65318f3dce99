import type { Clock } from './clock.ts';
import type { SandboxOptions } from './config.ts';
import type { Store } from './state/store.ts';

/** The context of one API call. */
export interface RequestContext {
  store: Store;
  clock: Clock;
  options: SandboxOptions;
  livemode: boolean;
  /** Whether the key is a browser's key (`pk_...`), which may only create payment methods. */
  isPublishableKey: boolean;
  requestId: string;
  idempotencyKey: string | null;
}
