import { defineJob, defineJobHandler } from '@fareline/service-kit/jobs/define-job';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import type { OfferRecord } from './offer.repository.ts';
import { fetchOffer, isGoneError, type OfferDeps } from './reload-offer.ts';
import { isWatched, nextCheckDelay, type WatchDeps } from './watched-offers.ts';

/** Checks one watched offer at the provider. The job id is the offer id; after a failure the handler schedules the retry. (PROVIDER-05) */
export const expiryJob = defineJob({
  name: 'check-watched-offer',
  payload: z.object({ offerId: z.string() }),
  attempts: 1,
});

type ExpiryDeps = OfferDeps & WatchDeps & Pick<Deps, 'log'>;

const retryDelayMs = 30_000;

/**
 * Checks a watched offer at the provider before its expiry and marks it as expired if it no longer exists. Never waits for
 * the budget. The stored price is not changed: prices are compared by the live quote before the payment. The job is
 * rescheduled as long as the offer is watched.
 */
export const expiryHandler = (deps: ExpiryDeps) =>
  defineJobHandler({
    job: expiryJob,
    async run({ offerId }) {
      if (!(await isWatched(deps, offerId))) return;
      const found = await deps.offers.read(offerId);
      if (found.state !== 'stored') return;
      const rescheduleInMs = await checkOffer(deps, found.record);
      return rescheduleInMs === undefined ? undefined : { rescheduleInMs };
    },
  });

/** Returns the milliseconds until the next check; undefined if none is needed. */
async function checkOffer(deps: ExpiryDeps, record: OfferRecord): Promise<number | undefined> {
  const { offers, log } = deps;
  const { id } = record.offer;
  try {
    const { offer } = await fetchOffer(deps, record, { share: 'watch', waitMs: 0 });
    const checked = { ...record, offer: { ...record.offer, expires_at: offer.expires_at } };
    if (offer.expires_at !== record.offer.expires_at) await offers.write(checked);
    return await nextCheckDelay(deps, checked);
  } catch (error) {
    if (isGoneError(error)) {
      log.info({ offer: id }, 'watched offer no longer exists');
      return undefined;
    }
    log.warn({ err: error, offer: id }, 'check of a watched offer failed');
    return nextCheckDelay(deps, record, retryDelayMs);
  }
}
