import type { Deps } from '../deps.ts';

/** Ends the time in which the offers to change an order, and the changes that are not confirmed, can be taken. */
export function expireChanges(deps: Deps, orderId: string): void {
  const expires_at = deps.clock.iso();
  for (const request of deps.changeRequests.all())
    if (request.order_id === orderId)
      deps.changeRequests.put(request.id, {
        ...request,
        offers: request.offers.map((each) => ({ ...each, offer: { ...each.offer, expires_at } })),
      });
  for (const record of deps.changes.all())
    if (record.change.order_id === orderId)
      deps.changes.put(record.id, { ...record, change: { ...record.change, expires_at } });
}
