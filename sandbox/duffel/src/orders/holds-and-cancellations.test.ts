import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreateOrder, Offer, Order } from '@duffel/api/types';
import {
  fetchCheapestOffer,
  describeError,
  dateInDays,
  buildInstantOrder,
  buildSearch,
  startSandbox,
  type SandboxHarness,
} from '../testing/harness.ts';

let sandbox: SandboxHarness;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(async () => sandbox.stop());

const cents = (amount: string | null | undefined): number => Math.round(Number(amount) * 100);

/** Duffel's API uses the type 'hold', but the SDK's type only has 'pay_later'. */
const buildHoldOrder = (offer: Offer): CreateOrder => ({
  ...buildInstantOrder(offer),
  type: 'hold' as 'pay_later',
  payments: undefined as never,
});

async function findOffer(predicate: (offer: Offer) => boolean): Promise<Offer> {
  const { data } = await sandbox.duffel.offerRequests.create(buildSearch('JFK', 'LHR', dateInDays(40)));
  const found = data.offers.find((offer) => predicate(offer as Offer));
  if (!found) throw new Error('No such offer');
  return (await sandbox.duffel.offers.get(found.id)).data;
}

const canBeHeld = (offer: Offer): boolean => !offer.payment_requirements.requires_instant_payment;
const createHeldOrder = async (): Promise<Order> =>
  (await sandbox.duffel.orders.create(buildHoldOrder(await findOffer(canBeHeld)))).data;
const buildBalancePayment = (order: Order) => ({
  type: 'balance' as const,
  amount: order.total_amount,
  currency: order.total_currency,
});

describe('held orders', () => {
  it('are rejected for offers that require instant payment, and if they contain a payment', async () => {
    const instant = await findOffer((offer) => !canBeHeld(offer));
    expect(await describeError(sandbox.duffel.orders.create(buildHoldOrder(instant)))).toBe(
      '422 invalid_state_error/invalid_order_create_type',
    );
    const offer = await findOffer(canBeHeld);
    expect(
      await describeError(sandbox.duffel.orders.create({ ...buildInstantOrder(offer), type: 'pay_later' })),
    ).toBe('422 validation_error/payments_not_allowed_for_order_type');
  });

  it('get their tickets when the exact price is paid; a second payment is rejected', async () => {
    const order = await createHeldOrder();
    expect(order.payment_status.awaiting_payment).toBe(true);
    expect(order.documents).toEqual([]);
    expect((await sandbox.duffel.orders.list({ awaiting_payment: true })).data.map(({ id }) => id)).toContain(
      order.id,
    );
    const { payments } = sandbox.duffel;
    expect(
      await describeError(
        payments.create({ order_id: order.id, payment: { ...buildBalancePayment(order), amount: '1.00' } }),
      ),
    ).toBe('422 validation_error/payment_amount_does_not_match_order_amount');
    await payments.create({ order_id: order.id, payment: buildBalancePayment(order) });
    const paid = (await sandbox.duffel.orders.get(order.id)).data;
    expect(paid.payment_status).toMatchObject({ awaiting_payment: false, payment_required_by: null });
    expect(paid.documents).toHaveLength(1);
    expect(
      await describeError(payments.create({ order_id: order.id, payment: buildBalancePayment(order) })),
    ).toBe('422 invalid_state_error/already_paid');
  });

  it('cannot be paid after the deadline; instant orders cannot be paid again', async () => {
    const instant = (await sandbox.duffel.orders.create(buildInstantOrder(await fetchCheapestOffer(sandbox))))
      .data;
    expect(
      await describeError(
        sandbox.duffel.payments.create({ order_id: instant.id, payment: buildBalancePayment(instant) }),
      ),
    ).toBe('422 validation_error/order_type_not_eligible_for_payment');
    const order = await createHeldOrder();
    await sandbox.callControl('POST', '/clock', { advanceMs: 73 * 3_600_000 });
    expect(
      await describeError(
        sandbox.duffel.payments.create({ order_id: order.id, payment: buildBalancePayment(order) }),
      ),
    ).toBe('422 invalid_state_error/past_payment_required_by_date');
    await sandbox.callControl('POST', '/clock', { advanceMs: -73 * 3_600_000 });
  });

  it('have a cancellation quote without refund while unpaid', async () => {
    const order = await createHeldOrder();
    const { data } = await sandbox.duffel.orderCancellations.create({ order_id: order.id });
    expect(data).toMatchObject({ refund_amount: '0.00', refund_to: 'awaiting_payment' });
  });
});

