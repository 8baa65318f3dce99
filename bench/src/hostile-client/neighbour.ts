import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBooking, processCard, refreshOffer, resumeBooking, searchFlights } from '@fareline/contracts';
import { createBookingBody, createPaymentBody } from '@fareline/tools/booking-bodies';
import { createVisitor } from '@fareline/tools/visitor';
import { createSearchBody, nextClientAddress, postSearch } from '../flights.ts';

/** What a client saw of one of its actions: an HTTP status or the error, and how long it took. */
export interface Outcome {
  result: string;
  ms: number;
}

/** Another client each time, in a network of its own. */
const createHeaders = (url: string) => ({ origin: url, 'x-forwarded-for': nextClientAddress() });

let coldSearches = 0;
/** Sends a search that no other client has sent. */
export async function searchCold(url: string): Promise<Outcome> {
  coldSearches += 1;
  const startedAt = performance.now();
  const response = await postSearch(url, createSearchBody(200 + coldSearches, 'HND'));
  await response.arrayBuffer();
  return { result: String(response.status), ms: performance.now() - startedAt };
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
