import type { BookingChange, BookingRefund, Brand, Slice } from '@fareline/contracts';
import { sampleBooking, sampleChangeTerms, sampleConditions, sampleSlice } from '@fareline/contracts/testing';
import type { MailContent, RenderedMail } from '@fareline/mails';
import type { StoredChange } from '../amendments/amendment.repository.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import {
  composeAirlineCancellationMail,
  composeCancellationMail,
  composeCheckInMail,
  composeConfirmationMail,
  composeContactCodeMail,
  composeContactMail,
  composeFailureMail,
  composeMessageMail,
  composePendingMail,
  composeRefundMail,
  composeReviewMail,
  composeTripCodeMail,
  renderBookingMail,
} from '../mail/booking-mails.ts';
import {
  composeAirlineChangeMail,
  composeChangeFailureMail,
  composeChangeMail,
  composeChangeOfferMail,
  composeCancelFailureMail,
  composeUnpaidChangeMail,
} from '../mail/change-mails.ts';

const { bookingData } = sampleBooking();
const [outbound, inbound] = bookingData.slices as [Slice, Slice];
Object.assign(inbound.segments[0]!, { arriving_at: '2026-12-14T00:20:00' });
Object.assign(inbound.segments[1]!, { departing_at: '2026-12-14T02:30:00' });
const outboundIds = outbound.segments.map(({ id }) => id);
const inboundSeat = {
  ...{ passenger_id: 'pas_1', segment_id: inbound.segments[0]!.id, designator: '14C', amount: '29.00' },
};
const bag = { passenger_id: 'pas_1', segment_ids: outboundIds, type: 'baggage', weight_kg: 23 } as const;

/** A booking of a round trip with a stop, a seat and bags; what mails read of it. */
export const sampleMailBooking = (changes: object = {}, data: object = {}): Booking =>
  ({
    id: '5f1d7a3e-0000-4000-8000-000000000001',
    state: 'confirmed',
    brand: 'default',
    contact_first_name: 'Ada',
    contact_email: 'ada@example.com',
    pending_email: null,
    booking_reference: 'RZPNX8',
    order_id: 'ord_0000AbCdEfGhIj',
    site_origin: 'https://fares.example',
    created_at: new Date('2026-11-20T16:00:00Z'),
    next_attempt_at: new Date('2026-11-20T16:30:00Z'),
    tickets: [],
    booking_data: {
      ...bookingData,
      conditions: sampleConditions({ refundable: false, changeable: true }),
      seats: [{ passenger_id: 'pas_1', segment_id: outboundIds[0]!, designator: '12A', amount: '18.00' }],
      bags: [{ ...bag, quantity: 2, amount: '70.00' }],
      ...data,
    },
    ...changes,
  }) as unknown as Booking;

export const sampleRefund = (changes: Partial<BookingRefund> = {}): BookingRefund => ({
  ...{ amount: '500.00', currency: 'USD', state: 'paid', expected_on: '2026-12-11' },
  ...{ returned_amount: null, advance_amount: null, card: { brand: 'visa', last4: '4242' } },
  ...changes,
});

export const sampleStoredChange = (changes: object = {}): StoredChange =>
  ({
    ...{
      id: 'c1',
      kind: 'flights',
      charge_minor: 4550,
      refund_minor: 0,
      credit_minor: 0,
      penalty_minor: 2000,
    },
    ...{ currency: 'USD', failure: null, expires_at: new Date('2026-11-27T10:20:31Z') },
    content: {
      ...{ removed: [1], removed_slices: [inbound], slices: [inbound], bags: [], services: [] },
      terms: sampleChangeTerms({ seats: [inboundSeat] }),
    },
    ...changes,
  }) as unknown as StoredChange;

const bagsChange = (changes: object = {}) =>
  sampleStoredChange({
    ...{ kind: 'bags', charge_minor: 3500, penalty_minor: null },
    content: {
      removed: [],
      removed_slices: [],
      slices: [],
      terms: null,
      bags: [{ ...bag, quantity: 1, amount: '35.00' }],
      services: [],
    },
    ...changes,
  });

/** What the trip tells of a change, with what became of its money. */
export const sampleBookingChange = (changes: Partial<BookingChange> = {}): BookingChange => ({
  ...{ id: 'c1', kind: 'flights', state: 'done', currency: 'USD', card: null, failure: null },
  ...{ charge_amount: '0.00', refund_amount: '35.00', credit_amount: '0.00', penalty_amount: null },
  ...{ expires_at: null, created_at: '2026-11-27T10:00:00Z', refund_shares: [] },
  ...{ removed: [], removed_slices: [], slices: [], terms: null, bags: [] },
  ...changes,
});

