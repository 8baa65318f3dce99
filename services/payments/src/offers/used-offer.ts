import { markOfferUsed } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import type { Deps } from '../deps.ts';
import type { PricedOffer } from './offer-price.ts';

export const offerUsedError = () =>
  new AppError('OFFER_UNAVAILABLE', {
    message: 'This flight offer was already used for a booking. Please check your email, or search again.',
  });

/**
 * Marks the offer as used in the flights service, so that the next visitor gets another offer. Not awaited: a lost report is
 * repeated when the offer is paid for again.
 */
export function reportOfferUsed({ callFlights, config, log }: Deps, offerId: string): void {
  callFlights(markOfferUsed, {
    params: { id: offerId },
    timeoutMs: config.QUOTE_TIMEOUT_MS,
  }).catch((error: unknown) => log.warn({ err: error, offer: offerId }, 'offer not marked as used'));
}

/** Throws for an offer with a booking lock, which the provider would refuse only after the authorisation. (MONEY-22, MONEY-27) */
export async function assertOfferUnused(deps: Deps, quote: PricedOffer): Promise<void> {
  const lock = await deps.db
    .selectFrom('booking_locks')
    .select('booking_id')
    .where('mode', '=', quote.mode)
    .where('offer_request_id', '=', quote.offer_request_id)
    .executeTakeFirst();
  if (!lock) return;
  reportOfferUsed(deps, quote.offer.id);
  throw offerUsedError();
}
