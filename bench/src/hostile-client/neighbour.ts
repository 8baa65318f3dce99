import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBooking, processCard, refreshOffer, resumeBooking, searchFlights } from '@fareline/contracts';
import { createBookingBody, createPaymentBody } from '@fareline/tools/booking-bodies';
import { createVisitor } from '@fareline/tools/visitor';
import { createClientAddress } from '../client-address.ts';
import { createSearchBody, searchPath } from '../flights.ts';

/** What a client saw of one of its actions: an HTTP status or the error, and how long it took. */
export interface Outcome {
  result: string;
  ms: number;
}

const agent = new Agent({ keepAlive: true });
let clients = 0;
/** Another client each time, in a network of its own. */
const createHeaders = (url: string) => {
  clients += 1;
  return { origin: url, 'x-forwarded-for': createClientAddress(clients) };
};

function sendSearch(url: string, body: string): Promise<Outcome> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const finish = (result: string) => resolve({ result, ms: performance.now() - startedAt });
    const headers = { ...createHeaders(url), 'content-type': 'application/json', 'accept-encoding': 'br' };
    const sent = request(url + searchPath, { agent, method: 'POST', headers }, (response) => {
      response.on('error', (error) => finish(error.message));
      response.resume().on('end', () => finish(String(response.statusCode)));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? error.message));
    sent.end(body);
  });
}

/** Sends the cached search at a constant rate until the signal aborts, each time from another client. */
export async function searchCached(
  url: string,
  body: string,
  everyMs: number,
  signal: AbortSignal,
): Promise<Outcome[]> {
  const outcomes: Promise<Outcome>[] = [];
  while (!signal.aborted) {
    outcomes.push(sendSearch(url, body));
    await sleep(everyMs);
  }
  return Promise.all(outcomes);
}

let coldSearches = 0;
/** Sends a search that no other client has sent. */
export function searchCold(url: string): Promise<Outcome> {
  coldSearches += 1;
  return sendSearch(url, createSearchBody(200 + coldSearches, 'HND'));
}

/** Books an offer of the cached search over the API as the screens do, but without repeating what is refused. */
export async function book(url: string, offerId: string): Promise<Outcome> {
  const startedAt = performance.now();
  const finish = (result: string): Outcome => ({ result, ms: performance.now() - startedAt });
  const visitor = createVisitor(createHeaders(url));
  try {
    const { offer } = await visitor.call(url, refreshOffer, { params: { id: offerId } });
    const { paymentId } = await visitor.call(url, processCard, { body: createPaymentBody(offer) });
    const headers = { 'idempotency-key': randomUUID() };
    let booking = await visitor.call(url, createBooking, {
      headers,
      body: createBookingBody(offer, { paymentId }),
    });
    for (; booking.status === 'pending'; booking = await visitor.call(url, resumeBooking, { headers }))
      await sleep(500);
    return finish(booking.status);
  } catch (error) {
    return finish((error as Error).message);
  }
}

/** The offers of a search, which is cached afterwards. */
export async function findOffers(url: string, search: string): Promise<string[]> {
  const { offers } = await createVisitor(createHeaders(url)).call(url, searchFlights, {
    body: JSON.parse(search),
  });
  return offers.map(({ id }) => id);
}
