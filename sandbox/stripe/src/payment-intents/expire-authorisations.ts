import { AUTHORISATION_TTL_SECONDS } from '../charges/build.ts';
import type { Clock } from '../clock.ts';
import type { SandboxOptions } from '../config.ts';
import type { RequestContext } from '../request-context.ts';
import type { Dispatcher } from '../events/dispatch.ts';
import type { Store } from '../state/store.ts';
import { expireAuthorisation } from './cancel.ts';
import { findLatestCharge } from './find.ts';

/** Cancels all intents with expired authorisations. */
function expireOldAuthorisations(context: RequestContext): void {
  for (const intent of context.store.all('payment_intents')) {
    const charge = intent.status === 'requires_capture' ? findLatestCharge(context, intent) : undefined;
    if (!charge || charge.created + AUTHORISATION_TTL_SECONDS > context.clock.now()) continue;
    expireAuthorisation({ ...context, livemode: intent.livemode }, intent);
  }
}

const CHECK_INTERVAL_SECONDS = 60;

/** Creates a function that cancels expired authorisations; it checks rarely, so it can be called with every request. */
export function createAuthorisationExpiry(
  store: Store,
  clock: Clock,
  options: SandboxOptions,
  dispatcher: Dispatcher,
): (force?: boolean) => void {
  let checkedAt = 0;
  return (force = false) => {
    if (!force && clock.now() < checkedAt + CHECK_INTERVAL_SECONDS) return;
    checkedAt = clock.now();
    const requestFields = { livemode: false, requestId: '', idempotencyKey: null };
    expireOldAuthorisations({ store, clock, options, ...requestFields });
    store.commit();
    dispatcher.deliverPending();
  };
}
