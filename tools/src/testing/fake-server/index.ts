import type { AnyEndpoint, BodyOf, ParamsOf, ResponseOf } from '@fareline/contracts';
import { beforeEach, vi } from 'vitest';
import { findContract, findProblem } from './contract-check.ts';
import { toFetchResponse, type FakeResponse } from './responses.ts';

export { connectionFailure, errorResponse, proxyResponse, type FakeResponse } from './responses.ts';

/** A request of the page to an endpoint. */
export interface ReceivedRequest<E extends AnyEndpoint = AnyEndpoint> {
  method: string;
  path: string;
  params: ParamsOf<E>;
  query: URLSearchParams;
  body: BodyOf<E>;
  headers: Headers;
  credentials: RequestInit['credentials'];
}

export type Handler<E extends AnyEndpoint> = (
  request: ReceivedRequest<E>,
) => FakeResponse<ResponseOf<E>> | Promise<FakeResponse<ResponseOf<E>>>;

type AnyHandler = (request: ReceivedRequest) => FakeResponse<unknown> | Promise<FakeResponse<unknown>>;

const createState = () => ({
  handlers: new Map<string, AnyHandler>(),
  requests: [] as { endpoint: string; request: ReceivedRequest }[],
  problems: [] as string[],
});
let state = createState();

const getName = ({ method, path }: AnyEndpoint): string => `${method} ${path}`;

/**
 * Responds to the requests of the page to an endpoint for the rest of the test, in place of an earlier handler. The test
 * fails when the contract of the endpoint does not allow a response, and when a request has no handler.
 */
export function respondTo<E extends AnyEndpoint>(endpoint: E, handler: Handler<E>): void {
  state.handlers.set(getName(endpoint), handler as unknown as AnyHandler);
}

/** The requests of this test to an endpoint, in order. */
export const requestsTo = <E extends AnyEndpoint>(endpoint: E): ReceivedRequest<E>[] =>
  state.requests
    .filter((received) => received.endpoint === getName(endpoint))
    .map(({ request }) => request as unknown as ReceivedRequest<E>);

/** All requests of this test, in order. */
export const allRequests = (): ReceivedRequest[] => state.requests.map(({ request }) => request);

/** Forgets the requests so far, such as those before a reload of the page. */
export const forgetRequests = (): void => void state.requests.splice(0);

beforeEach(() => {
  state = createState();
  vi.stubGlobal('fetch', fakeFetch);
  // The page may handle a failed request like an outage, so the test fails here. This runs after the hooks that clean up.
  return () => {
    if (state.problems.length > 0) throw new Error(state.problems.join('\n'));
  };
});

async function fakeFetch(input: string | URL, init: RequestInit = {}): Promise<Response> {
  const { handlers, requests, problems } = state;
  const method = init.method ?? 'GET';
  const url = new URL(String(input), 'http://site.test');
  const fail = (problem: string): never => {
    problems.push(`${method} ${url.pathname}: ${problem}`);
    throw new Error(problem);
  };
  const { contract, params } = findContract(method, url.pathname) ?? fail('no contract has this path');
  const request: ReceivedRequest = {
    method,
    path: url.pathname,
    params,
    query: url.searchParams,
    body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    headers: new Headers(init.headers),
    credentials: init.credentials,
  };
  requests.push({ endpoint: getName(contract), request });
  const handler = handlers.get(getName(contract)) ?? fail('the test gives no response');
  const response = await callHandler(handler, request).catch((error: unknown) => fail(String(error)));
  const problem = findProblem(contract, request, response);
  if (problem) fail(problem);
  return toFetchResponse(contract, response);
}

/** Turns an error that the handler throws into a rejection. */
const callHandler = async (handler: AnyHandler, request: ReceivedRequest) => handler(request);
