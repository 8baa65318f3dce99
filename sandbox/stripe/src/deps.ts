import type { Clock } from './clock.ts';
import type { SandboxOptions } from './config.ts';
import type { Dispatcher } from './events/dispatch.ts';
import type { Faults } from './http/faults.ts';
import type { Store } from './state/store.ts';

/** State and services that all calls share. */
export interface Deps {
  options: SandboxOptions;
  store: Store;
  clock: Clock;
  faults: Faults;
  dispatcher: Dispatcher;
  /** Idempotency keys whose first call is still in progress. */
  inProgress: Set<string>;
  /** Aborted when the server stops, to end delayed responses. */
  closing: AbortSignal;
  /** Counts a call; throws Stripe's 429 if it exceeds the rate limit. */
  checkRateLimit: () => void;
  /** Cancels expired authorisations; checks at most once per minute of sandbox time unless forced. */
  expireAuthorisations: (force?: boolean) => void;
}
