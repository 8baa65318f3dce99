import { searchFlights } from '@fareline/contracts';
import { startTestProduct } from '@fareline/tools/testing';
import { addStop, type Program } from './programs.ts';

interface ProviderCall {
  method: string;
  path: string;
  /** ISO 8601, UTC. */
  at: string;
}

export interface FlightsStack {
  edge: Program;
  replicas: Program[];
  /** The Duffel sandbox. */
  provider: Program;
}

/** Starts the product as `npm start` does, with `count` replicas of each service. */
export async function startFlights(count: number, env: Record<string, string> = {}): Promise<FlightsStack> {
  const { product } = await startTestProduct({
    replicas: count,
    nodeEnv: 'production',
    env: { LOG_LEVEL: 'warn', DUFFEL_SANDBOX_LATENCY_MS: '0', ...env },
  });
  addStop(() => product.stop());
  const { supervisor } = product;
  const find = (name: string): Program => ({
    url: `http://127.0.0.1:${supervisor.program(name).env?.PORT}`,
    pid: supervisor.pid(name)!,
  });
  const number = (name: string) =>
    count === 1 ? [name] : Array.from({ length: count }, (_, index) => `${name}-${index + 1}`);
  return {
    edge: find(number('edge')[0]!),
    replicas: number('flights').map(find),
    provider: find('duffel'),
  };
}

/** The calls that the provider has received, oldest first. */
export async function readProviderCalls({ url }: Program): Promise<ProviderCall[]> {
  const ledger = await fetch(`${url}/_sandbox/ledger`);
  return ((await ledger.json()) as { requests: ProviderCall[] }).requests;
}

/** The path of searches, by POST and GET. */
export const { path: searchPath } = searchFlights;

/** The request body of a search from London, `daysAhead` days from today. */
export const createSearchBody = (daysAhead: number, destination: string): string =>
  JSON.stringify({
    origin: 'LHR',
    destination,
    departureDate: new Date(Date.now() + daysAhead * 86_400_000).toISOString().slice(0, 10),
    adultsCount: 1,
  });

/** The request body of the search that the benchmarks cache. */
export const searchBody = createSearchBody(60, 'JFK');

// Processes do not begin at the same address.
let clients = (process.pid % 65_536) * 251;

/**
 * The IP address of another client each time. Consecutive ones are in different networks, so that no limit per client or network
 * is reached by requests that stand for many visitors.
 */
export function nextClientAddress(): string {
  clients += 1;
  return `10.${clients & 255}.${(clients >> 8) & 255}.${(clients >> 16) & 255}`;
}

/** Sends a search from another client each time. */
export function postSearch(baseUrl: string, body = searchBody): Promise<Response> {
  return fetch(baseUrl + searchPath, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'accept-encoding': 'br',
      'x-forwarded-for': nextClientAddress(),
    },
  });
}
