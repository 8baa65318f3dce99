import { setTimeout as sleep } from 'node:timers/promises';
import {
  currentUser,
  getBrand,
  listBookings,
  searchFlightsPage,
  type AnyEndpoint,
} from '@fareline/contracts';
import { signUp } from '../crash/attempt.ts';
import { createBrowser } from '../crash/browser.ts';
import type { VisitorRequest } from '../endpoints/testing/visitor.ts';

const readerCount = 10;
/** Between two requests of a reader. */
const pauseMs = 150;
const timeoutMs = 20_000;

export interface Reading {
  sent: number;
  /** What was not answered with 200, as `path status` or `path error`. */
  failed: string[];
}

/** Signed-in visitors who read all the time; `stop` resolves with what they were answered. */
export async function startReaders(origin: string): Promise<() => Promise<Reading>> {
  const reading: Reading = { sent: 0, failed: [] };
  const departureDate = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const query = { origin: 'LHR', destination: 'JFK', departureDate, limit: 25 };
  const requests: [AnyEndpoint, VisitorRequest][] = [
    [getBrand, { params: { brand: 'default' } }],
    [currentUser, {}],
    [listBookings, {}],
    [searchFlightsPage, { query }],
  ];
  let isStopped = false;

  async function read(index: number): Promise<void> {
    const browser = createBrowser(origin, `203.0.113.${index + 1}`);
    await signUp(browser);
    for (let next = index; !isStopped; next += 1) {
      const [endpoint, request] = requests[next % requests.length]!;
      const send = () => browser.send(endpoint, request, AbortSignal.timeout(timeoutMs));
      reading.sent += 1;
      const outcome = await send()
        // Once more when its connection is lost, as browsers do.
        .catch(send)
        .then(({ status }) => status)
        .catch((error: unknown) => String((error as Error).cause ?? error));
      if (outcome !== 200) reading.failed.push(`${endpoint.path} ${outcome}`);
      await sleep(pauseMs);
    }
  }

  const readers = Promise.all(Array.from({ length: readerCount }, (_, index) => read(index)));
  // A reader that cannot begin fails the run when it is stopped.
  readers.catch(() => undefined);
  return async () => {
    isStopped = true;
    await readers;
    return reading;
  };
}
