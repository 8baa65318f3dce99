import { HOLD_SECONDS } from '../charges/build.ts';
import type { Clock } from '../clock.ts';
import type { Options } from '../config.ts';
import type { Context } from '../context.ts';
import type { Dispatcher } from '../events/dispatch.ts';
import type { Store } from '../state/store.ts';
import { lapseHold } from './cancel.ts';
import { latestCharge } from './find.ts';

/** Cancels every hold that is older than Stripe keeps one. */
function lapseHolds(context: Context): void {
  for (const intent of context.store.all('payment_intents')) {
    const charge = intent.status === 'requires_capture' ? latestCharge(context, intent) : undefined;
    if (!charge || charge.created + HOLD_SECONDS > context.clock.now()) continue;
    lapseHold({ ...context, livemode: intent.livemode }, intent);
  }
}

const LOOK_EVERY_SECONDS = 60;

/** A function that lets old holds go, cheap enough to be called with every request. */
export function createLapse(
  store: Store,
  clock: Clock,
  options: Options,
  dispatcher: Dispatcher,
): (force?: boolean) => void {
  let lookedAt = 0;
  return (force = false) => {
    if (!force && clock.now() < lookedAt + LOOK_EVERY_SECONDS) return;
    lookedAt = clock.now();
    const asStripe = { livemode: false, publishable: false, requestId: '', idempotencyKey: null };
    lapseHolds({ store, clock, options, ...asStripe });
    store.commit();
    dispatcher.wake();
  };
}
