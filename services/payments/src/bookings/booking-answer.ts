import { formatMinor, type BookingResponse, type ErrorCode } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit';
import { cardOf } from '../cards/payment-answer.ts';
import { paymentById } from '../cards/payment-rows.ts';
import type { Context } from '../context.ts';
import { confirmationMail } from '../mail/booking-mail.ts';
import { referenceOf } from '../mail/send-booking-mail.ts';
import type { Booking } from './booking-rows.ts';
import { statusOfState } from './own-booking.ts';

/**
 * How the booking stands, as the booking call answers it. An attempt that came to nothing is thrown as its reason. A repeat
 * has no password: only the first answer adds it. (API-12, D35)
 */
export async function bookingAnswer({ db }: Context, booking: Booking): Promise<BookingResponse> {
  const { state, failure, guest_account: account } = booking;
  if (state === 'voiding' || state === 'voided')
    throw new AppError((failure?.code ?? 'BOOKING_REFUSED') as ErrorCode, {
      message: failure?.message,
      details: failure?.details,
    });
  const payment = await paymentById(db, booking.payment_id);
  const status = statusOfState(state);
  const reference = referenceOf(booking);
  return {
    id: booking.id,
    status,
    duffelBookingId: booking.order_id,
    bookingReference: reference || null,
    total_amount: formatMinor(booking.amount_minor, booking.currency),
    total_currency: booking.currency,
    created_at: booking.created_at.toISOString(),
    card: cardOf(payment),
    accountCreated: account !== null,
    accountInfo: account,
    emailContent: status === 'pending' ? null : confirmationMail(booking, reference),
  };
}
