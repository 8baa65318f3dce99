import { z } from 'zod';
import { createProbes, fetchAnswer, type Answer, type Api } from './api.ts';
import { bookableSchema, orderRefusals, post, runOrderProbes, type Call } from './order-probes.ts';

/** The provider's own airline, which sells this route in test mode at the provider and in the sandbox. */
const TEST_AIRLINE = 'ZZ';
const ROUTE = { origin: 'JFK', destination: 'EWR' };

const offersSchema = z.object({
  data: z.looseObject({
    offers: z.array(
      bookableSchema.extend({
        owner: z.looseObject({ iata_code: z.string().nullable() }),
        conditions: z.looseObject({
          change_before_departure: z.looseObject({ allowed: z.boolean().nullish() }).nullish(),
        }),
      }),
    ),
  }),
});

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
 * Makes the calls at one implementation: a search, its first offer with services and seat maps, an order that is given a bag, changed and
 * cancelled, and refused calls.
 */
export async function runProbes(api: Api): Promise<Map<string, Answer>> {
  const { answers, ask } = createProbes(async (call: Call) => pickTestAirline(await send(api, call)));
  const { offers } = (await ask('search', createSearch(ROUTE, 40), offersSchema))?.data ?? { offers: [] };
  const [offer] = offers;
  if (offer) {
    await ask('offer', { path: `/air/offers/${offer.id}?return_available_services=true` });
    await ask('seat maps', { path: `/air/seat_maps?offer_id=${offer.id}` });
  }
  const changeable = offers.find(({ conditions }) => conditions.change_before_departure?.allowed);
  if (changeable) await runOrderProbes(ask, changeable, { ...ROUTE, departure_date: dateInDays(50) });
  for (const [name, call] of Object.entries({ ...refusals, ...orderRefusals })) await ask(name, call);
  return answers;
}
