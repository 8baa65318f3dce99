import { describe, expect, it } from 'vitest';
import type { Offer } from '@duffel/api/types';
import type { OrderWire } from '../records.ts';
import {
  toCents,
  AMOUNT_FORMATS,
  fetchCheapestOffer,
  describeError,
  findOffer,
  buildInstantOrder,
  setCurrency,
  startSandbox,
  startSharedSandbox,
} from '../testing/harness.ts';

const sandbox = await startSharedSandbox();
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

describe('cancellations', () => {
  const isRefundable = (offer: Offer): boolean => offer.conditions.refund_before_departure?.allowed === true;

  it('quote the refund of the fare and cancel the order once, when confirmed', async () => {
    const offer = await findOffer(sandbox, isRefundable);
    const order = (await sandbox.duffel.orders.create(buildInstantOrder(offer))).data;
    const quote = (await sandbox.duffel.orderCancellations.create({ order_id: order.id })).data;
    const penalty = toCents(order.conditions.refund_before_departure?.penalty_amount ?? '0');
    expect(toCents(quote.refund_amount)).toBe(toCents(order.total_amount) - penalty);
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

  it.each(AMOUNT_FORMATS)('quote the refund with the decimals of %s', async (currency, format) => {
    await setCurrency(sandbox, currency);
    const refundable = await findOffer(sandbox, isRefundable);
    const order = (await sandbox.duffel.orders.create(buildInstantOrder(refundable))).data;
    const quote = (await sandbox.duffel.orderCancellations.create({ order_id: order.id })).data;
    expect(quote.refund_currency).toBe(currency);
    expect(quote.refund_amount).toMatch(format);
    expect(Number(quote.refund_amount)).toBeGreaterThan(0);

    await setCurrency(sandbox, currency);
    const creditOffer = await fetchCheapestOffer(sandbox, 'LTN', 'SYD');
    const creditOrder = (await sandbox.duffel.orders.create(buildInstantOrder(creditOffer))).data;
    const creditQuote = (await sandbox.duffel.orderCancellations.create({ order_id: creditOrder.id })).data;
    expect(creditQuote.airline_credits[0]?.credit_amount).toBe(creditOrder.total_amount);
  });

  it('of an airline have no order cancellation', async () => {
    const offer = await findOffer(sandbox, isRefundable);
    const { id } = (await sandbox.duffel.orders.create(buildInstantOrder(offer))).data;
    await sandbox.callControl('POST', `orders/${id}`, { cancelled: true });
    const { data } = await sandbox.duffel.orders.get(id);
    expect([Boolean(data.cancelled_at), data.cancellation]).toEqual([true, null]);
  });

  it('quote no refund for non-refundable fares', async () => {
    const offer = await findOffer(
      sandbox,
      (candidate) => candidate.conditions.refund_before_departure?.allowed === false,
    );
    const order = (await sandbox.duffel.orders.create(buildInstantOrder(offer))).data;
    expect((await sandbox.duffel.orderCancellations.create({ order_id: order.id })).data.refund_amount).toBe(
      '0.00',
    );
  });

  it.each([
    ['voids', true],
    ['does not void', false],
  ])('quote everything for 24 hours where the airline %s orders, whatever the fare: %s', async (_, voids) => {
    const isolatedSandbox = await startSandbox();
    const offer = await findOffer(
      isolatedSandbox,
      ({ owner, conditions }) =>
        (owner.iata_code === 'AF') === voids && conditions.refund_before_departure?.allowed === false,
    );
    const { data: order } = await isolatedSandbox.duffel.orders.create(buildInstantOrder(offer));
    const { void_window_ends_at: windowEnd } = order as unknown as OrderWire;
    expect(windowEnd && Date.parse(windowEnd) - Date.parse(order.created_at)).toBe(voids ? DAY_MS : null);
    const quote = async () =>
      (await isolatedSandbox.duffel.orderCancellations.create({ order_id: order.id })).data;
    await isolatedSandbox.callControl('POST', 'clock', { advanceMs: DAY_MS - MINUTE_MS });
    const early = await quote();
    expect(early.refund_amount).toBe(voids ? order.total_amount : '0.00');
    await isolatedSandbox.callControl('POST', 'clock', { advanceMs: 2 * MINUTE_MS });
    expect((await quote()).refund_amount).toBe('0.00');
    expect(await describeError(isolatedSandbox.duffel.orderCancellations.confirm(early.id))).toBe(
      voids ? '422 invalid_state_error/expired' : 'no error',
    );
  });

  it('are rejected for expired quotes, unknown orders and departed flights', async () => {
    const isolatedSandbox = await startSandbox();
    const order = (
      await isolatedSandbox.duffel.orders.create(buildInstantOrder(await fetchCheapestOffer(isolatedSandbox)))
    ).data;
    const quote = (await isolatedSandbox.duffel.orderCancellations.create({ order_id: order.id })).data;
    await isolatedSandbox.callControl('POST', 'clock', { advanceMs: 61 * 60_000 });
    expect(await describeError(isolatedSandbox.duffel.orderCancellations.confirm(quote.id))).toBe(
      '422 invalid_state_error/expired',
    );
    expect(
      await describeError(isolatedSandbox.duffel.orderCancellations.create({ order_id: 'ord_none' })),
    ).toBe('422 validation_error/linked_record_not_found');
    await isolatedSandbox.callControl('POST', 'clock', { advanceMs: 41 * 86_400_000 });
    expect(
      await describeError(isolatedSandbox.duffel.orderCancellations.create({ order_id: order.id })),
    ).toBe('422 invalid_state_error/order_not_cancellable');
  });
});
