import { buildUrl } from '@fareline/contracts/client';
import { errorBodySchema } from '@fareline/contracts/schemas';
import type { Contract } from '@fareline/contracts/services';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { endpoints, isInternal, type EndpointName, type TestedEndpoint } from './testing/endpoints.ts';
import { startHarness, type Harness } from './testing/harness.ts';
import { createClientAddress, sendRaw, type RawResponse } from './testing/http.ts';
import { pathTricks, refusedAtEdge } from './testing/path-tricks.ts';
import { getRefusal, principals, type Principal } from './testing/principals.ts';
import { createRows, type Row } from './testing/rows.ts';
import { runAll } from './testing/run-all.ts';
import { siteOrigin } from './testing/settings.ts';

// The programs share the processors with other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

describe('authorisation matrix', () => {
  let rows: Record<EndpointName, Row>;
  let requests = 0;
  beforeAll(() => {
    rows = createRows(harness);
  });
  afterAll(() => {
    process.stdout.write(
      `\nFigures: authorisation matrix: ${endpoints.length} endpoints × ${principals.length} principals, ${requests} requests\n`,
    );
  });

  const getExpectedStatus = ({ name, contract }: TestedEndpoint, principal: Principal): number =>
    getRefusal(contract, principal) ?? rows[name].statusOf?.[principal] ?? rows[name].status;

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

  describe.each(endpoints.map((endpoint) => [endpoint.name, endpoint.service, endpoint] as const))(
    '%s at %s',
    (name, service, endpoint) => {
      const { contract } = endpoint;

      it('[ACCESS-01] has a row', () => {
        expect(Object.keys(rows)).toContain(name);
      });

      it('[ACCESS-01, ACCESS-03] answers each principal at the port of its service as its access says', async () => {
        await runAll(principals, async (principal) => {
          const { status, text } = await send(service, endpoint, principal, getPath(endpoint));
          expect(status, `${principal}: ${text.slice(0, 300)}`).toBe(getExpectedStatus(endpoint, principal));
          if (status >= 400) errorBodySchema.strict().parse(JSON.parse(text));
        });
      });

      it('[ACCESS-01, EDGE-01] answers each principal through the edge in the same way, and none on /internal', async () => {
        await runAll(principals, async (principal) => {
          const { status, text } = await send('edge', endpoint, principal, getPath(endpoint));
          // The edge drops credentials of services, so that its clients are never services.
          const expected = isInternal(contract) ? 404 : getExpectedStatus(endpoint, principal);
          expect(status, `${principal}: ${text.slice(0, 300)}`).toBe(expected);
        });
      });

      it('[ACCESS-01, ACCESS-02] gives no principal more in another spelling of its path', async () => {
        const isRefused = (principal: Principal) => getRefusal(contract, principal) !== undefined;
        // One principal stands for all that may call the endpoint.
        const allowed = principals.filter((principal) => !isRefused(principal)).slice(0, 1);
        const cases = Object.entries(pathTricks).flatMap(([trick, change]) =>
          [...principals.filter(isRefused), ...allowed].flatMap((principal) =>
            [...new Set([service, 'edge'] as const)].map((place) => ({ trick, change, principal, place })),
          ),
        );
        await runAll(cases, async ({ trick, change, principal, place }) => {
          const response = await send(place, endpoint, principal, change(getPath(endpoint)));
          const { status, text } = response;
          const message = `${principal}, ${trick} at ${place}: ${status} ${text.slice(0, 200)}`;
          expect(status, message).toBeLessThan(500);
          if (
            isRefused(principal) ||
            (place === 'edge' && (isInternal(contract) || refusedAtEdge.has(trick)))
          )
            expect(hasReachedTheEndpoint(response), message).toBe(false);
        });
      });

      it('[ACCESS-01] answers other methods with 405 and Allow, and with 404 where it must not be known', async () => {
        const path = buildUrl(contract.path, rows[name].params);
        const others = endpoints
          .filter((other) => other.service === service && matches(other.contract, path))
          .map((other) => other.contract.method);
        const methods = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter(
          (method) => !others.includes(method),
        );
        const allow = [...others, ...(others.includes('GET') ? ['HEAD'] : [])].sort().join(', ');
        const cases = (['anonymous', 'admin', ...(contract.callers ?? [])] as const).flatMap((principal) =>
          [...methods, 'OPTIONS'].flatMap((method) =>
            [...new Set([service, 'edge'] as const)].map((place) => ({ principal, method, place })),
          ),
        );
        await runAll(cases, async ({ principal, method, place }) => {
          requests += 1;
          const headers = { origin: siteOrigin, ...harness.getHeaders(principal) };
          const response = await sendRaw(harness.urls[place], { method, path, headers });
          const isKnown = isInternal(contract)
            ? place === service && contract.callers?.some((caller) => caller === principal)
            : // Paths of the edge itself are also under its wildcard route for `/api`.
              service !== 'edge';
          const expected = isKnown ? [method === 'OPTIONS' ? 204 : 405, allow] : [404, undefined];
          const message = `${principal} ${method} at ${place}`;
          expect([response.status, response.headers.allow], message).toEqual(expected);
          if (response.status >= 400) errorBodySchema.strict().parse(JSON.parse(response.text));
        });
      });
    },
  );
});
