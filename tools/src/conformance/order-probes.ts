import { z } from 'zod';

/** A call of Duffel's API. */
export interface Call {
  method?: 'GET' | 'POST';
  path: string;
  data?: unknown;
  headers?: Record<string, string>;
}

const withId = z.object({ data: z.object({ id: z.string() }) });
const orderSchema = z.object({
  data: z.object({ id: z.string(), slices: z.array(z.object({ id: z.string() })).min(1) }),
});
const servicesSchema = z.object({
  data: z.array(z.object({ id: z.string(), total_amount: z.string(), total_currency: z.string() })).min(1),
});
const changeRequestSchema = z.object({
  data: z.object({ order_change_offers: z.array(z.object({ id: z.string() })).min(1) }),
});
const changeSchema = z.object({
  data: z.object({ id: z.string(), change_total_amount: z.string(), change_total_currency: z.string() }),
});

/** What a booking needs of an offer. */
export const bookableSchema = z.looseObject({
  id: z.string(),
  total_amount: z.string(),
  total_currency: z.string(),
  passengers: z.array(z.looseObject({ id: z.string() })),
});
type Bookable = z.output<typeof bookableSchema>;

const passenger = {
  ...{ title: 'ms', gender: 'f', given_name: 'Amelia', family_name: 'Earhart', born_on: '1987-07-24' },
  ...{ email: 'amelia@example.com', phone_number: '+442080160509' },
};

export const post = (path: string, data: unknown = {}): Call => ({ method: 'POST', path, data });

const payment = (amount: string, currency: string) => ({ type: 'balance', amount, currency });

const unknownOrder = '/air/orders/ord_0000AAAAAAAAAAAAAAAAAA';
export const orderRefusals: Readonly<Record<string, Call>> = {
  'services of an unknown order': { path: `${unknownOrder}/available_services` },
  'bags for an unknown order': post(`${unknownOrder}/services`, {
    add_services: [{ id: 'ase_0000AAAAAAAAAAAAAAAAAA', quantity: 1 }],
    payment: payment('1.00', 'GBP'),
  }),
  'unknown change offer': { path: '/air/order_change_offers/oco_0000AAAAAAAAAAAAAAAAAA' },
  'change by an unknown offer': post('/air/order_changes', {
    selected_order_change_offer: 'oco_0000AAAAAAAAAAAAAAAAAA',
  }),
  'unknown change': { path: '/air/order_changes/oce_0000AAAAAAAAAAAAAAAAAA' },
};

/**
 * Books the offer, adds a bag, changes its flights to those of another day, and cancels the order. A call that needs what an earlier one did
 * not give is left out.
 */
export async function runOrderProbes(
  ask: <T>(name: string, call: Call, schema?: z.ZodType<T>) => Promise<T | undefined>,
  offer: Bookable,
  wanted: { origin: string; destination: string; departure_date: string },
): Promise<void> {
  const booking = {
    type: 'instant',
    selected_offers: [offer.id],
    passengers: offer.passengers.map(({ id }) => ({ id, ...passenger })),
    payments: [payment(offer.total_amount, offer.total_currency)],
  };
  const order = await ask('order', post('/air/orders', booking), orderSchema);
  if (!order) return;
  const { id: order_id, slices } = order.data;
  const path = `/air/orders/${order_id}`;
  try {
    const services = await ask(
      'services of an order',
      { path: `${path}/available_services` },
      servicesSchema,
    );
    const [bag] = services?.data ?? [];
    if (bag) {
      const paid = payment(bag.total_amount, bag.total_currency);
      const data = { add_services: [{ id: bag.id, quantity: 1 }], payment: paid };
      await ask('bags for an order', post(`${path}/services`, data));
    }
    const remove = slices.map(({ id }) => ({ slice_id: id }));
    const data = { order_id, slices: { remove, add: [{ ...wanted, cabin_class: 'economy' }] } };
    const requested = await ask(
      'change request',
      post('/air/order_change_requests', data),
      changeRequestSchema,
    );
    const [changeOffer] = requested?.data.order_change_offers ?? [];
    if (!changeOffer) return;
    await ask('change offer', { path: `/air/order_change_offers/${changeOffer.id}` });
    const selected = { selected_order_change_offer: changeOffer.id };
    const change = await ask('change', post('/air/order_changes', selected), changeSchema);
    if (!change) return;
    const { id, change_total_amount: amount, change_total_currency: currency } = change.data;
    const due = Number(amount) > 0 ? { payment: payment(amount, currency) } : {};
    await ask('confirmed change', post(`/air/order_changes/${id}/actions/confirm`, due));
    await ask('changed order', { path });
  } finally {
    const cancellations = '/air/order_cancellations';
    const quote = await ask('cancellation', post(cancellations, { order_id }), withId);
    if (quote) await ask('confirmed cancellation', post(`${cancellations}/${quote.data.id}/actions/confirm`));
  }
}
