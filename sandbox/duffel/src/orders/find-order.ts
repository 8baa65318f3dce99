import type { Deps } from '../deps.ts';
import type { OrderRecord } from '../records.ts';

/** Finds an order in the mode of the access token; orders of the other mode do not exist for it. */
export function findOrder(deps: Deps, id: string, liveMode: boolean): OrderRecord | undefined {
  const record = deps.orders.get(id);
  return record?.order.live_mode === liveMode ? record : undefined;
}
