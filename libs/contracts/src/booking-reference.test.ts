import { describe, expect, it } from 'vitest';
import { bookingReferenceOf } from './booking-reference.ts';

describe('the booking reference', () => {
  it('[CONFIRM-03] is the airline’s, else 8 characters behind the constant prefix, in capitals', () => {
    const duffelBookingId = 'ord_0000AbCdEfGhIj';
    expect(bookingReferenceOf({ bookingReference: 'RZPNX8', duffelBookingId })).toBe('RZPNX8');
    expect(bookingReferenceOf({ bookingReference: null, duffelBookingId })).toBe('ABCDEFGH');
    expect(bookingReferenceOf({ bookingReference: null, duffelBookingId: null })).toBeUndefined();
  });
});
