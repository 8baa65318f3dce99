import { AppError, defineJobHandler } from '@fareline/service-kit';
import type { FastifyBaseLogger } from 'fastify';
import { expiryJob } from './expiry.job.ts';
import { orEnd, type LiveOfferParts } from './live-offer.ts';
import type { OfferRecord } from './offer-record.ts';
import type { OfferWatch } from './offer-watch.ts';

export interface ExpiryParts extends LiveOfferParts {
  watch: OfferWatch;
  log: FastifyBaseLogger;
}

/** At most this many provider calls in one run. */
const mostChecks = 5;
const tryAgainMs = 30_000;

/**
 * Asks the provider about offers that somebody looks at, ahead of their expiry, and ends those that are gone. Never waits for
 * the budget. The price stays as it was shown: the live check before paying is what compares it.
 */
export const expiryJobHandler = (parts: ExpiryParts) =>
  defineJobHandler({
    job: expiryJob,
    async run() {
      for (const id of await parts.watch.takeDue(mostChecks)) {
        const found = await parts.offers.read(id);
        if (found.state === 'stored') await check(parts, found.record);
      }
    },
  });

async function check({ provider, offers, watch, log }: ExpiryParts, record: OfferRecord): Promise<void> {
  const { id } = record.offer;
  try {
    const { offer } = await orEnd(offers, record, provider.offer(record.mode, id, 'search', 0));
    const checked = { ...record, offer: { ...record.offer, expires_at: offer.expires_at } };
    if (Date.parse(offer.expires_at) <= Date.now()) return await offers.end(record);
    if (offer.expires_at !== record.offer.expires_at) await offers.writeAll([checked]);
    await watch.plan(checked);
  } catch (error) {
    if (error instanceof AppError && error.code === 'OFFER_UNAVAILABLE') {
      log.info({ offer: id }, 'a watched offer is gone');
      return;
    }
    log.warn({ err: error, offer: id }, 'a watched offer could not be checked');
    await watch.plan(record, tryAgainMs);
  }
}
