import type {
  BookingData,
  BookingDetail,
  BookingListItem,
  BookingResponse,
} from '../bookings/booking.schema.ts';
import type { ChangeTerms } from '../bookings/booking-change.schema.ts';
import { sampleConditions, sampleSlice } from './offers.ts';

/** A confirmed booking of a refundable round trip between New York and London for an adult and an infant, 612.40 USD. */
export function sampleBooking(
  changes: Partial<BookingListItem> = {},
  data: Partial<BookingData> = {},
): BookingListItem {
  return {
    id: 'bok_1',
    status: 'confirmed',
    mode: 'test',
    duffelBookingId: 'ord_0000AbCdEfGhIj',
    bookingReference: 'RZPNX8',
    created_at: '2026-11-20T10:00:00Z',
    refund: null,
    cancellability: 'by_fare',
    bookingData: {
      booking_reference: 'RZPNX8',
      slices: [
        sampleSlice('JFK', 'LHR', { departs: '2026-12-05T22:05:00', arrives: '2026-12-06T10:30:00' }),
        sampleSlice('LHR', 'JFK', {
          stops: ['AMS'],
          departs: '2026-12-13T22:05:00',
          arrives: '2026-12-14T10:30:00',
        }),
      ],
      passengers: [
        { id: 'pas_1', given_name: 'Ada', family_name: 'Lovelace', type: 'adult' },
        { id: 'pas_2', given_name: 'Bo', family_name: 'Lovelace', type: 'infant' },
      ],
      seats: [],
      bags: [],
      total_amount: '612.40',
      total_currency: 'USD',
      included_bags: { cabin: 0, checked: 0 },
      conditions: sampleConditions({
        refundable: true,
        cancellation_options: [
          { type: 'refund_before_departure', penalty_amount: null, penalty_currency: null },
        ],
      }),
      ...data,
    },
    ...changes,
  };
}

/** A booking as its own endpoint sends it, paid with a Visa card. */
export const sampleBookingDetail = (
  booking: BookingListItem = sampleBooking(),
  changes: Partial<BookingDetail> = {},
): BookingDetail => ({
  ...booking,
  bookingData: JSON.stringify(booking.bookingData),
  payment: { card: { brand: 'visa', last4: '4242' }, state: 'paid' },
  change_options: { changeability: 'not_allowed', slices: [], bags: false },
  changes: [],
  ...changes,
});

/** The response to a booking of `sampleOffer()` by a visitor whose account exists already. */
export const sampleBookingResponse = (changes: Partial<BookingResponse> = {}): BookingResponse => ({
  id: 'bok_1',
  status: 'confirmed',
  duffelBookingId: 'ord_0000AbCdEfGhIj',
  bookingReference: 'RZPNX8',
  total_amount: '389.50',
  total_currency: 'USD',
  created_at: '2026-11-20T10:00:00Z',
  card: { brand: 'Visa', last4: '4242' },
  accountCreated: false,
  accountInfo: null,
  emailContent: null,
  ...changes,
});

/** A fare that can be changed for 50.00 USD and not refunded becomes one that allows neither; nothing is given up. */
export const sampleChangeTerms = (changes: Partial<ChangeTerms> = {}): ChangeTerms => ({
  earlier_conditions: sampleConditions({
    ...{ refundable: false, changeable: true },
    ...{ change_penalty_amount: '50.00', change_penalty_currency: 'USD' },
  }),
  conditions: sampleConditions({ refundable: false, changeable: false }),
  ...{ seats: [], bags: [] },
  ...changes,
});
