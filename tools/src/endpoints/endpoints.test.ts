// Starts all services and the edge: what a principal may do is decided by all of them together.
import { buildUrl } from '@fareline/contracts/client';
import { errorBodySchema } from '@fareline/contracts/schemas';
import { getStaffRead } from '@fareline/contracts/staff-reads';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAccessMatrix, oneOfEachShape } from './testing/access-matrix.ts';
import { endpoints, isInternal } from './testing/endpoints.ts';
import { testWithGeneratedRequests } from './testing/fuzz.ts';
import { startHarness, type Harness } from './testing/harness.ts';
import { sendRaw } from './testing/http.ts';
import { principals } from './testing/principals.ts';
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
  let matrix: ReturnType<typeof createAccessMatrix>;
  beforeAll(() => {
    matrix = createAccessMatrix(harness);
  });
  beforeEach(async () => void (await harness.clearRequestLimits()));
  afterAll(() => {
    process.stdout.write(
      `\nFigures: authorisation matrix: ${endpoints.length} endpoints × ${principals.length} principals, ${matrix.countRequests()} requests\n`,
    );
  });

  describe.each(
    endpoints.map((endpoint, index) => [endpoint.name, endpoint.service, endpoint, index] as const),
  )('%s at %s', (name, service, endpoint, index) => {
    const { contract } = endpoint;
    /** Endpoints and principals do not interact at the edge or in the router: each principal takes its turn. */
    const takeTurns = <Item>(items: readonly Item[], count: number): Item[] =>
      Array.from({ length: count }, (_, number) => items[(index * count + number) % items.length]!);

    it('[ACCESS-01] has a row', () => {
      expect(Object.keys(matrix.rows)).toContain(name);
    });

    it('[ACCESS-01, ACCESS-03] answers each principal at the port of its service as its access says', async () => {
      await runAll(principals, async (principal) => {
        const { status, text } = await matrix.send(service, endpoint, principal, matrix.getPath(endpoint));
        const expected = matrix.getExpectedStatus(endpoint, principal);
        expect(status, `${principal}: ${text.slice(0, 300)}`).toBe(expected);
        if (status >= 400) errorBodySchema.strict().parse(JSON.parse(text));
      });
    });

    it('[ACCESS-01, EDGE-01] answers through the edge in the same way, and nobody on /internal', async () => {
      await runAll(takeTurns(principals, 3), async (principal) => {
        const { status, text } = await matrix.send('edge', endpoint, principal, matrix.getPath(endpoint));
        // The edge drops credentials of services, so that its clients are never services.
        const expected = isInternal(contract) ? 404 : matrix.getExpectedStatus(endpoint, principal);
        expect(status, `${principal}: ${text.slice(0, 300)}`).toBe(expected);
      });
    });

    it('[GUARD-16] answers whoever may not call it before it reads a body or parameters', () =>
      matrix.expectAccessFirst(endpoint));

    it('[ACCESS-01] answers other methods with 405 and Allow, and with 404 where it must not be known', async () => {
      const path = buildUrl(contract.path, matrix.rows[name].params);
      const at = endpoints.filter(
        (other) => other.service === service && matrix.matches(other.contract, path),
      );
      const others = [...new Set(at.map((other) => other.contract.method))];
      const methods = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter(
        (method) => !others.includes(method),
      );
      const allow = [...others, ...(others.includes('GET') ? ['HEAD'] : [])].sort().join(', ');
      const askers = ['anonymous', 'admin', ...(contract.callers ?? [])] as const;
      const cases = [...new Set([service, 'edge'] as const)].flatMap((place) =>
        [...methods, 'OPTIONS'].map((method, number) => ({
          ...{ place, method },
          principal: askers[(index + number) % askers.length]!,
        })),
      );
      await runAll(cases, async ({ principal, method, place }) => {
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
  });

  it('[GUARD-13] each read of staff is in the audit trail', async () => {
    const reads = endpoints.filter(({ contract }) => getStaffRead(contract));
    expect(reads).not.toEqual([]);
    for (const endpoint of reads)
      await matrix.send(endpoint.service, endpoint, 'admin', matrix.getPath(endpoint));
    const subjects = reads.map(({ name, contract }) =>
      getStaffRead(contract) === 'record' ? matrix.rows[name].params?.id : contract.summary,
    );
    expect(await harness.listStaffReads()).toEqual(expect.arrayContaining(subjects));
  });

  it.each(oneOfEachShape.map((endpoint) => [endpoint.name, endpoint.service, endpoint] as const))(
    '[ACCESS-01, ACCESS-02] %s at %s gives no principal more in another spelling of its path',
    async (_name, _service, endpoint) => matrix.expectNoAccessByOtherSpellings(endpoint),
  );
});

describe('generated requests', () => {
  testWithGeneratedRequests(() => harness, { caseCount: 3, refusedCount: 1 });
});