describe('cancellations', () => {
  const isRefundable = (offer: Offer): boolean => offer.conditions.refund_before_departure?.allowed === true;

  it('quote the refund of the fare and cancel the order once, when confirmed', async () => {
    const offer = await findOffer(isRefundable);
    const order = (await sandbox.duffel.orders.create(buildInstantOrder(offer))).data;
    const quote = (await sandbox.duffel.orderCancellations.create({ order_id: order.id })).data;
    const penalty = cents(order.conditions.refund_before_departure?.penalty_amount ?? '0');
    expect(cents(quote.refund_amount)).toBe(cents(order.total_amount) - penalty);
    expect(quote).toMatchObject({ refund_to: 'balance', confirmed_at: null, order_id: order.id });
    expect((await sandbox.duffel.orders.get(order.id)).data.cancelled_at).toBeNull();

    const confirmed = (await sandbox.duffel.orderCancellations.confirm(quote.id)).data;
    expect(confirmed.confirmed_at).toBeTruthy();
    const cancelled = (await sandbox.duffel.orders.get(order.id)).data;
    expect(cancelled.cancelled_at).toBe(confirmed.confirmed_at);
    expect(cancelled.available_actions).toEqual(['update']);
    expect(await describeError(sandbox.duffel.orderCancellations.confirm(quote.id))).toBe(
      '422 invalid_state_error/already_cancelled',
    );
    expect(await describeError(sandbox.duffel.orderCancellations.create({ order_id: order.id }))).toBe(
      '422 invalid_state_error/already_cancelled',
    );
    expect((await sandbox.duffel.orderCancellations.get(quote.id)).data).toEqual(confirmed);
  });

  it('quote no refund for non-refundable fares', async () => {
    const offer = await findOffer(
      (candidate) => candidate.conditions.refund_before_departure?.allowed === false,
    );
    const order = (await sandbox.duffel.orders.create(buildInstantOrder(offer))).data;
    expect((await sandbox.duffel.orderCancellations.create({ order_id: order.id })).data.refund_amount).toBe(
      '0.00',
    );
  });

  it('are rejected for expired quotes, unknown orders and departed flights', async () => {
    const isolatedSandbox = await startSandbox();
    const order = (
      await isolatedSandbox.duffel.orders.create(buildInstantOrder(await fetchCheapestOffer(isolatedSandbox)))
    ).data;
    const quote = (await isolatedSandbox.duffel.orderCancellations.create({ order_id: order.id })).data;
    await isolatedSandbox.callControl('POST', '/clock', { advanceMs: 61 * 60_000 });
    expect(await describeError(isolatedSandbox.duffel.orderCancellations.confirm(quote.id))).toBe(
      '422 invalid_state_error/expired',
    );
    expect(
      await describeError(isolatedSandbox.duffel.orderCancellations.create({ order_id: 'ord_none' })),
    ).toBe('422 validation_error/linked_record_not_found');
    await isolatedSandbox.callControl('POST', '/clock', { advanceMs: 41 * 86_400_000 });
    expect(
      await describeError(isolatedSandbox.duffel.orderCancellations.create({ order_id: order.id })),
    ).toBe('422 invalid_state_error/order_not_cancellable');
    await isolatedSandbox.stop();
  });
});

describe('order changes', () => {
  it('offer other flights of the same airline and add the confirmed one to the order', async () => {
    const offer = await findOffer(
      (candidate) => candidate.conditions.change_before_departure?.allowed === true,
    );
    const order = (await sandbox.duffel.orders.create(buildInstantOrder(offer))).data;
    const slices = {
      remove: [{ slice_id: order.slices[0]?.id ?? '' }],
      add: [
        {
          origin: 'JFK',
          destination: 'LHR',
          departure_date: dateInDays(50),
          cabin_class: 'economy' as const,
        },
      ],
    };
    const changeRequest = (await sandbox.duffel.orderChangeRequests.create({ order_id: order.id, slices }))
      .data;
    const changeOffer = changeRequest.order_change_offers[0];
    expect(changeOffer?.slices.add[0]?.segments[0]?.departing_at.slice(0, 10)).toBe(dateInDays(50));
    const change = (
      await sandbox.duffel.orderChanges.create({ selected_order_change_offer: changeOffer?.id ?? '' })
    ).data;
    const payment = { type: 'balance' as const, amount: change.change_total_amount ?? '', currency: 'USD' };
    if (Number(change.change_total_amount) > 0)
      expect(
        await describeError(
          sandbox.duffel.orderChanges.confirm(change.id, { payment: { ...payment, amount: '0.01' } }),
        ),
      ).toBe('422 validation_error/payment_amount_does_not_match_order_amount');
    await sandbox.duffel.orderChanges.confirm(change.id, { payment });
    const changed = (await sandbox.duffel.orders.get(order.id)).data;
    expect(changed.slices[0]?.segments[0]?.departing_at.slice(0, 10)).toBe(dateInDays(50));
    expect(cents(changed.total_amount)).toBe(cents(order.total_amount) + cents(change.change_total_amount));
    expect(changed.available_actions).toEqual(['cancel', 'update']);
    expect(await describeError(sandbox.duffel.orderChanges.confirm(change.id, { payment }))).toBe(
      '422 invalid_state_error/order_change_already_actioned',
    );
    expect(
      await describeError(sandbox.duffel.orderChangeRequests.create({ order_id: order.id, slices })),
    ).toBe('422 invalid_state_error/order_not_changeable');
  });
});
