import { describe, expect, it } from 'vitest';
import {
  toCents,
  AMOUNT_FORMATS,
  describeError,
  dateInDays,
  buildInstantOrder,
  findOffer,
  setCurrency,
  startSharedSandbox,
} from '../testing/harness.ts';

const sandbox = await startSharedSandbox();

describe('order changes', () => {
  it.each(AMOUNT_FORMATS)(
    'offer other flights of the same airline and add the confirmed one to the order, in %s',
    async (currency, format) => {
      await setCurrency(sandbox, currency);
      const offer = await findOffer(
        sandbox,
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
      const payment = { type: 'balance' as const, amount: change.change_total_amount ?? '', currency };
      for (const amount of [change.change_total_amount, change.new_total_amount, changeOffer?.penalty_amount])
        expect(amount).toMatch(format);
      if (Number(change.change_total_amount) > 0)
        expect(
          await describeError(
            sandbox.duffel.orderChanges.confirm(change.id, { payment: { ...payment, amount: '0.01' } }),
          ),
        ).toBe('422 validation_error/payment_amount_does_not_match_order_amount');
      await sandbox.duffel.orderChanges.confirm(change.id, { payment });
      const changed = (await sandbox.duffel.orders.get(order.id)).data;
      expect(changed.slices[0]?.segments[0]?.departing_at.slice(0, 10)).toBe(dateInDays(50));
      for (const amount of [changed.base_amount, changed.tax_amount, changed.total_amount])
        expect(amount).toMatch(format);
      expect(toCents(changed.base_amount) + toCents(changed.tax_amount)).toBe(toCents(changed.total_amount));
      expect(toCents(changed.total_amount)).toBe(
        toCents(order.total_amount) + toCents(change.change_total_amount),
      );
      expect(changed.available_actions).toEqual(['cancel', 'update']);
      expect(await describeError(sandbox.duffel.orderChanges.confirm(change.id, { payment }))).toBe(
        '422 invalid_state_error/order_change_already_actioned',
      );
      expect(
        await describeError(sandbox.duffel.orderChangeRequests.create({ order_id: order.id, slices })),
      ).toBe('422 invalid_state_error/order_not_changeable');
    },
  );
});

describe('changes by the airline', () => {
  const book = async () => {
    const offer = await findOffer(
      sandbox,
      ({ conditions }) => conditions.refund_before_departure?.allowed !== true,
    );
    return (await sandbox.duffel.orders.create(buildInstantOrder(offer))).data;
  };
  const change = (id: string, changed: object) => sandbox.callControl('POST', `orders/${id}`, { changed });
  const read = async (id: string) => (await sandbox.duffel.orders.get(id)).data;

  it('delay the flights, and give all back until one is accepted', async () => {
    const order = await book();
    await change(order.id, { delay_minutes: 90 });
    const delayed = await read(order.id);
    const [segment] = order.slices[0]?.segments ?? [];
    expect(Date.parse(delayed.slices[0]?.segments[0]?.departing_at ?? '')).toBe(
      Date.parse(segment?.departing_at ?? '') + 90 * 60_000,
    );
    const [made] = delayed.airline_initiated_changes ?? [];
    expect(made).toMatchObject({ removed: [{ segments: [{ departing_at: segment?.departing_at }] }] });
    const quote = (await sandbox.duffel.orderCancellations.create({ order_id: order.id })).data;
    expect(quote.refund_amount).toBe(order.total_amount);

    await sandbox.duffel.airlineInitiatedChanges.accept(made?.id ?? '');
    expect((await read(order.id)).airline_initiated_changes).toMatchObject([{ action_taken: 'accepted' }]);
    expect(await describeError(sandbox.duffel.airlineInitiatedChanges.accept(made?.id ?? ''))).toBe(
      '422 invalid_state_error/airline_initiated_change_not_acceptable',
    );
  });

  it('take the flights away, which cannot be accepted unless the airline says so', async () => {
    const order = await book();
    await change(order.id, { delay_minutes: null, actions: ['cancel'] });
    const [made] = (await read(order.id)).airline_initiated_changes ?? [];
    expect(made).toMatchObject({ added: [], available_actions: ['cancel'], action_taken: null });
    expect(await describeError(sandbox.duffel.airlineInitiatedChanges.accept(made?.id ?? ''))).toBe(
      '422 invalid_state_error/airline_initiated_change_not_acceptable',
    );
    const quote = (await sandbox.duffel.orderCancellations.create({ order_id: order.id })).data;
    await sandbox.duffel.orderCancellations.confirm(quote.id);
    expect((await read(order.id)).airline_initiated_changes).toMatchObject([{ action_taken: 'cancelled' }]);
  });
});
