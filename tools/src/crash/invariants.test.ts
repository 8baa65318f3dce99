import { describe, expect, it } from 'vitest';
import { findViolations, type Facts } from './invariants.ts';

const trip = { flights: ['LHR JFK 2026-12-01T10:00:00 2026-12-01T13:00:00'], bags: 0, isAnswered: null };
const order = { id: 'ord_1', status: 'confirmed', total_amount: '100.00', ...trip, changes: 0 };
const capture = { id: 'pi_1', status: 'succeeded', amount_received: 10_500, amount_refunded: 0, lost: 0 };
const confirmedBooking = {
  ...{ id: 'b', state: 'confirmed', order_id: 'ord_1', provider_amount: '100.00', amount_minor: 10_500 },
  ...{ refund_minor: null, was_pending: false, ...trip },
};
const confirmation = { subject: 'Your booking ABC is confirmed', messageId: '1' };
const booked: Facts = {
  orders: [order],
  intents: [capture],
  bookings: [confirmedBooking],
  payments: [{ state: 'captured', intent_id: 'pi_1' }],
  ...{ unfinished: 0, openCases: [], changes: [], mails: [confirmation], pages: ['confirmed'] },
  told: [{ kind: 'confirmed' }],
};
const voided: Facts = {
  orders: [],
  intents: [{ ...capture, status: 'canceled', amount_received: 0 }],
  bookings: [{ ...confirmedBooking, state: 'voided', order_id: null, provider_amount: null }],
  payments: [{ state: 'voided', intent_id: 'pi_1' }],
  ...{ unfinished: 0, openCases: [], changes: [], mails: [], pages: ['failed'] },
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
const paidChange = { kind: 'flights', state: 'done', charge_minor: 3500, refund_minor: 0 } as const;
const changeMail = { subject: 'Your booking ABC is changed', messageId: '3' };
const changed: Facts = {
  ...booked,
  orders: [{ ...order, total_amount: '135.00', changes: 1 }],
  intents: [capture, { ...capture, id: 'pi_2', amount_received: 3500 }],
  bookings: [{ ...confirmedBooking, provider_amount: '135.00', amount_minor: 14_000 }],
  payments: [...booked.payments, { state: 'captured', intent_id: 'pi_2' }],
  changes: [paidChange],
  mails: [confirmation, changeMail],
  told: [{ kind: 'changed' }],
};
const refundedChange = { ...paidChange, charge_minor: 0, refund_minor: 1200 };
const refunded: Facts = {
  ...changed,
  orders: [{ ...order, total_amount: '88.00', changes: 1 }],
  intents: [{ ...capture, amount_refunded: 1200 }],
  bookings: [{ ...confirmedBooking, provider_amount: '88.00', amount_minor: 9300 }],
  payments: booked.payments,
  changes: [refundedChange],
};
const refusalMail = { subject: 'Your booking ABC is not changed', messageId: '3' };
const unchanged: Facts = {
  ...booked,
  intents: [...booked.intents, { ...capture, id: 'pi_2', status: 'canceled', amount_received: 0 }],
  payments: [...booked.payments, { state: 'voided', intent_id: 'pi_2' }],
  changes: [{ ...paidChange, state: 'failed' }],
  mails: [confirmation, refusalMail],
  told: [{ kind: 'unchanged' }],
};
const accepted: Facts = {
  ...booked,
  orders: [{ ...order, isAnswered: true }],
  bookings: [{ ...confirmedBooking, isAnswered: true }],
  told: [{ kind: 'changed' }],
};

it.each(Object.entries({ booked, voided, cancelled }))(
  '[MONEY-24] finds nothing in what was %s',
  (_, facts) => expect(findViolations(facts)).toEqual([]),
);

it.each(Object.entries({ changed, refunded, unchanged, accepted }))(
  '[TRIP-08] finds nothing in a trip that was %s',
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
    ['an open authorisation', voided, { intents: [{ ...capture, status: 'requires_capture' }] }],
    ['an open authorisation', voided, { intents: [{ ...capture, status: 'requires_action' }] }],
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
    [
      '9500 refunded, of 9000 owed and 10500 left',
      cancelled,
      { intents: [{ ...capture, amount_refunded: 9_500 }], openCases: ['dispute'] },
    ],
    [
      '9000 refunded, of 9000 owed and 6500 left',
      cancelled,
      { intents: [{ ...capture, amount_refunded: 9_000, lost: 4_000 }] },
    ],
    [
      'only 0 refunded, of 9000 owed and 6500 left',
      cancelled,
      { intents: [{ ...capture, lost: 4_000 }], openCases: ['dispute'] },
    ],
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

describe('[TRIP-08] finds after a change of a trip', () => {
  it.each<[string, Facts, Partial<Facts>]>([
    ['3 captures', changed, { intents: [...changed.intents, { ...capture, id: 'pi_3' }] }],
    ['confirmed with another amount on the card', changed, { intents: [capture] }],
    ['confirmed with another amount at the airline', changed, { orders: [{ ...order, changes: 1 }] }],
    ['an open authorisation', unchanged, { intents: [capture, { ...capture, status: 'requires_capture' }] }],
    ['a change has not ended', changed, { changes: [{ ...paidChange, state: 'agreed' }] }],
    ['0 refunded, and changes have brought 1200', refunded, { intents: [capture] }],
    [
      '2400 refunded, and changes have brought 1200',
      refunded,
      { intents: [{ ...capture, amount_refunded: 2400 }] },
    ],
    [
      '2 changes of flights at the airline, and 1 here',
      changed,
      { orders: [{ ...order, total_amount: '135.00', changes: 2 }] },
    ],
    ['2 bags at the airline, and 0 here', booked, { orders: [{ ...order, bags: 2 }] }],
    ['other flights at the airline', changed, { orders: [{ ...order, flights: [] }] }],
    [
      'a change by the airline is answered on one side',
      accepted,
      { bookings: [{ ...confirmedBooking, isAnswered: false }] },
    ],
    ['a case is left open: airline_change', accepted, { openCases: ['airline_change'] }],
    ['changed without a mail', changed, { mails: [confirmation] }],
    ['a fact was mailed twice', changed, { mails: [changeMail, { ...changeMail, messageId: '4' }] }],
    ['a mail says changed, and nothing is', booked, { mails: [confirmation, changeMail] }],
    ['a change has failed without a mail', unchanged, { mails: [confirmation] }],
    [
      'a mail says not changed, and no change has failed',
      changed,
      { mails: [confirmation, changeMail, refusalMail] },
    ],
    ['told changed, and not changed', unchanged, { told: [{ kind: 'changed' }] }],
    ['told not changed, and changed', changed, { told: [{ kind: 'unchanged' }] }],
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

it('[TRIP-08] leaves to a person bags that the airline has added twice, once the ledgers are compared', () => {
  const twice = { ...booked, orders: [{ ...order, total_amount: '130.00', bags: 1 }] };
  expect(findViolations({ ...twice, openCases: ['reconciliation'] })).toEqual([]);
  expect(findViolations(twice)).toHaveLength(2);
});
