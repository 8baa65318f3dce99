import { buildUrl } from '@fareline/contracts/client';
import type { Contract } from '@fareline/contracts/services';
import { expect } from 'vitest';
import { endpoints, isInternal, type TestedEndpoint } from './endpoints.ts';
import type { Harness } from './harness.ts';
import { createClientAddress, sendRaw, type RawResponse } from './http.ts';
import { pathTricks, refusedAtEdge } from './path-tricks.ts';
import { getRefusal, principals, type Principal } from './principals.ts';
import { createRows } from './rows.ts';
import { runAll } from './run-all.ts';
import { siteOrigin } from './settings.ts';

/** Sends requests of principals to endpoints, and knows what they are to be answered. */
export function createAccessMatrix(harness: Harness) {
  const rows = createRows(harness);
  let requests = 0;

  const getExpectedStatus = ({ name, contract }: TestedEndpoint, principal: Principal): number =>
    getRefusal(contract, principal) ?? rows[name].status;

  const getPath = ({ name, contract }: TestedEndpoint) =>
    buildUrl(contract.path, rows[name].params, rows[name].query);

  /** Sends the request of the endpoint's row. */
  function send(
    place: keyof Harness['urls'],
    { name, contract: { method } }: TestedEndpoint,
    principal: Principal,
    path: string,
  ): Promise<RawResponse> {
    requests += 1;
    const { body, headers } = rows[name];
    return sendRaw(harness.urls[place], {
      method,
      path,
      headers: {
        ...createClientAddress(),
        ...(method === 'GET' ? {} : { origin: siteOrigin }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
        ...harness.getHeaders(principal),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  }

  /** Not a refusal of the router, of the path check or of the access check. */
  const hasReachedTheEndpoint = ({ status, text }: RawResponse): boolean =>
    status === 400 ? text.includes('"fields"') : ![401, 403, 404, 405].includes(status);

  const matches = ({ path: pattern }: Contract, path: string): boolean =>
    new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path);

  /** No principal may do more by another spelling of the endpoint's path. */
  async function expectNoAccessByOtherSpellings(endpoint: TestedEndpoint): Promise<void> {
    const { service, contract } = endpoint;
    const isRefused = (principal: Principal) => getRefusal(contract, principal) !== undefined;
    // One principal stands for all that may call the endpoint; others lack a session, or the right that theirs would need.
    const tried = [
      ...(['anonymous', 'another user'] as const).filter(isRefused),
      ...principals.filter((principal) => !isRefused(principal)).slice(0, 1),
    ];
    const cases = Object.entries(pathTricks).flatMap(([trick, change]) =>
      tried.flatMap((principal) =>
        [...new Set([service, 'edge'] as const)].map((place) => ({ trick, change, principal, place })),
      ),
    );
    await runAll(cases, async ({ trick, change, principal, place }) => {
      const response = await send(place, endpoint, principal, change(getPath(endpoint)));
      const { status, text } = response;
      const message = `${principal}, ${trick} at ${place}: ${status} ${text.slice(0, 200)}`;
      expect(status, message).toBeLessThan(500);
      if (isRefused(principal) || (place === 'edge' && (isInternal(contract) || refusedAtEdge.has(trick))))
        expect(hasReachedTheEndpoint(response), message).toBe(false);
    });
  }

  /** Whatever is wrong with a request, whoever may not make it hears that, and nothing of its body or parameters. */
  async function expectAccessFirst({ name, service, contract }: TestedEndpoint): Promise<void> {
    const { method, path: pattern, access } = contract;
    const { params, query } = rows[name];
    // Whether a signed-in user owns the booking is the handler's question.
    const refused = (
      [
        ...(['anonymous', 'anonymous at the administration', 'ended session', 'guest'] as const),
        ...(['another user', 'traveller at the administration', 'support', 'hash of a credential'] as const),
      ] as const
    )
      .filter((principal) => access !== 'owner' || getRefusal(contract, principal) === 401)
      .flatMap((principal) => ({ principal, status: getRefusal(contract, principal) }))
      .filter(({ status }) => status !== undefined);
    const path = buildUrl(pattern, params, query);
    const tooLong = Object.fromEntries(Object.keys(params ?? {}).map((key) => [key, 'x'.repeat(90)]));
    const wrongPaths = [
      { wrong: 'parameters', path: buildUrl(pattern, tooLong, query) },
      { wrong: 'character in the query', path: `${path}${path.includes('?') ? '&' : '?'}q=%00` },
    ].map((request) => ({ ...request, headers: {}, body: undefined }));
    const json = { 'content-type': 'application/json' };
    const wrongBodies = [
      { wrong: 'body', headers: json, body: '[]' },
      { wrong: 'JSON', headers: json, body: '{' },
      { wrong: 'media type', headers: { 'content-type': 'application/x-unknown' }, body: 'x' },
      // The size that is announced is enough.
      { wrong: 'size', headers: { ...json, 'content-length': '99999999', connection: 'close' }, body: '{}' },
    ].map(({ headers, ...request }) => ({
      ...{ ...request, path },
      // Node sends no length with the body of a DELETE.
      headers: { 'content-length': String(request.body.length), ...headers },
    }));
    const requests = [...wrongPaths, ...(method === 'GET' ? [] : wrongBodies)];
    const cases = refused.flatMap((asked) => requests.map((request) => ({ ...asked, ...request })));
    await runAll(cases, async ({ principal, status, wrong, headers, ...request }) => {
      const response = await sendRaw(harness.urls[service], {
        ...request,
        method,
        headers: {
          ...createClientAddress(),
          ...(method === 'GET' ? {} : { origin: siteOrigin }),
          ...headers,
          ...harness.getHeaders(principal),
        },
      });
      expect(response.status, `${principal} with wrong ${wrong}: ${response.text.slice(0, 200)}`).toBe(
        status,
      );
    });
  }

  return {
    ...{ rows, getExpectedStatus, getPath, send, matches, expectNoAccessByOtherSpellings, expectAccessFirst },
    countRequests: () => requests,
  };
}

/** What the router and the access check of a service see of an endpoint: segments with and without parameters, and who may call it. */
const getRouteShape = ({ service, contract: { path, access } }: TestedEndpoint): string =>
  `${service} ${access} ${path.replaceAll(/[\w.-]+/g, (segment) => (segment === 'internal' ? segment : 'x')).replaceAll(':x', ':')}`;

const firstByShape = new Map(endpoints.toReversed().map((endpoint) => [getRouteShape(endpoint), endpoint]));
/** One endpoint of each route shape, and all others. */
export const oneOfEachShape = endpoints.filter(
  (endpoint) => firstByShape.get(getRouteShape(endpoint)) === endpoint,
);
export const othersOfShapes = endpoints.filter((endpoint) => !oneOfEachShape.includes(endpoint));
