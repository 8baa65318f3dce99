import { cancellabilities, cancellationRefusals } from '@fareline/contracts';
import { sampleBooking } from '@fareline/contracts/testing';
import type { PaidPayment } from '../refunds/paid-payments.ts';
import { describe, expect, it } from 'vitest';
import type { Booking } from '../bookings/booking.repository.ts';
import type { Payment } from '../cards/payment.repository.ts';
import type { BookingState } from '../db/schema.ts';
import { getRetryState } from './action-facts.ts';
import { listPossibleActions } from './actions.ts';

type Facts = Parameters<typeof listPossibleActions>[0];

const unconfirmed = {
  booking: {
    ...{ state: 'needs_review', order_id: null, amount_minor: 12_345, currency: 'USD' },
    booking_data: sampleBooking().bookingData,
  },
  payment: { state: 'authorised', card_brand: 'visa', card_last4: '4242' },
  retryState: undefined,
  refundable: [],
  cancellability: 'unconfirmed',
  sentMails: [],
  isCorrectable: false,
  evidence: undefined,
  ofChanges: [],
};

const left = (amount_minor: number) =>
  ({ state: 'captured', amount_minor, currency: 'USD', refunds: [], disputes: [] }) as unknown as PaidPayment;

function list(booking: Partial<Booking>, payment: Partial<Payment> = {}, changes: Partial<Facts> = {}) {
  return listPossibleActions({
    ...unconfirmed,
    ...changes,
    booking: { ...unconfirmed.booking, contact_email: 'ada@example.com', pending_email: null, ...booking },
    payment: { ...unconfirmed.payment, ...payment },
  } as Facts);
}
const names = (...args: Parameters<typeof list>) => list(...args).map(({ action }) => action);
/** Possible with any booking. */
const always = ['contact', 'write', 'note'];
const effect = (action: string, ...args: Parameters<typeof list>) =>
  list(...args).find((possible) => possible.action === action)?.effect;

describe('the step that a retry goes on from', () => {
  const authorised = { state: 'authorised' } as const;
  const stoppedAt = (...states: BookingState[]) =>
    getRetryState(
      { state: 'needs_review' },
      states.map((state) => ({ state })),
      authorised,
    );

  it.each(['authorised', 'pending', 'capturing', 'releasing', 'voiding', 'cancelling'] as const)(
    '[REVIEW-02] is the one before the review: %s',
    (state) => {
      expect(stoppedAt('authorised', state, 'needs_review')).toBe(state);
      expect(stoppedAt('authorised', state, 'needs_review', 'needs_review')).toBe(state);
    },
  );

  it('[REVIEW-02] is none after a step that is not repeated, or in a state that no person decides on', () => {
    expect(stoppedAt('authorised', 'confirmed', 'needs_review')).toBeUndefined();
    expect(stoppedAt('needs_review')).toBeUndefined();
    expect(stoppedAt()).toBeUndefined();
    for (const state of ['capturing', 'risk_review'] as const)
      expect(getRetryState({ state }, [{ state: 'capturing' }], authorised), state).toBeUndefined();
  });

  it('[LEDGER-05] does not void a payment that is captured', () => {
    const retry = (state: BookingState) =>
      getRetryState({ state: 'needs_review' }, [{ state }], { state: 'captured' });
    expect(retry('releasing')).toBeUndefined();
    expect(retry('voiding')).toBeUndefined();
    expect(retry('cancelling')).toBe('cancelling');
  });
});

