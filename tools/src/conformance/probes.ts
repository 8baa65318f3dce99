import { z } from 'zod';
import { send, type Answers, type Api, type Call } from './api.ts';
import { bookableSchema, orderRefusals, runOrderProbes } from './order-probes.ts';
import type { Answer } from './shape.ts';

/** The provider's own airline, which sells this route in test mode at the provider and in the sandbox. */
const TEST_AIRLINE = 'ZZ';
const ROUTE = { origin: 'JFK', destination: 'EWR' };

const offersSchema = z.object({
  data: z.object({
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

const createSearch = (route: object, days: number, passengers: object[] = [{ type: 'adult' }]): Call => ({
  method: 'POST',
  path: '/air/offer_requests?return_offers=true&supplier_timeout=20000',
  data: { slices: [{ ...route, departure_date: dateInDays(days) }], passengers, cabin_class: 'economy' },
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

/** Keeps the offers of the test airline: the other airlines are no part of the comparison. */
function pickTestAirline(answer: Answer) {
  const parsed = offersSchema.safeParse(answer.body);
  if (!parsed.success) return { answer };
  const offers = parsed.data.data.offers.filter(({ owner }) => owner.iata_code === TEST_AIRLINE);
  const { data } = answer.body as { data: object };
  return {
    answer: { ...answer, body: { data: { ...data, offers } } },
    offerId: offers[0]?.id,
    changeable: offers.find(({ conditions }) => conditions.change_before_departure?.allowed),
  };
}

/**
 * Makes the calls at one implementation: a search, its first offer with services and seat maps, an order that is given a bag, changed and
 * cancelled, and refused calls.
 */
export async function runProbes(api: Api): Promise<Answers> {
  const answers: Answers = new Map();
  const { answer, offerId, changeable } = pickTestAirline(await send(api, createSearch(ROUTE, 40)));
  answers.set('search', answer);
  if (offerId) {
    answers.set('offer', await send(api, { path: `/air/offers/${offerId}?return_available_services=true` }));
    answers.set('seat maps', await send(api, { path: `/air/seat_maps?offer_id=${offerId}` }));
  }
  if (changeable)
    await runOrderProbes((call) => send(api, call), answers, changeable, {
      ...ROUTE,
      departure_date: dateInDays(50),
    });
  for (const [name, call] of Object.entries({ ...refusals, ...orderRefusals }))
    answers.set(name, await send(api, call));
  return answers;
}
