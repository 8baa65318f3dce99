import { randomUUID } from 'node:crypto';
import { AppError } from '@fareline/service-kit/app-error';
import type { Booking } from '../bookings/booking.repository.ts';
import type { Cancellation } from '../bookings/cancellation.repository.ts';
import type { Deps } from '../deps.ts';
import { requestLimits } from '../limits.ts';
import { countRequest } from '../limits/request-limit.ts';
import { sumRefunds } from '../refunds/refund.repository.ts';
import { calculateRefund } from './calculate-refund.ts';

/** Throws BOOKING_NOT_CANCELLABLE unless the booking is confirmed and its fare has a cancellation option. (API-59) */
export function assertCancellable(booking: Booking): asserts booking is Booking & { order_id: string } {
  const { state } = booking;
  if (state === 'completed')
    throw new AppError('BOOKING_NOT_CANCELLABLE', { message: 'This trip is over and cannot be cancelled.' });
  if (state === 'cancelled_by_airline')
    throw new AppError('BOOKING_NOT_CANCELLABLE', {
      message: 'The airline has cancelled this booking. We will write to you about your refund.',
    });
  if (state === 'cancelling' || state === 'cancelled')
    throw new AppError('BOOKING_NOT_CANCELLABLE', { message: 'This booking has been cancelled already.' });
  if (state !== 'confirmed')
    throw new AppError('BOOKING_NOT_CANCELLABLE', {
      message:
        'The airline has not confirmed this booking yet. It can be cancelled as soon as that is settled; we will write to you.',
    });
  if (booking.booking_data.conditions.cancellation_options.length === 0 || !booking.order_id)
    throw new AppError('BOOKING_NOT_CANCELLABLE');
}

/**
 * Requests the refund amount from the airline and stores it as a quote. Does not cancel the order. Throws TOO_MANY_REQUESTS above
 * the limits of the booking or the client. (PROVIDER-40)
 */
export async function requestQuote(deps: Deps, booking: Booking, ipAddress: string): Promise<Cancellation> {
  assertCancellable(booking);
  await countRequest(deps, requestLimits.quote, { ipAddress, target: booking.id });
  const outcome = await deps.flightProvider
    .requestCancellation(booking.mode, booking.order_id)
    .catch((cause: unknown) => {
      throw new AppError('PROVIDER_UNAVAILABLE', { cause });
    });
  if (outcome.kind === 'refused') throw new AppError('BOOKING_NOT_CANCELLABLE', { cause: outcome.cause });
  const { id, refundAmount, refundCurrency, expiresAt } = outcome.cancellation;
  const refundMinor = calculateRefund(
    { minor: booking.amount_minor, currency: booking.currency },
    {
      refundAmount,
      refundCurrency,
      orderAmount: booking.provider_amount,
      orderCurrency: booking.provider_currency,
    },
  );
  if (refundMinor === undefined) throw new AppError('BOOKING_NOT_CANCELLABLE');
  const leftMinor = booking.amount_minor - (await sumRefunds(deps.db, booking.payment_id));
  return deps.db
    .insertInto('cancellations')
    .values({
      id: randomUUID(),
      booking_id: booking.id,
      provider_id: id,
      // What support has refunded before does not come back twice.
      refund_minor: Math.min(refundMinor, leftMinor),
      currency: booking.currency,
      expires_at: expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
