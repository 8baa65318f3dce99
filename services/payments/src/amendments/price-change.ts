import { equalsMoney, parseMoney, type PaymentRequest } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import type { FastifyRequest } from 'fastify';
import { getChange } from './amendment.repository.ts';
import type { Purchase } from '../cards/describe-purchase.ts';
import type { Deps } from '../deps.ts';
import { assertAirlineBalance } from '../offers/airline-balance.ts';
import { getOwnBooking } from '../bookings/own-booking.ts';
import { assertChangeDoesNotWait, assertQuoteHolds } from './agree-change.ts';

/**
 * What the visitor pays for a quoted change of their booking. Throws BOOKING_NOT_FOUND, BOOKING_CHANGE_NOT_FOUND,
 * BOOKING_CHANGE_OUTDATED, BOOKING_NOT_CHANGEABLE, or AMOUNT_MISMATCH for another amount than was shown. (MONEY-21)
 */
export async function priceChange(
  deps: Deps,
  request: FastifyRequest,
  { bookingId, changeId }: NonNullable<PaymentRequest['change']>,
  shown: Pick<PaymentRequest, 'amount' | 'currency'>,
): Promise<Purchase> {
  const booking = await getOwnBooking(deps, request, bookingId);
  const change = await getChange(deps.db, booking, changeId);
  await assertChangeDoesNotWait(deps.db, booking, change);
  await assertQuoteHolds(deps, booking, change);
  const price = { minor: change.charge_minor, currency: change.currency };
  if (price.minor === 0 || !equalsMoney(parseMoney(shown.amount, shown.currency), price))
    throw new AppError('AMOUNT_MISMATCH');
  if (!deps.cardGateway.isPayable(price)) throw new AppError('AMOUNT_NOT_PAYABLE');
  await assertAirlineBalance(deps, booking.mode);
  const { slices, passengers } = booking.booking_data;
  const { content, kind } = change;
  return {
    mode: booking.mode,
    ...{ purchase_kind: kind === 'flights' ? 'change' : kind, purchase_id: change.id },
    changed: { booking_id: bookingId, provider_amount: change.provider_amount },
    price,
    expiresAt: change.expires_at.toISOString(),
    flights: { slices: kind === 'flights' ? content.slices : slices, passengers },
  };
}
