import { AppError, defineJobHandler, type Reschedule } from '@fareline/service-kit';
import type { FastifyBaseLogger } from 'fastify';
import { expiryJob } from './expiry.job.ts';
import { markExpiredIfGone, type OfferDeps } from './reload-offer.ts';
import type { OfferRecord } from './offer-record.ts';
import type { WatchedOffers } from './watched-offers.ts';

export interface ExpiryDeps extends OfferDeps {
  watch: Pick<WatchedOffers, 'isWatched' | 'next'>;
  log: FastifyBaseLogger;
}

const tryAgainMs = 30_000;

/**
 * Asks the provider about an offer that a visitor looks at, ahead of its expiry, and ends it when it is gone. Never waits for
 * the budget. The price stays as it was shown: the live check before paying is what compares it. Runs again for as long as
 * the offer is watched.
 */
export const expiryJobHandler = (deps: ExpiryDeps) =>
  defineJobHandler({
    job: expiryJob,
    async run({ offerId }) {
      if (!(await deps.watch.isWatched(offerId))) return;
      const found = await deps.offers.read(offerId);
      if (found.state !== 'stored') return;
      const againInMs = await check(deps, found.record);
      return againInMs === undefined ? undefined : ({ rescheduleInMs: againInMs } satisfies Reschedule);
    },
  });

/** Milliseconds until the next check, if there is to be one. */
async function check(
  { provider, offers, watch, log }: ExpiryDeps,
  record: OfferRecord,
): Promise<number | undefined> {
  const { id } = record.offer;
  try {
    const { offer } = await markExpiredIfGone(offers, record, provider.offer(record.mode, id, 'search', 0));
    if (Date.parse(offer.expires_at) <= Date.now()) {
      await offers.end(record);
      return undefined;
    }
    const checked = { ...record, offer: { ...record.offer, expires_at: offer.expires_at } };
    if (offer.expires_at !== record.offer.expires_at) await offers.write(checked);
    return await watch.next(checked);
  } catch (error) {
    if (error instanceof AppError && error.code === 'OFFER_UNAVAILABLE') {
      log.info({ offer: id }, 'a watched offer is gone');
      return undefined;
    }
    log.warn({ err: error, offer: id }, 'a watched offer could not be checked');
    return watch.next(record, tryAgainMs);
  }
}
