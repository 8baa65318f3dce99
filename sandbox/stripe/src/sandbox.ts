import type { Clock } from './clock.ts';
import type { Options } from './config.ts';
import type { Dispatcher } from './events/dispatch.ts';
import type { Faults } from './http/faults.ts';
import type { Store } from './state/store.ts';

/** The parts that live as long as the server. */
export interface Sandbox {
  options: Options;
  store: Store;
  clock: Clock;
  faults: Faults;
  dispatcher: Dispatcher;
  /** Idempotency keys whose first call is still running. */
  inProgress: Set<string>;
  /** Fires when the server stops: what still waits is given up. */
  closing: AbortSignal;
  /** Throws Stripe's 429 when a call is one too many. */
  countCall: () => void;
  /** Lets go of holds that are too old; looks at most once a minute of sandbox time unless forced. */
  lapse: (force?: boolean) => void;
}
