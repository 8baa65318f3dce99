import { AUTHORISATION_TTL_SECONDS } from '../charges/build.ts';
import type { Deps, RequestContext } from '../deps.ts';
import { expireAuthorisation } from './cancel.ts';
import { findLatestCharge } from './find.ts';

/** Cancels all intents whose authorisation was not captured in time. */
export function expireAuthorisations(deps: Deps): void {
  for (const intent of deps.intents.all()) {
    if (intent.status !== 'requires_capture') continue;
    const { livemode } = intent;
    const context: RequestContext = {
      ...deps,
      ...{ livemode, isPublishable: false, accountId: '', requestId: '', idempotencyKey: null },
    };
    const charge = findLatestCharge(context, intent);
    if (charge && charge.created + AUTHORISATION_TTL_SECONDS <= deps.clock.seconds())
      expireAuthorisation(context, intent);
  }
  deps.store.commit();
}
