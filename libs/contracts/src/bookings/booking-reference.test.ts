import { describe, expect, it } from 'vitest';
import { getBookingReference } from './booking-reference.ts';

describe('the booking reference', () => {
  it('[CONFIRM-03] is the airline’s, else 8 characters behind the constant prefix, in capitals', () => {
    const duffelBookingId = 'ord_0000AbCdEfGhIj';
    expect(getBookingReference({ bookingReference: 'RZPNX8', duffelBookingId })).toBe('RZPNX8');
    expect(getBookingReference({ bookingReference: null, duffelBookingId })).toBe('ABCDEFGH');
    expect(getBookingReference({ bookingReference: null, duffelBookingId: null })).toBeUndefined();
  });
});
