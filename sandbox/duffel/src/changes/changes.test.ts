import type { Offer, Order, OrderChange } from '@duffel/api/types';
import { describe, expect, it } from 'vitest';
import type { OrderWire } from '../records.ts';
import {
  toCents,
  AMOUNT_FORMATS,
  describeError,
  dateInDays,
  buildInstantOrder,
  buildSearch,
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
      expect(await describeError(sandbox.duffel.orderChanges.confirm(change.id, { payment }))).toBe(
        '422 invalid_state_error/order_change_already_actioned',
      );
    },
  );
});

describe('order changes', () => {
  const route = { origin: 'JFK', destination: 'LHR', cabin_class: 'economy' as const };
  const isChangeable = ({ conditions }: Offer) => conditions.change_before_departure?.allowed === true;
  const hasFee = ({ conditions }: Pick<Offer, 'conditions'>) =>
    toCents(conditions.change_before_departure?.penalty_amount) > 0;
  const book = async (matches: (offer: Offer) => boolean = isChangeable) =>
    (await sandbox.duffel.orders.create(buildInstantOrder(await findOffer(sandbox, matches)))).data;
  const control = (id: string, body: object) => sandbox.callControl('POST', `orders/${id}`, body);
  const read = async (id: string) => (await sandbox.duffel.orders.get(id)).data as unknown as OrderWire;

  const request = async ({ id, slices }: Pick<Order, 'id' | 'slices'>, index = 0, days = 50) =>
    (
      await sandbox.duffel.orderChangeRequests.create({
        order_id: id,
        slices: {
          remove: [{ slice_id: slices[index]?.id ?? '' }],
          add: [{ ...route, departure_date: dateInDays(days) }],
        },
      })
    ).data.order_change_offers;
  const select = async (offerId = '') =>
    (await sandbox.duffel.orderChanges.create({ selected_order_change_offer: offerId }))
      .data as unknown as OrderChange;
  const confirm = async ({ id, change_total_amount: amount }: OrderChange) =>
    sandbox.duffel.orderChanges.confirm(
      id,
      Number(amount) > 0 ? { payment: { type: 'balance', amount, currency: 'USD' } } : {},
    );

  it.each([
    ['of a fare that does not allow them', 'order_not_changeable', {}],
    ['of a cancelled order', 'already_cancelled', { cancelled: true }],
    ['of a flown order', 'order_not_changeable', { flown: 1 }],
    [
      'while the airline lets nobody change what it has changed',
      'order_not_changeable',
      { changed: { delay_minutes: 60, actions: ['accept', 'cancel'] } },
    ],
  ])('are refused %s', async (_, code, state) => {
    const isFareEnough = Object.keys(state).length > 0;
    const order = await book((offer) => isChangeable(offer) === isFareEnough);
    if (isFareEnough) await control(order.id, state);
    expect(await describeError(request(order))).toBe(`422 invalid_state_error/${code}`);
  });

  it('are refused of slices that the order does not have', async () => {
    const order = await book();
    expect(await describeError(request({ ...order, slices: [] }))).toBe(
      '422 validation_error/linked_record_not_found',
    );
  });

  it.each([
    [{ cancelled: true }, 'already_cancelled'],
    [{ flown: 1 }, 'order_not_changeable'],
    [{ changes: 'expired' }, 'expired'],
  ])('are not confirmed after %j', async (state, code) => {
    const order = await book();
    const [offer] = await request(order);
    const change = await select(offer?.id);
    await control(order.id, state);
    expect(await describeError(confirm(change))).toBe(`422 invalid_state_error/${code}`);
    expect((await read(order.id)).changes).toEqual([]);
  });

  it('are not selected from an offer that has expired', async () => {
    const order = await book();
    const [offer] = await request(order);
    await control(order.id, { changes: 'expired' });
    expect(await describeError(select(offer?.id))).toBe('422 validation_error/offer_expired');
  });

  it('cost what the airline asks when they are selected, and are refused at an earlier price', async () => {
    const order = await book();
    const [offer] = await request(order);
    const early = await select(offer?.id);
    await control(order.id, { changes: { total_amount: '77.70' } });
    expect(await describeError(confirm(early))).toBe('422 airline_error/price_changed');
    const change = await select(offer?.id);
    expect([early.change_total_amount, change.change_total_amount]).toEqual([
      offer?.change_total_amount,
      '77.70',
    ]);
    await confirm(change);
    const changed = await read(order.id);
    expect(changed.total_amount).toBe(change.new_total_amount);
    expect(toCents(changed.total_amount)).toBe(toCents(order.total_amount) + 77_70);
    const [next] = isChangeable(changed as unknown as Offer) ? await request(changed, 0, 60) : [];
    expect(next?.change_total_amount).not.toBe('77.70');
  });

  it.each([
    ['0.00', null],
    ['-40.00', 'original_form_of_payment'],
    ['-40.00', 'voucher'],
  ] as const)('of %s give it back to: %s', async (total_amount, refund_to) => {
    const order = await book();
    await control(order.id, { changes: { total_amount, ...(refund_to && { refund_to }) } });
    const [offer] = await request(order);
    expect(offer).toMatchObject({ change_total_amount: total_amount, ...(refund_to && { refund_to }) });
    const change = await select(offer?.id);
    expect(change).toMatchObject({ change_total_amount: total_amount, refund_to });
    await confirm(change);
    expect(toCents((await read(order.id)).total_amount)).toBe(
      toCents(order.total_amount) + toCents(total_amount),
    );
  });

  it('to cheaper flights give the difference less the fee back, some airlines as a voucher', async () => {
    const order = await book(
      (offer) => isChangeable(offer) && Number(offer.total_amount) > 1500 && offer.owner.iata_code !== 'B6',
    );
    const offers = await request(order);
    const cheaper = offers.find(({ change_total_amount }) => Number(change_total_amount) < 0);
    expect(cheaper?.refund_to).toBe('original_form_of_payment');
    const fee = toCents(order.conditions.change_before_departure?.penalty_amount ?? '0');
    expect(toCents(cheaper?.penalty_amount)).toBe(fee);

    const ofVoucher = await book((offer) => isChangeable(offer) && offer.owner.iata_code === 'B6');
    expect((await request(ofVoucher))[0]?.refund_to).toBe('voucher');
  });

  it('count neither bags nor fees of earlier changes as worth of the flights', async () => {
    const order = await book(hasFee);
    const offers = await request(order);
    const [bag] = (await sandbox.duffel.orders.getAvailableServices(order.id)).data;
    const payment = { type: 'balance' as const, amount: bag?.total_amount ?? '', currency: 'USD' };
    await sandbox.duffel.orders.addServices(order.id, {
      add_services: [{ id: bag?.id ?? '', quantity: 1 }],
      payment,
    });
    const amounts = (list: typeof offers) => list.map(({ change_total_amount }) => change_total_amount);
    expect(amounts(await request(order))).toEqual(amounts(offers));

    // The same flights once more cost their fee alone.
    const index = offers.findIndex(({ slices }) => hasFee(slices.add[0] as unknown as Offer));
    await confirm(await select(offers[index]?.id));
    const again = (await request(await read(order.id)))[index];
    expect(again?.change_total_amount).toBe(again?.penalty_amount);
  });

  it('keep metadata, the other slice and its extras, issue new tickets, and can be repeated if the fare allows', async () => {
    const { data: search } = await sandbox.duffel.offerRequests.create(
      buildSearch('JFK', 'LHR', dateInDays(40), { returnDate: dateInDays(70) }),
    );
    const flexible = search.offers.find(
      (offer) => isChangeable(offer as Offer) && offer.slices.every(({ segments }) => segments.length === 1),
    );
    const { data: offer } = await sandbox.duffel.offers.get(flexible?.id ?? '', {
      return_available_services: true,
    });
    const bags = offer.slices.map(({ segments }) =>
      offer.available_services.find(({ segment_ids }) => segment_ids[0] === segments[0]?.id),
    );
    const amount = (
      toCents(offer.total_amount) / 100 +
      bags.reduce((sum, bag) => sum + Number(bag?.total_amount), 0)
    ).toFixed(2);
    const { data: order } = await sandbox.duffel.orders.create(
      buildInstantOrder(offer, {
        services: bags.map((bag) => ({ id: bag?.id ?? '', quantity: 1 })),
        payments: [{ type: 'balance', amount, currency: 'USD' }],
        metadata: { booking_id: 'a' },
      }),
    );
    const offers = await request(order);
    await confirm(await select(offers[0]?.id));
    const changed = await read(order.id);
    expect(changed).toMatchObject({ metadata: { booking_id: 'a' }, changes: [{}] });
    expect(changed.slices[1]).toEqual(order.slices[1]);
    expect(changed.services).toEqual([order.services[1]]);
    const ticketsOf = ({ documents = [] }: Pick<Order, 'documents'>) =>
      documents.filter(({ type }) => type === 'electronic_ticket').map((each) => each.unique_identifier);
    expect(ticketsOf(changed)).toHaveLength(1);
    expect(ticketsOf(changed)).not.toEqual(ticketsOf(order));
    const added = changed.slices[0] as unknown as Offer['slices'][number];
    expect(changed.available_actions.includes('change')).toBe(
      added.conditions?.change_before_departure?.allowed === true,
    );
  });

  it('of a partly flown order are for what is left of it', async () => {
    const { data: search } = await sandbox.duffel.offerRequests.create(
      buildSearch('JFK', 'LHR', dateInDays(40), { returnDate: dateInDays(70) }),
    );
    const flexible = search.offers.find((offer) => isChangeable(offer as Offer));
    const { data: offer } = await sandbox.duffel.offers.get(flexible?.id ?? '');
    const { data: order } = await sandbox.duffel.orders.create(buildInstantOrder(offer));
    await control(order.id, { flown: 1 });
    expect(await describeError(request(order, 0))).toBe('422 invalid_state_error/order_not_changeable');
    const offers = await request(order, 1, 80);
    await confirm(await select(offers[0]?.id));
    const changed = await read(order.id);
    expect(changed.slices[0]).toEqual(order.slices[0]);
    expect(changed.slices[1]?.segments[0]?.departing_at.slice(0, 10)).toBe(dateInDays(80));
  });

  it.each([
    ['with a fee', hasFee],
    ['that does not allow them', (offer: Offer) => !isChangeable(offer)],
  ])('of a fare %s are free after a change by the airline, which they answer', async (_, matches) => {
    const order = await book(matches);
    await control(order.id, { changed: { delay_minutes: 60 } });
    const [offer] = await request(order);
    expect(offer?.penalty_amount).toBe('0.00');
    await confirm(await select(offer?.id));
    expect((await read(order.id)).airline_initiated_changes).toMatchObject([{ action_taken: 'changed' }]);
  });
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
