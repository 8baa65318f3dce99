import { z } from 'zod';
import { createProbes, fetchAnswer, type Answer, type Api } from './api.ts';

/** A call of Duffel's API. */
interface Call {
  method?: 'GET' | 'POST';
  path: string;
  data?: unknown;
  headers?: Record<string, string>;
}

/** The provider's own airline, which sells this route in test mode at the provider and in the sandbox. */
const TEST_AIRLINE = 'ZZ';
const ROUTE = { origin: 'JFK', destination: 'EWR' };

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

const offersSchema = z.object({
  data: z.looseObject({
    offers: z.array(
      z.looseObject({
        id: z.string(),
        total_amount: z.string(),
        total_currency: z.string(),
        passengers: z.array(z.looseObject({ id: z.string() })),
        owner: z.looseObject({ iata_code: z.string().nullable() }),
        conditions: z.looseObject({
          change_before_departure: z.looseObject({ allowed: z.boolean().nullish() }).nullish(),
        }),
      }),
    ),
  }),
});
type Offer = z.output<typeof offersSchema>['data']['offers'][number];

const passenger = {
  ...{ title: 'ms', gender: 'f', given_name: 'Amelia', family_name: 'Earhart', born_on: '1987-07-24' },
  ...{ email: 'amelia@example.com', phone_number: '+442080160509' },
};

const post = (path: string, data: unknown = {}): Call => ({ method: 'POST', path, data });

const payment = (amount: string, currency: string) => ({ type: 'balance', amount, currency });

const unknownOrder = '/air/orders/ord_0000AAAAAAAAAAAAAAAAAA';

/** The UTC date in `days` days, as '2026-05-01'. */
const dateInDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const createSearch = (route: object, days: number, passengers: object[] = [{ type: 'adult' }]): Call =>
  post('/air/offer_requests?return_offers=true&supplier_timeout=20000', {
    ...{ slices: [{ ...route, departure_date: dateInDays(days) }], passengers, cabin_class: 'economy' },
  });

/** Calls that every implementation refuses. */
const refusals: Readonly<Record<string, Call>> = {
  'search of yesterday': createSearch(ROUTE, -1),
  'search too far ahead': createSearch(ROUTE, 500),
  'search with the same place twice': createSearch({ origin: 'JFK', destination: 'JFK' }, 40),
  'search of an unknown place': createSearch({ origin: 'JFK', destination: 'QQQ' }, 40),
  'search with too many infants': createSearch(ROUTE, 40, [
    { type: 'adult' },
    { type: 'infant_without_seat' },
    { type: 'infant_without_seat' },
  ]),
  'search without passengers': createSearch(ROUTE, 40, []),
  'unknown offer': { path: '/air/offers/off_0000AAAAAAAAAAAAAAAAAA' },
  'unknown path': { path: '/air/unknown' },
  'unknown version': { path: '/air/orders', headers: { 'duffel-version': 'v0' } },
  'unknown token': { path: '/air/orders', headers: { authorization: 'Bearer unknown' } },
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

const send = ({ url, token }: Api, { method = 'GET', path, data, headers }: Call): Promise<Answer> =>
  fetchAnswer(url + path, {
    method,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      'duffel-version': 'v2',
      ...(data !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(data !== undefined && { body: JSON.stringify({ data }) }),
  });

/** Keeps the offers of the test airline: the other airlines are no part of the comparison. */
function pickTestAirline(answer: Answer): Answer {
  const { data: found } = offersSchema.safeParse(answer.body);
  if (!found) return answer;
  const offers = found.data.offers.filter(({ owner }) => owner.iata_code === TEST_AIRLINE);
  return { ...answer, body: { data: { ...found.data, offers } } };
}

/**
 * Books the offer, adds a bag, changes its flights to those of another day, and cancels the order. A call that needs what an earlier one did
 * not give is left out.
 */
async function runOrderProbes(
  { ask }: ReturnType<typeof createProbes<Call, Answer>>,
  offer: Offer,
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
    const data = {
      order_id,
      slices: { remove, add: [{ ...ROUTE, departure_date: dateInDays(50), cabin_class: 'economy' }] },
    };
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

/**
 * Makes the calls at one implementation: a search, its first offer with services and seat maps, an order that is given a bag, changed and
 * cancelled, and refused calls.
 */
export async function runProbes(api: Api): Promise<Map<string, Answer>> {
  const probes = createProbes(async (call: Call) => pickTestAirline(await send(api, call)));
  const { answers, ask } = probes;
  const { offers } = (await ask('search', createSearch(ROUTE, 40), offersSchema))?.data ?? { offers: [] };
  const [offer] = offers;
  if (offer) {
    await ask('offer', { path: `/air/offers/${offer.id}?return_available_services=true` });
    await ask('seat maps', { path: `/air/seat_maps?offer_id=${offer.id}` });
  }
  const changeable = offers.find(({ conditions }) => conditions.change_before_departure?.allowed);
  if (changeable) await runOrderProbes(probes, changeable);
  for (const [name, call] of Object.entries(refusals)) await ask(name, call);
  return answers;
}
