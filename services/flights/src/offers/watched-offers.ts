import type { Deps } from '../deps.ts';
import { orServiceUnavailable } from '../redis/commands.ts';
import type { OfferRecord, OfferValidity } from './offer.repository.ts';

/*
 * Offers that visitors currently view: a key per offer with the time of its next check, whose TTL is renewed by every request.
 * The checks are jobs; a job that the queue has lost is enqueued again by the next request, and until then the stored expiry
 * applies. Without the Redis of the queue offers are not watched. (PROVIDER-05)
 */

export type WatchDeps = Pick<Deps, 'durable' | 'keys' | 'durations' | 'enqueue' | 'offers'>;

/** Records that a visitor requested the offer. The first request schedules a check, further ones do not move it. */
export async function recordView(deps: WatchDeps, record: OfferValidity): Promise<void> {
  const { durable, keys, durations, offers } = deps;
  const { id } = record.offer;
  try {
    const dueTime = await durable.getex(keys.watchedOffer(id), 'PX', durations.viewTtl);
    if (dueTime !== null && Number(dueTime) + durations.expiryCheckGrace > Date.now()) return;
    await offers.recordOpening(record);
    const delayMs = checkDelay(deps, record, durations.expiryCheckInterval);
    if (delayMs === undefined) return;
    await storeDueTime(deps, id, delayMs);
    // Not awaited, as the queue may not respond; without the key the next request schedules the check again.
    void scheduleCheck(deps, record, delayMs);
  } catch {
    // The offer can be opened and booked while it is not watched.
  }
}

async function scheduleCheck(
  { durable, keys, enqueue }: WatchDeps,
  { offer: { id }, isShared }: OfferValidity,
  delayMs: number,
): Promise<void> {
  const isEnqueued = await enqueue.expiryCheck(id, delayMs, isShared);
  if (!isEnqueued) await durable.del(keys.watchedOffer(id)).catch(() => undefined);
}

export const isWatched = async ({ durable, keys }: WatchDeps, id: string): Promise<boolean> =>
  (await orServiceUnavailable(durable.exists(keys.watchedOffer(id)))) === 1;

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
function checkDelay({ durations }: WatchDeps, { offer }: OfferValidity, afterMs: number): number | undefined {
  const maxDelayMs = Date.parse(offer.expires_at) - durations.expiryCheckMargin - Date.now();
  return maxDelayMs <= 0 ? undefined : Math.min(afterMs, maxDelayMs);
}

const storeDueTime = ({ durable, keys, durations }: WatchDeps, id: string, delayMs: number) =>
  orServiceUnavailable(durable.set(keys.watchedOffer(id), Date.now() + delayMs, 'PX', durations.viewTtl));
