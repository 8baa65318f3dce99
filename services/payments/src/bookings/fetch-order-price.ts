import type { BookingRequest } from '@fareline/contracts';
import { AppError, toAppError } from '@fareline/service-kit';
import type { Payment } from '../cards/payment.repository.ts';
import { fetchLivePrice, type PricedOffer } from '../cards/quote.ts';
import { voidUnusedAuthorisation } from '../cards/void-unused-authorisation.ts';
import type { Deps } from '../deps.ts';
import { isTransient } from '../idempotency/idempotency-key.repository.ts';
import { toPriceChange } from './place-order.step.ts';

function assertPriceUnchanged(quote: PricedOffer, payment: Payment): void {
  if (quote.mode !== payment.mode) throw new AppError('OFFER_EXPIRED');
  if (quote.amountMinor === payment.amount_minor && quote.currency === payment.currency) return;
  throw new AppError('PRICE_CHANGED', {
    details: toPriceChange(quote.offer.id, payment.amount_minor, quote.amountMinor, quote.currency),
  });
}

/**
 * Fetches the price right before the order. Voids the authorisation and throws when the offer is gone or its price has
 * changed. (PROVIDER-33, MONEY-31, API-55)
 */
export async function fetchOrderPrice(
  deps: Deps,
  payment: Payment,
  request: BookingRequest,
): Promise<PricedOffer> {
  try {
    const quote = await fetchLivePrice(deps, payment.offer_id, request.seats, payment.brand, payment.mode);
    assertPriceUnchanged(quote, payment);
    return quote;
  } catch (error) {
    const failure = toAppError(error);
    if (!isTransient(failure)) await voidUnusedAuthorisation(deps, payment);
    throw failure;
  }
}
