import { formatMinor, type BookingResponse } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { getCardSummary } from '../cards/payment-result.ts';
import { getPayment, type Payment } from '../cards/payment.repository.ts';
import type { Deps } from '../deps.ts';
import { fromStoredFailure } from '../stored-failure.ts';
import { composeConfirmationMail, renderBookingMail } from '../mail/booking-mails.ts';
import { readPaidBooking } from '../amendments/booking-payment.ts';
import { formatBookingReference } from '../bookings/format-reference.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import { toBookingStatus } from '../bookings/booking-status.ts';
import { getStatusToken } from '../access/status-token.ts';

/**
 * The booking as the response of the booking endpoint, without the guest's password. Throws the stored failure of a booking
 * that is voiding or voided. (API-12)
 */
export async function buildBookingResponse(deps: Deps, booking: Booking): Promise<BookingResponse> {
  const { db } = deps;
  const { state, failure, guest_account: account } = booking;
  if (state === 'voiding' || state === 'voided')
    throw failure ? fromStoredFailure(failure) : new AppError('BOOKING_REFUSED');
  const payment = await getPayment(db, booking.payment_id);
  const status = toBookingStatus(state);
  const reference = formatBookingReference(booking);
  const statusToken = getStatusToken(deps, booking);
  return {
    id: booking.id,
    status,
    duffelBookingId: booking.order_id,
    bookingReference: reference || null,
    total_amount: formatMinor(booking.amount_minor, booking.currency),
    total_currency: booking.currency,
    created_at: booking.created_at.toISOString(),
    card: getCardSummary(payment),
    accountCreated: account !== null,
    accountInfo: account,
    emailContent: status === 'pending' ? null : await composeEmailContent(deps, booking, payment),
    ...(statusToken === undefined ? {} : { statusToken }),
  };
}

/** The confirmation as text, without the link by which a guest claims the booking. */
async function composeEmailContent(
  { db, mailBrands }: Deps,
  booking: Booking,
  payment: Payment,
): Promise<BookingResponse['emailContent']> {
  const brand = await mailBrands(booking.brand);
  const { subject, text } = renderBookingMail(
    booking,
    brand,
    composeConfirmationMail(booking, brand, await readPaidBooking(db, booking, payment)),
  );
  return { subject, text };
}
