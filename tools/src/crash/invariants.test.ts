import { describe, expect, it } from 'vitest';
import { findViolations, type Facts } from './invariants.ts';

const order = { id: 'ord_1', status: 'confirmed', total_amount: '100.00' };
const capture = { id: 'pi_1', status: 'succeeded', amount_received: 10_500, amount_refunded: 0 };
const confirmedBooking = {
  ...{ id: 'b', state: 'confirmed', order_id: 'ord_1', provider_amount: '100.00', amount_minor: 10_500 },
  ...{ refund_minor: null, was_pending: false },
};
const confirmation = { subject: 'Your booking ABC is confirmed', messageId: '1' };
const booked: Facts = {
  orders: [order],
  intents: [capture],
  bookings: [confirmedBooking],
  payments: [{ state: 'captured', intent_id: 'pi_1' }],
  ...{ unfinished: 0, openCases: [], mails: [confirmation], pages: ['confirmed'] },
  told: [{ kind: 'confirmed' }],
};
const voided: Facts = {
  orders: [],
  intents: [{ ...capture, status: 'canceled', amount_received: 0 }],
  bookings: [{ ...confirmedBooking, state: 'voided', order_id: null, provider_amount: null }],
  payments: [{ state: 'voided', intent_id: 'pi_1' }],
  ...{ unfinished: 0, openCases: [], mails: [], pages: ['failed'] },
  told: [{ kind: 'refused' }],
};
const cancelled: Facts = {
  ...booked,
  orders: [{ ...order, status: 'cancelled' }],
  intents: [{ ...capture, amount_refunded: 9_000 }],
  bookings: [{ ...confirmedBooking, state: 'cancelled', refund_minor: 9_000 }],
  mails: [confirmation, { subject: 'Your booking ABC is cancelled', messageId: '2' }],
  pages: ['cancelled'],
  told: [{ kind: 'confirmed' }, { kind: 'cancelled' }],
};

it.each(Object.entries({ booked, voided, cancelled }))(
  '[MONEY-24] finds nothing in what was %s',
  (_, facts) => expect(findViolations(facts)).toEqual([]),
);

it('[MONEY-24] takes a confirmation for that of the tab that booked, when another one failed', () => {
  const bookings = [...booked.bookings, ...voided.bookings];
  expect(findViolations({ ...booked, bookings, pages: ['confirmed', 'failed'] })).toEqual([]);
});

it('[MONEY-24] takes one mail that was delivered twice for one, as its receiver does', () => {
  expect(findViolations({ ...booked, mails: [confirmation, confirmation] })).toEqual([]);
});

describe('[MONEY-24] finds', () => {
  it.each<[string, Facts, Partial<Facts>]>([
    ['2 orders', booked, { orders: [order, { ...order, id: 'ord_2' }] }],
    ['2 captures', booked, { intents: [capture, { ...capture, id: 'pi_2' }] }],
    ['an order without a capture', voided, { orders: [order] }],
    ['10500 charged without an order', voided, { intents: [capture] }],
    ['1500 charged without an order', cancelled, { bookings: [{ ...confirmedBooking, state: 'voided' }] }],
    ['a hold is left behind', voided, { intents: [{ ...capture, status: 'requires_capture' }] }],
    ['a hold is left behind', voided, { intents: [{ ...capture, status: 'requires_action' }] }],
    ['in review without a case', voided, { bookings: [{ ...confirmedBooking, state: 'needs_review' }] }],
    ['2 steps are unfinished', voided, { unfinished: 2 }],
    ['confirmed without an order', booked, { orders: [] }],
    ['confirmed without an order', booked, { orders: [{ ...order, status: 'cancelled' }] }],
    [
      'confirmed with another amount on the card',
      booked,
      { intents: [{ ...capture, amount_received: 10_400 }] },
    ],
    [
      'confirmed with another amount at the airline',
      booked,
      { orders: [{ ...order, total_amount: '99.00' }] },
    ],
    ['confirmed without a mail', booked, { mails: [] }],
    ['cancelled without a mail', cancelled, { mails: [confirmation] }],
    ['a mail says confirmed, and no booking is', voided, { mails: [confirmation] }],
    [
      'pending and then failed without a mail',
      voided,
      { bookings: [{ ...confirmedBooking, state: 'voided', was_pending: true }] },
    ],
    ['a fact was mailed twice', booked, { mails: [confirmation, { ...confirmation, messageId: '2' }] }],
    [
      'a payment is voided against the ledger',
      booked,
      { payments: [{ state: 'voided', intent_id: 'pi_1' }] },
    ],
    [
      'a payment is captured against the ledger',
      voided,
      { payments: [{ state: 'captured', intent_id: 'pi_1' }] },
    ],
    ['the status page says pending', booked, { pages: ['pending'] }],
    ['told confirmed, and not booked', voided, { told: [{ kind: 'confirmed' }] }],
    ['told cancelled, and not cancelled', booked, { told: [{ kind: 'cancelled' }] }],
    ['told pending, and no mail with the result', voided, { told: [{ kind: 'pending' }] }],
    ['told that nothing was charged, and charged', booked, { told: [{ kind: 'refused' }] }],
  ])('%s', (violation, facts, change) =>
    expect(findViolations({ ...facts, ...change })).toContain(violation),
  );
});

it('[MONEY-24] leaves to a person what has an open case, but not what a visitor was told', () => {
  const openCases = ['booking'];
  expect(findViolations({ ...voided, orders: [order], openCases })).toEqual([]);
  expect(findViolations({ ...voided, told: [{ kind: 'confirmed' }], openCases })).toEqual([
    'told confirmed, and not booked',
  ]);
});
