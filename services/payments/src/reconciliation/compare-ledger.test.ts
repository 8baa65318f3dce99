import { describe, expect, it } from 'vitest';
import type { RecordedFacts } from '../ledger/pair-entries.ts';
import type { ProviderLedger } from '../ledger/provider-ledger.ts';
import { compareLedger, findingKinds } from './compare-ledger.ts';

interface World {
  ledger: {
    intents: ProviderLedger['intents'][number][];
    refunds: ProviderLedger['refunds'][number][];
    orders: ProviderLedger['orders'][number][];
    disputes: ProviderLedger['disputes'][number][];
  };
  recorded: {
    payments: RecordedFacts['payments'][number][];
    bookings: RecordedFacts['bookings'][number][];
    cancellations: RecordedFacts['cancellations'][number][];
    refunds: RecordedFacts['refunds'][number][];
  };
}

const price = { amount_minor: 12300, currency: 'USD' };
const createdAt = new Date('2026-11-26T12:00:00Z');
const cost = { amount: '100.00', currency: 'USD', createdAt };
const recordedCost = { provider_amount: '100.00', provider_currency: 'USD' };

const charged = { state: 'captured', receivedMinor: 12300, currency: 'USD', createdAt } as const;
const intent = { ...charged, bookingId: null };
const refund = { state: 'succeeded', currency: 'USD', createdAt } as const;
const bookingRow = { changed_minor: 0, isRecent: true, ...price, ...recordedCost };
const refundRow = { state: 'succeeded', is_advance: false, isRecent: true } as const;

/** A confirmed, a cancelled and an unpaid booking and a declined card, on which tables and providers agree. */
const createWorld = (): World => ({
  ledger: {
    intents: [
      { id: 'pi_1', paymentId: 'pay1', ...intent },
      { id: 'pi_2', paymentId: 'pay2', ...intent },
      { id: 'pi_3', paymentId: 'pay3', ...intent, state: 'voided', receivedMinor: 0 },
      { id: 'pi_4', paymentId: 'pay4', ...intent, state: 'incomplete', receivedMinor: 0 },
    ],
    refunds: [
      { id: 're_1a', refundId: 'ref1', metadata: {}, intentId: 'pi_1', minor: 500, ...refund },
      { id: 're_2', refundId: 'ref2', metadata: {}, intentId: 'pi_2', minor: 9300, ...refund },
    ],
    orders: [
      { id: 'ord_1', bookingId: 'book1', paymentId: 'pay1', isCancelled: false, ...cost },
      { id: 'ord_2', bookingId: 'book2', paymentId: 'pay2', isCancelled: true, ...cost },
    ],
    disputes: [],
  },
  recorded: {
    payments: [
      { id: 'pay1', booking_id: 'book1', intent_id: 'pi_1', state: 'captured', ...price },
      { id: 'pay2', booking_id: 'book2', intent_id: 'pi_2', state: 'captured', ...price },
      { id: 'pay3', booking_id: 'book3', intent_id: 'pi_3', state: 'voided', ...price },
      { id: 'pay4', booking_id: null, intent_id: 'pi_4', state: 'declined', ...price },
    ],
    bookings: [
      { ...bookingRow, id: 'book1', payment_id: 'pay1', state: 'confirmed', order_id: 'ord_1' },
      { ...bookingRow, id: 'book2', payment_id: 'pay2', state: 'cancelled', order_id: 'ord_2' },
      {
        ...{ ...bookingRow, id: 'book3', payment_id: 'pay3', state: 'voided', order_id: null },
        ...{ provider_amount: null, provider_currency: null },
      },
    ],
    cancellations: [{ id: 'can2', booking_id: 'book2', refund_minor: 9300, isRecent: true }],
    refunds: [
      {
        ...{ ...refundRow, id: 'ref1', payment_id: 'pay1', provider_id: 're_1a', amount_minor: 500 },
        ...{ cancellation_id: null, action_id: 'act1' },
      },
      {
        ...{ ...refundRow, id: 'ref2', payment_id: 'pay2', provider_id: 're_2', amount_minor: 9300 },
        ...{ cancellation_id: 'can2', action_id: null },
      },
    ],
  },
});

