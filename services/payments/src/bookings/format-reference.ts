import { getBookingReference } from '@fareline/contracts';
import type { Booking } from './booking.repository.ts';

/** The reference shown to the traveller; empty without an order. */
export const formatBookingReference = ({
  booking_reference,
  order_id,
}: Pick<Booking, 'booking_reference' | 'order_id'>): string =>
  getBookingReference({ bookingReference: booking_reference, duffelBookingId: order_id }) ?? '';