describe('what support can do', () => {
  it('[REVIEW-02] with an authorisation and no order: void or settle', () => {
    expect(names({})).toEqual(['void', 'settle', ...always]);
    expect(effect('void', {})).toMatch(
      /^Releases \$123\.45 \(USD\) on the Visa card ending 4242\. .*nothing was charged/,
    );
    expect(effect('void', {}, { card_brand: null })).toContain('on the card.');
    expect(effect('settle', {})).toMatch(/as cancelled, .* a hold on the card is released\.$/);
    expect(names({ state: 'risk_review' })).toEqual(['accept', 'void', ...always]);
    expect(effect('accept', { state: 'risk_review' })).toMatch(/^Orders the flights and charges the card\./);
  });

  it('[LEDGER-05] with an order that is not paid: charge, cancel the order or settle', () => {
    const ordered = { order_id: 'ord_1' };
    expect(names(ordered)).toEqual(['charge', 'cancel_order', 'settle', ...always]);
    expect(effect('charge', ordered)).toContain('Charges $123.45 (USD) on the Visa card ending 4242');
    expect(effect('settle', ordered)).toMatch(/as confirmed, and sends the confirmation,/);
    // A retry of the capture is the same as a charge.
    expect(names(ordered, {}, { retryState: 'capturing' })).toEqual([
      'retry',
      'cancel_order',
      'settle',
      ...always,
    ]);
    for (const state of ['voided', 'declined', 'settled'] as const)
      expect(names(ordered, { state }), state).toEqual(['cancel_order', 'settle', ...always]);
  });

  it('[LEDGER-05] with a charge: refund or settle, and never void or cancel as unpaid', () => {
    const charged = { state: 'captured' } as const;
    expect(names({ order_id: 'ord_1' }, charged, { refundable: [left(5)] })).toEqual([
      'refund',
      'settle',
      ...always,
    ]);
    expect(names({}, charged, { refundable: [left(5)] })).toEqual(['refund', 'settle', ...always]);
    expect(effect('settle', {}, charged)).toMatch(/No money moves\.$/);
  });

  it('[REVIEW-02] refunds up to what is left, and says whether the flights are cancelled', () => {
    const refundable = [left(1000)];
    const confirmed = { state: 'confirmed', order_id: 'ord_1' } as const;
    expect(list(confirmed, { state: 'captured' }, { refundable })).toMatchObject([
      { action: 'refund', maxAmount: '10.00' },
      ...always.map((action) => ({ action })),
    ]);
    expect(effect('refund', confirmed, {}, { refundable })).toMatch(
      /^Pays up to \$10 \(USD\) back .*The flights are not/,
    );
    const ofChange = { refundable: [left(34_100), left(8320)] };
    expect(effect('refund', confirmed, {}, ofChange)).toContain(
      '$83.20 (USD) are left of other charges, for refunds after it.',
    );
    for (const state of ['cancelled', 'cancelled_by_airline'] as const)
      expect(effect('refund', { state }, {}, { refundable })).toMatch(/The flights are cancelled already\.$/);
  });

  it.each(cancellabilities)('[REVIEW-02] cancels where the traveller could: %s', (cancellability) => {
    const actions = names(
      { state: 'confirmed', order_id: 'ord_1' },
      { state: 'captured' },
      { cancellability },
    );
    expect(actions.includes('cancel')).toBe(cancellationRefusals[cancellability] === null);
  });

  it('[LEDGER-05] corrects a row only while a case says that it differs', () => {
    const confirmed = { state: 'confirmed', order_id: 'ord_1' } as const;
    expect(names(confirmed, {}, { isCorrectable: true })).toEqual(['correct', ...always]);
    expect(names(confirmed)).toEqual(always);
  });

  it('[TRIP-07] accepts a change by the airline while that is what it waits for', () => {
    const change = {
      ...{ id: 'aic_1', actions: ['accept' as const], is_cancelled: false },
      ...{ answer_by: '2026-12-01', answered_at: null },
    };
    const offered = (state: BookingState, changes: Partial<typeof change> | { answered_at: string } = {}) => {
      const booking_data = { ...sampleBooking().bookingData, airline_change: { ...change, ...changes } };
      return names({ state, booking_data });
    };
    expect(offered('confirmed')).toEqual(['accept_change', ...always]);
    expect(offered('confirmed', { answered_at: '2026-11-30T09:00:00Z' })).toEqual(always);
    expect(offered('confirmed', { actions: [] })).toEqual(always);
    expect(offered('cancelled')).toEqual(always);
  });

  it('[REVIEW-02] sends again each mail that was sent, by its name', () => {
    const sentMails = [
      ['mail_confirmed', 'confirmation'],
      ['mail_failed', 'notice of failure'],
      ['mail_cancelled', 'confirmation of the cancellation'],
      ['mail_review', 'notice that a person is looking'],
      ['mail_airline_change', 'notice of a change by the airline'],
      ['mail_airline_cancelled', 'notice of a cancellation by the airline'],
      ['mail_refunded', 'notice of the refund'],
      ['mail_refund_failed', 'notice of a failed refund'],
      ['mail_pending', 'mail'],
    ] as const;
    const sent = { sentMails: sentMails.map(([mail]) => mail) };
    const listSent = (state: BookingState) =>
      list({ state }, {}, sent).filter(({ action }) => action === 'resend');
    expect(listSent('needs_review')).toEqual(
      sentMails.map(([mail, name]) => ({
        action: 'resend',
        effect: `Sends the ${name} to ada@example.com again.`,
        mail,
      })),
    );
    expect(listSent('confirmed').map(({ mail }) => mail)).not.toContain('mail_review');
    expect(listSent('confirmed')).toHaveLength(sentMails.length - 1);
  });
});