type Change = (world: World) => unknown;
/** Changes of one of these rows, by its index. */
const rowsOf =
  <Row extends object>(read: (world: World) => Row[]) =>
  (index: number, change: Partial<Row>): Change =>
  (world) =>
    Object.assign(read(world)[index]!, change);
const setIntent = rowsOf(({ ledger }) => ledger.intents);
const setOrder = rowsOf(({ ledger }) => ledger.orders);
const setRefund = rowsOf(({ ledger }) => ledger.refunds);
const setPaymentRow = rowsOf(({ recorded }) => recorded.payments);
const setBookingRow = rowsOf(({ recorded }) => recorded.bookings);
const setRefundRow = rowsOf(({ recorded }) => recorded.refunds);
const addIntent = (...added: World['ledger']['intents']): Change => {
  return ({ ledger }) => ledger.intents.push(...added);
};
const addOrder = (...added: World['ledger']['orders']): Change => {
  return ({ ledger }) => ledger.orders.push(...added);
};
const addRefund = (...added: World['ledger']['refunds']): Change => {
  return ({ ledger }) => ledger.refunds.push(...added);
};
const all = (...changes: Change[]): Change => {
  return (world) => changes.map((change) => change(world));
};

const authorised = { state: 'authorised' } as const;
const [booked] = createWorld().ledger.intents;
const [ordered] = createWorld().ledger.orders;
const [, repaid] = createWorld().ledger.refunds;
const unknownOrder = { ...ordered!, id: 'ord_9', bookingId: 'book9', paymentId: 'pay9' };
const lateOrder = { ...unknownOrder, id: 'ord_3', bookingId: 'book3', paymentId: 'pay3' };
const unknown = { ...booked!, id: 'pi_9', paymentId: 'pay9' };
const secondIntent = { ...booked!, id: 'pi_1b' };