export const samplePaid = {
  payment: { card: { brand: 'visa', last4: '4242' }, state: 'paid' as const },
  changes: [],
  moment: { created_at: '2026-11-20T16:00:00.000Z', cancellability: 'first_24_hours' as const },
};

/** Every mail about a booking, by its name, for the gallery and for what holds of all of them. */
export function sampleMails(brand: Brand, origin: string): { name: string; mail: RenderedMail }[] {
  const [ticket, infantTicket] = ['pas_1', 'pas_2'].map((passenger_id, index) => ({
    passenger_id,
    number: `125-467123456${index}`,
  }));
  const booking = sampleMailBooking({ site_origin: origin, tickets: [ticket] });
  const statusLink = `${origin}/booking/status#a-token`;
  const moved = sampleSlice('JFK', 'LHR', { departs: '2026-12-05T23:40:00', arrives: '2026-12-06T11:55:00' });
  const airlineChange = { id: 'aic_1', actions: ['accept', 'change', 'cancel'], is_cancelled: false };
  const answer = { answer_by: '2026-12-01', answered_at: null };
  const changed = sampleMailBooking(
    { site_origin: origin },
    {
      slices: [moved, inbound],
      earlier_slices: bookingData.slices,
      airline_change: { ...airlineChange, ...answer },
    },
  );
  const cancelledByAirline = sampleMailBooking(
    { site_origin: origin },
    { airline_change: { ...airlineChange, actions: ['cancel'], is_cancelled: true, ...answer } },
  );
  const corrected = sampleMailBooking({ site_origin: origin, pending_email: 'ada@example.org' });
  const contents: Record<string, MailContent> = {
    'booking confirmed': composeConfirmationMail(booking, brand, samplePaid),
    'booking confirmed to a guest': composeConfirmationMail(
      { ...booking, tickets: [ticket!, infantTicket!] },
      brand,
      { ...samplePaid, claimLink: `${origin}/my-trips?claim=a-token` },
    ),
    'booking pending': composePendingMail(booking, statusLink),
    'booking failed': composeFailureMail(booking),
    'booking under review': composeReviewMail(booking, statusLink),
    'booking waits for a decision': composeReviewMail(
      sampleMailBooking({ state: 'risk_review', booking_reference: null, order_id: null }),
      statusLink,
    ),
    'booking cancelled': composeCancellationMail(booking, sampleRefund(), samplePaid),
    'cancelled by the airline': composeAirlineCancellationMail(
      booking,
      sampleRefund({ state: 'owed' }),
      samplePaid,
    ),
    'refund paid': composeRefundMail(booking, sampleRefund({ advance_amount: '0.00' })),
    'refund failed': composeRefundMail(booking, sampleRefund({ state: 'failed' })),
    'flights changed by the airline': composeAirlineChangeMail(changed),
    'flights cancelled by the airline': composeAirlineChangeMail(cancelledByAirline),
    'flights changed': composeChangeMail(booking, sampleStoredChange(), samplePaid),
    'bags added': composeChangeMail(booking, bagsChange(), samplePaid),
    'change to pay': composeChangeOfferMail(booking, sampleStoredChange(), samplePaid.moment),
    'bags to pay': composeChangeOfferMail(booking, bagsChange(), samplePaid.moment),
    'change failed': composeChangeFailureMail(
      booking,
      sampleStoredChange({ failure: 'The airline does not have these flights any more.' }),
      { isReleased: true, isAsBefore: true },
    ),
    'not cancelled': composeCancelFailureMail(booking, true),
    'change not paid': composeUnpaidChangeMail(booking, sampleStoredChange(), samplePaid.moment),
    'trip code': composeTripCodeMail(booking, '042319', 'a-token'),
    'check-in reminder': composeCheckInMail(booking),
    'message of support': composeMessageMail(
      booking,
      'Your bag was found at JFK.\nThe airline brings it to your hotel.\n\nPlease tell us the address.',
    ),
    'address changed': composeContactMail(corrected, {
      until: new Date('2026-11-21T14:00:00Z'),
      link: `${origin}/address-change#a-token`,
    }),
    'address to confirm': composeContactCodeMail(corrected, '042319', 'a-token'),
  };
  return Object.entries(contents).map(([name, content]) => ({
    name,
    mail: renderBookingMail(booking, brand, content),
  }));
}
