import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  forgotPassword,
  getSystemMode,
  login,
  refreshOffer,
  searchFlights,
  searchProgress,
  sendContact,
} from '@fareline/contracts';
import { buildUrl } from '@fareline/contracts/client';
import { Agent, request } from 'undici';
import { createSearchBody } from '../flights.ts';

export interface Target {
  /** Where the site is. */
  url: string;
  /** The IP addresses of the hostile client, used in turn. */
  ipAddresses: readonly string[];
  /** Offers of a cached search. */
  offerIds: readonly string[];
  /** The email address of an account. */
  email: string;
  /** Index of the first search: each is another search. */
  firstSearch: number;
}

/** Number of requests by outcome: a status, or how a connection ended; `connected` counts connections that were opened. */
export type Outcomes = Record<string, number>;

interface Context extends Target {
  /** Aborted when the attack ends. */
  signal: AbortSignal;
  count(outcome: string): void;
}

let requests = 0;
const nextIpAddress = ({ ipAddresses }: Context): string => ipAddresses[requests++ % ipAddresses.length]!;

/** A hostile client does not wait for long. */
const timeoutMs = 30_000;
const dispatcher = new Agent({ headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
let hasConnected = false;
dispatcher.on('connect', () => (hasConnected = true));
const notConnected = 'not connected at the end';

interface Call {
  method: string;
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Sends a request, reads the whole response and counts its status. */
async function attempt(context: Context, { method, path, body, headers }: Call): Promise<void> {
  try {
    const response = await request(context.url + path, {
      ...{ dispatcher, method: method as 'POST', signal: context.signal },
      headers: {
        ...{ 'x-forwarded-for': nextIpAddress(context), origin: context.url },
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for await (const _ of response.body);
    context.count(String(response.statusCode));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const unanswered = hasConnected ? 'unanswered at the end' : notConnected;
    context.count(context.signal.aborted ? unanswered : (code ?? message));
  }
}

/** Requests per second. */
const rates = { searches: 10, 'fresh offers': 5, logins: 20, mails: 5, hosts: 50 } as const;
/** Connections that are kept open at the same time. */
const openConnections = { streams: 200, 'half-open': 500 } as const;

/** Calls the function at a constant rate until the attack ends, however long the calls take. */
async function repeat(
  rate: number,
  { signal }: Context,
  call: (index: number) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  const calls: Promise<void>[] = [];
  for (let index = 0; !signal.aborted; index += 1) {
    calls.push(call(index));
    const waitMs = startedAt + ((index + 1) * 1000) / rate - performance.now();
    await sleep(Math.max(0, waitMs), undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(calls);
}

const destinations = ['BCN', 'FCO', 'MAD', 'LIS', 'ATH', 'VIE', 'CPH', 'ARN', 'PRG', 'AMS'];
/** The body of a search that no other index has. */
const createSearch = (index: number): string =>
  createSearchBody(
    30 + (Math.floor(index / destinations.length) % 300),
    destinations[index % destinations.length]!,
  );

/** The newest of the searches, which the streams are opened for. */
let newestSearch = 0;

const searches = (context: Context) =>
  repeat(rates.searches, context, (index) => {
    newestSearch = context.firstSearch + index;
    return attempt(context, { ...searchFlights, body: createSearch(newestSearch) });
  });

const freshOffers = (context: Context) =>
  repeat(rates['fresh offers'], context, (index) => {
    const params = { id: context.offerIds[index % context.offerIds.length] };
    return attempt(context, { ...refreshOffer, path: buildUrl(refreshOffer.path, params) });
  });

/** Keeps streams open: opens another one half a second after one has ended or was refused. */
const streams = (context: Context) =>
  Promise.all(
    Array.from({ length: openConnections.streams }, async (_, slot) => {
      while (!context.signal.aborted) {
        const query = JSON.parse(createSearch(Math.max(0, newestSearch - (slot % 10)))) as Record<
          string,
          unknown
        >;
        await attempt(context, { ...searchProgress, path: buildUrl(searchProgress.path, {}, query) });
        await sleep(500, undefined, { signal: context.signal }).catch(() => undefined);
      }
    }),
  );

const logins = (context: Context) =>
  repeat(rates.logins, context, (index) =>
    attempt(context, { ...login, body: { username: `guess-${index}`, password: `wrong ${index}` } }),
  );

const mails = (context: Context) =>
  repeat(rates.mails, context, (index) =>
    index % 2 === 0
      ? attempt(context, { ...forgotPassword, body: { email: context.email } })
      : attempt(context, {
          ...sendContact,
          body: { name: 'Ada', email: context.email, message: randomUUID() },
        }),
  );

/** Keeps connections open, of which each sends a byte or a header per second: half of them headers without an end, half a body. */
const halfOpen = (context: Context) =>
  Promise.all(
    Array.from({ length: openConnections['half-open'] }, async (_, slot) => {
      const { signal, count } = context;
      const { hostname, port, host } = new URL(context.url);
      const start = `${searchFlights.method} ${searchFlights.path} HTTP/1.1\r\nhost: ${host}\r\nx-forwarded-for: ${nextIpAddress(context)}\r\n`;
      const isBody = slot % 2 === 1;
      while (!signal.aborted) {
        const socket = connect(Number(port), hostname);
        const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
        let answer: string | undefined;
        socket.on('error', () => undefined);
        socket.once('connect', () => count('connected'));
        socket.once('data', (data) => {
          answer = data.toString('latin1').slice(9, 12);
          socket.destroy();
        });
        socket.write(
          start + (isBody ? 'content-type: application/json\r\ncontent-length: 100000\r\n\r\n{' : ''),
        );
        const timer = setInterval(() => socket.write(isBody ? ' ' : 'x-more: 1\r\n'), 1000);
        const stop = () => socket.destroy();
        signal.addEventListener('abort', stop);
        await closed;
        signal.removeEventListener('abort', stop);
        clearInterval(timer);
        count(signal.aborted ? 'open at the end' : (answer ?? 'closed'));
        await sleep(500, undefined, { signal }).catch(() => undefined);
      }
    }),
  );

/** Requests for hosts that no brand has: they get the default brand. (HOST-05) */
const hosts = (context: Context) =>
  repeat(rates.hosts, context, () =>
    attempt(context, { ...getSystemMode, headers: { host: `${randomUUID()}.example` } }),
  );

export const attacks = {
  searches,
  'fresh offers': freshOffers,
  streams,
  logins,
  mails,
  'half-open': halfOpen,
  hosts,
} satisfies Record<string, (context: Context) => Promise<unknown>>;
export type AttackName = keyof typeof attacks;

/** Runs an attack until the signal aborts, and returns what became of its requests. */
export async function runAttack(name: AttackName, target: Target, signal: AbortSignal): Promise<Outcomes> {
  const outcomes: Outcomes = {};
  const count = (outcome: string) => (outcomes[outcome] = (outcomes[outcome] ?? 0) + 1);
  await attacks[name]({ ...target, signal, count });
  return outcomes;
}

/** Requests that never reached the site. */
const notSent = ['ECONNREFUSED', 'EADDRNOTAVAIL', 'EMFILE', notConnected];
/** Requests at a constant rate that are sent at least; the attacks begin a moment late. */
const minShare = 0.8;

/** The share of an attack of some seconds that reached the site: below 1 it proves nothing. */
export function getSentShare(name: AttackName, outcomes: Outcomes, seconds: number): number {
  const { connected = 0, ...others } = outcomes;
  const ended = Object.entries(others)
    .filter(([outcome]) => !notSent.includes(outcome))
    .reduce((sum, [, count]) => sum + count, 0);
  const sent = name === 'half-open' ? connected : ended;
  const min =
    name in rates
      ? rates[name as keyof typeof rates] * seconds * minShare
      : openConnections[name as keyof typeof openConnections];
  return Math.min(1, sent / min);
}