/** What happened, the change to the world, and the finding as "kind subject". */
const differences: [string, Change, string][] = [
  ['an authorisation of a declined card', setIntent(3, authorised), 'authorisation_left pi_4'],
  ['an authorisation of a booking that failed', setIntent(2, authorised), 'authorisation_left pi_3'],
  ['a second authorisation', addIntent({ ...secondIntent, ...authorised }), 'authorisation_left pi_1b'],
  ['an authorisation without a payment', addIntent({ ...unknown, ...authorised }), 'payment_unknown pi_9'],
  ['a capture whose payment is in no table', addIntent(unknown), 'payment_unknown pi_9'],
  ['a capture of a failed booking', setIntent(2, { state: 'captured' }), 'captured_without_booking pi_3'],
  ['a second capture of a payment', addIntent(secondIntent), 'captured_without_booking pi_1b'],
  ['a capture of another amount', setIntent(0, { receivedMinor: 12299 }), 'capture_amount pi_1'],
  ['a capture in another currency', setIntent(0, { currency: 'CAD' }), 'capture_amount pi_1'],
  ['a confirmed booking that was voided', setIntent(0, { state: 'voided' }), 'capture_missing pay1'],
  [
    'a confirmed booking that the card provider does not know',
    ({ ledger }) => ledger.intents.shift(),
    'capture_missing pay1',
  ],
  ['an order whose booking is in no table', addOrder(unknownOrder), 'order_unknown ord_9'],
  ['an order of a booking that failed', addOrder(lateOrder), 'order_without_booking ord_3'],
  ['a second order', addOrder({ ...ordered!, id: 'ord_1b' }), 'order_without_booking ord_1b'],
  [
    'an order that the airline still has after the cancellation',
    setOrder(1, { isCancelled: false }),
    'order_without_booking ord_2',
  ],
  [
    'a confirmed booking whose order is cancelled',
    setOrder(0, { isCancelled: true }),
    'order_cancelled ord_1',
  ],
  [
    'an order and its charge of which no booking is in a table',
    all(addOrder(unknownOrder), addIntent(unknown)),
    'booking_unknown book9',
  ],
  [
    'an order and its charge of which only the payment is in a table',
    all(setIntent(3, { state: 'captured' }), addOrder({ ...unknownOrder, paymentId: 'pay4' })),
    'booking_unknown book9',
  ],
  [
    'a booked booking that counts as failed',
    all(setBookingRow(0, { state: 'voided' }), setPaymentRow(0, { state: 'voided' })),
    'booking_state book1',
  ],
  [
    'an order and an authorisation of a booking that counts as failed',
    all(setIntent(2, authorised), addOrder(lateOrder)),
    'booking_state book3',
  ],
  [
    'a booked booking that a person has left undecided',
    setBookingRow(0, { state: 'needs_review' }),
    'booking_state book1',
  ],
  ['a captured payment as voided', setPaymentRow(0, { state: 'voided' }), 'payment_state pi_1'],
  [
    'an authorisation of a booking that a person has left undecided',
    all(
      setIntent(2, authorised),
      setPaymentRow(2, { state: 'voiding' }),
      setBookingRow(2, { state: 'needs_review' }),
    ),
    'payment_state pi_3',
  ],
  ['a payment without the id of its intent', setPaymentRow(0, { intent_id: null }), 'intent_id pi_1'],
  ['a booking without the id of its order', setBookingRow(0, { order_id: null }), 'order_id ord_1'],
  ['a booking of another amount', setBookingRow(0, { amount_minor: 12400 }), 'capture_amount pi_1'],
  ['a payment of another amount', setPaymentRow(0, { amount_minor: 12200 }), 'capture_amount pi_1'],
  [
    'a failed booking whose payment counts as captured',
    setPaymentRow(2, { state: 'captured' }),
    'capture_missing pay3',
  ],
  ['an order of another amount', setOrder(0, { amount: '101.00' }), 'order_amount ord_1'],
  ['an order in another currency', setOrder(0, { currency: 'CAD' }), 'order_amount ord_1'],
  [
    'a confirmed booking that the airline does not know',
    ({ ledger }) => ledger.orders.shift(),
    'order_missing book1',
  ],
  [
    'a refund of a confirmed booking',
    addRefund({ ...repaid!, id: 're_1', intentId: 'pi_1' }),
    'refund_unknown re_1',
  ],
  [
    'a second refund of a cancelled booking',
    addRefund({ ...repaid!, id: 're_2b', state: 'pending' }),
    'refund_unknown re_2b',
  ],
  ['a refund of another amount', setRefund(1, { minor: 9301 }), 'refund_amount re_2'],
  ['a refund that failed later', setRefund(1, { state: 'failed' }), 'refund_state re_2'],
  ['a refund of support of another amount', setRefund(0, { minor: 501 }), 'refund_amount re_1a'],
  ['a refund of support that failed later', setRefund(0, { state: 'failed' }), 'refund_state re_1a'],
  [
    'a refund that was made at the provider by hand',
    all(setRefundRow(0, { action_id: null }), setRefund(0, { refundId: null })),
    'refund_unknown re_1a',
  ],
  ['a refund with another id', setRefundRow(0, { provider_id: 're_edited' }), 'refund_id re_1a'],
  [
    'a refund that the card provider does not know',
    ({ ledger }) => ledger.refunds.pop(),
    'refund_missing re_2',
  ],
  [
    'a refund that is owed and in no table',
    ({ ledger, recorded }) => [ledger.refunds.pop(), recorded.refunds.pop()],
    'refund_missing book2',
  ],
];

const findAll = ({ ledger, recorded }: World) =>
  compareLedger(ledger, recorded).map(({ kind, subject }) => `${kind} ${subject}`);

