import { z } from 'zod';
import type { Answer } from './shape.ts';

export interface Api {
  /** Base URL without a slash at its end. */
  url: string;
  token: string;
}

interface Call {
  method?: 'GET' | 'POST';
  path: string;
  data?: unknown;
  headers?: Record<string, string>;
}

/** Answers by the name of their call, in the order of the calls. */
export type Answers = Map<string, Answer>;

const TIMEOUT_MS = 60_000;
/** The provider's own airline, which sells this route in test mode at the provider and in the sandbox. */
const TEST_AIRLINE = 'ZZ';
const ROUTE = { origin: 'JFK', destination: 'EWR' };

const offersSchema = z.object({
  data: z.object({
    offers: z.array(
      z.looseObject({ id: z.string(), owner: z.looseObject({ iata_code: z.string().nullable() }) }),
    ),
  }),
});

export async function fetchAnswer(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const text = await response.text();
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // The text itself is compared then.
  }
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
}

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
function pickTestAirline(answer: Answer): { answer: Answer; offerId: string | undefined } {
  const parsed = offersSchema.safeParse(answer.body);
  if (!parsed.success) return { answer, offerId: undefined };
  const offers = parsed.data.data.offers.filter(({ owner }) => owner.iata_code === TEST_AIRLINE);
  const { data } = answer.body as { data: object };
  return { answer: { ...answer, body: { data: { ...data, offers } } }, offerId: offers[0]?.id };
}

/** Makes the calls at one implementation: a search, its first offer with services and seat maps, and refused calls. Books nothing. */
export async function runProbes(api: Api): Promise<Answers> {
  const answers: Answers = new Map();
  const { answer, offerId } = pickTestAirline(await send(api, createSearch(ROUTE, 40)));
  answers.set('search', answer);
  if (offerId) {
    answers.set('offer', await send(api, { path: `/air/offers/${offerId}?return_available_services=true` }));
    answers.set('seat maps', await send(api, { path: `/air/seat_maps?offer_id=${offerId}` }));
  }
  for (const [name, call] of Object.entries(refusals)) answers.set(name, await send(api, call));
  return answers;
}
