import type { Deps } from '../deps.ts';
import { orServiceUnavailable } from '../redis/commands.ts';
import type { OfferRecord } from './offer.repository.ts';

/*
 * Offers that visitors currently view: a key per offer with the time of its next check, whose TTL is renewed by every request.
 * The checks are jobs; a job that the queue has lost is enqueued again by the next request, and until then the stored expiry
 * applies. (D36)
 */

export type WatchDeps = Pick<Deps, 'cache' | 'keys' | 'durations' | 'enqueue'>;

/** Records that a visitor requested the offer. The first request schedules a check, further ones do not move it. */
export async function recordView(deps: WatchDeps, record: OfferRecord): Promise<void> {
  const { cache, keys, durations, enqueue } = deps;
  const { id } = record.offer;
  const dueTime = await orServiceUnavailable(cache.getex(keys.watchedOffer(id), 'PX', durations.viewTtl));
  if (dueTime !== null && Number(dueTime) + durations.expiryCheckGrace > Date.now()) return;
  await storeExpiredMarker(deps, record);
  const delayMs = checkDelay(deps, record, durations.expiryCheckInterval);
  if (delayMs === undefined) return;
  await storeDueTime(deps, id, delayMs);
  // Not awaited, as the Redis of the queue may be down; without the key the next request schedules the check again.
  void enqueue
    .expiryCheck(id, delayMs)
    .then((isEnqueued) => (isEnqueued ? undefined : cache.del(keys.watchedOffer(id)).catch(() => undefined)));
}

export const isWatched = async ({ cache, keys }: WatchDeps, id: string): Promise<boolean> =>
  (await orServiceUnavailable(cache.exists(keys.watchedOffer(id)))) === 1;

/** Stores and returns the milliseconds until the next check, at most `afterMs`; undefined if the offer expires too soon for one. */
export async function nextCheckDelay(
  deps: WatchDeps,
  record: OfferRecord,
  afterMs = deps.durations.expiryCheckInterval,
): Promise<number | undefined> {
  const delayMs = checkDelay(deps, record, afterMs);
  if (delayMs !== undefined) await storeDueTime(deps, record.offer.id, delayMs);
  return delayMs;
}

/** Limits the delay so that the check runs before the expiry. */
function checkDelay({ durations }: WatchDeps, { offer }: OfferRecord, afterMs: number): number | undefined {
  const maxDelayMs = Date.parse(offer.expires_at) - durations.expiryCheckMargin - Date.now();
  return maxDelayMs <= 0 ? undefined : Math.min(afterMs, maxDelayMs);
}

const storeDueTime = ({ cache, keys, durations }: WatchDeps, id: string, delayMs: number) =>
  orServiceUnavailable(cache.set(keys.watchedOffer(id), Date.now() + delayMs, 'PX', durations.viewTtl));

/** An offer that was opened is reported as expired, not as unknown, after its record is deleted. */
async function storeExpiredMarker({ cache, keys, durations }: WatchDeps, { offer }: OfferRecord) {
  const expiresAt = Date.parse(offer.expires_at);
  const ttl = expiresAt - Date.now() + durations.expiredMarkerTtl;
  await orServiceUnavailable(cache.set(keys.expiredMarker(offer.id), expiresAt, 'PX', ttl, 'NX'));
}
