import type { BookingRequest } from '@fareline/contracts';
import { AppError, toAppError } from '@fareline/service-kit';
import type { Payment } from '../cards/payment-rows.ts';
import { livePrice, type PricedOffer } from '../cards/quote.ts';
import { releaseUnused } from '../cards/release-unused.ts';
import type { Context } from '../context.ts';
import { isPassing } from '../idempotency/keys.ts';
import { priceChange } from './place-order.step.ts';

function assertUnchanged(quote: PricedOffer, payment: Payment): void {
  if (quote.mode !== payment.mode) throw new AppError('OFFER_EXPIRED');
  if (quote.amountMinor === payment.amount_minor && quote.currency === payment.currency) return;
  throw new AppError('PRICE_CHANGED', {
    details: priceChange(quote.offer.id, payment.amount_minor, quote.amountMinor, quote.currency),
  });
}

/**
 * The price right before ordering. Where the offer is gone or costs something else, the hold is let go and the traveller
 * chooses anew. (PROVIDER-33, MONEY-31, API-55)
 */
export async function priceForOrder(
  context: Context,
  payment: Payment,
  request: BookingRequest,
): Promise<PricedOffer> {
  try {
    const quote = await livePrice(context, payment.offer_id, request.seats, payment.brand, payment.mode);
    assertUnchanged(quote, payment);
    return quote;
  } catch (error) {
    const failure = toAppError(error);
    if (!isPassing(failure)) await releaseUnused(context, payment);
    throw failure;
  }
}