describe('compareLedger', () => {
  it.each([
    [9300, []],
    [9400, ['refund_missing book2']],
  ])(
    '[REFUND-02] [LEDGER-06] of a failed advance of 9300 that the cancellation owes, %i in all, finds %j',
    (refund_minor, findings) => {
      const world = createWorld();
      const failed = { state: 'failed', is_advance: true, cancellation_id: null, action_id: 'act2' } as const;
      Object.assign(world.recorded.refunds[1]!, failed);
      Object.assign(
        world.ledger.refunds.find(({ id }) => id === 're_2')!,
        { state: 'failed', refundId: 'ref2' },
      );
      Object.assign(world.recorded.cancellations[0]!, { refund_minor });
      expect(findAll(world)).toEqual(findings);
    },
  );

  it('[REVIEW-06] finds nothing where tables and providers agree', () => {
    expect(findAll(createWorld())).toEqual([]);
  });

  it.each(differences)('[REVIEW-06] finds %s', (_, change, finding) => {
    const world = createWorld();
    change(world);
    expect(findAll(world)).toEqual([finding]);
  });

  it('has an example of every kind of finding', () => {
    const shown = differences.map(([, , finding]) => finding.split(' ')[0]);
    expect([...new Set(shown)].toSorted()).toEqual([...findingKinds].toSorted());
  });

  it('[REVIEW-06] finds nothing in a failed attempt to refund, a pending refund, a refund of another system, and a cancellation without a refund', () => {
    const world = createWorld();
    const [, refund] = world.ledger.refunds;
    refund!.state = 'pending';
    world.recorded.refunds[1]!.state = 'pending';
    world.ledger.refunds.push({ ...refund!, id: 're_0', state: 'failed' });
    world.ledger.refunds.push({ ...refund!, id: 're_x', intentId: 'pi_of_another_shop' });
    expect(findAll(world)).toEqual([]);
    world.ledger.refunds = [];
    world.recorded.refunds = [];
    world.recorded.cancellations[0]!.refund_minor = 0;
    expect(findAll(world)).toEqual([]);
  });

  it('[REVIEW-06] does not miss the entries of rows from before the period', () => {
    const { recorded } = createWorld();
    for (const row of [...recorded.bookings, ...recorded.cancellations, ...recorded.refunds])
      row.isRecent = false;
    expect(findAll({ ledger: { intents: [], refunds: [], orders: [], disputes: [] }, recorded })).toEqual([]);
  });

  it('[LEDGER-07] finds nothing in a refund of ours of which only the provider knows what it was for', () => {
    const world = createWorld();
    world.recorded.refunds[0]!.action_id = null;
    expect(findAll(world)).toEqual([]);
  });

  it('[LEDGER-04] finds nothing in a charge of a failed booking that is refunded in full', () => {
    const world = createWorld();
    world.ledger.intents[2] = { ...world.ledger.intents[2]!, state: 'captured', receivedMinor: 500 };
    world.ledger.refunds.push({ ...world.ledger.refunds[0]!, id: 're_3', intentId: 'pi_3', refundId: null });
    expect(findAll(world)).toEqual(['refund_unknown re_3']);
  });

  it('[LEDGER-05] finds nothing in a booking that is settled by hand without a charge', () => {
    const world = createWorld();
    world.ledger.intents[0]!.state = 'voided';
    world.recorded.payments[0]!.state = 'settled';
    expect(findAll(world)).toEqual([]);
  });

  it('[REVIEW-06] names payment and booking of a finding', () => {
    const world = createWorld();
    world.ledger.orders.push(lateOrder);
    world.ledger.intents[3]!.state = 'authorised';
    expect(compareLedger(world.ledger, world.recorded)).toEqual([
      { kind: 'authorisation_left', subject: 'pi_4', paymentId: 'pay4', bookingId: null },
      { kind: 'order_without_booking', subject: 'ord_3', paymentId: 'pay3', bookingId: 'book3' },
    ]);
  });
});
