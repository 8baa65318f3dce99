import { buildUrl } from '@fareline/contracts/client';
import { errorBodySchema } from '@fareline/contracts/schemas';
import type { Contract } from '@fareline/contracts/services';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { endpoints, isInternal, type EndpointName, type TestedEndpoint } from './testing/endpoints.ts';
import { findProblem, isSuccess } from './testing/find-problem.ts';
import {
  createFuzzCases,
  createKnownValues,
  sortForFuzzing,
  withNewKey,
  type FuzzCase,
} from './testing/fuzz-cases.ts';
import { createSamples } from './testing/fuzz-samples.ts';
import { startHarness, type Harness } from './testing/harness.ts';
import { createClientAddress, sendHostile, sendRaw, type RawResponse } from './testing/http.ts';
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
  beforeEach(async () => void (await harness.clearRequestLimits()));
  afterAll(() => {
    process.stdout.write(
      `\nFigures: authorisation matrix: ${endpoints.length} endpoints × ${principals.length} principals, ${requests} requests\n`,
    );
  });

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
        const at = endpoints.filter((other) => other.service === service && matches(other.contract, path));
        const others = [...new Set(at.map((other) => other.contract.method))];
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

/** Per endpoint and principal. `npm run test:full` sends more, from a new seed. */
const caseCount = Number(process.env.FUZZ_CASES ?? 20);
const seed = Number(process.env.FUZZ_SEED ?? 20261122);

/** Further rounds of cases for an endpoint that has accepted none: few cases rarely include one that it accepts. */
const extraRounds = 10;

/** Every tenth request to `/api` goes through the edge. */
const edgeShare = 10;
/** Only bounds a hang: a machine whose processors others use too may need several seconds for the searches before it. */
const hangMs = 30_000;
/** After so many requests without a response, even when they are sent alone, no more are sent again. */
const maxHanging = 3;

/**
 * What a rejected request may write: counters of limits, responses of idempotency keys, when a session was used, and the new quote
 * that is shown in place of one that does not hold.
 */
const writtenOnRejection = [
  ...[
    'accounts.attempts',
    'payments.attempts',
    'payments.card_attempts',
    'payments.idempotency_keys',
  ].flatMap((table) => ['insert', 'update', 'delete'].map((operation) => `${operation} ${table}`)),
  'update accounts.sessions',
  'insert payments.cancellations',
];

/** A card was charged or an airline called before the request was rejected, which is recorded. */
const statusesAfterCharge = [402];

/** These need a link or code that was mailed, an offer of the airline for the booking, a signature, the user's present password to be replaced, or the release table as it is. */
const neverSuccessful: readonly EndpointName[] = [
  'acceptAirlineChangeContract',
  'changePasswordContract',
  'changeReleaseContract',
  'claimBookingContract',
  'confirmBookingChangeContract',
  'deleteAccountContract',
  'deleteTravellerContract',
  'getBookingChangeContract',
  'mailPasswordLinkContract',
  'openTripContract',
  'quoteBookingChangeContract',
  'quoteReviewedChangeContract',
  'readBookingProgressContract',
  'resetPasswordContract',
  'searchChangeOffersContract',
  'searchReviewedChangeOffersContract',
  'verifyEmailContract',
  'stripeWebhook',
  'duffelWebhook',
  'mailWebhook',
];

describe('fuzz', () => {
  const statuses = new Map<number, number>();
  /** Number of responses with 5xx by endpoint and status. */
  const failures = new Map<string, number>();
  afterAll(() => {
    const total = [...statuses.values()].reduce((sum, count) => sum + count, 0);
    const byStatus = [...statuses].sort().map(([status, count]) => `${status}: ${count}`);
    process.stdout.write(
      `\nFigures: fuzz: ${endpoints.length} endpoints × ${principals.length} principals × ${caseCount} cases, ` +
        `${total} requests, FUZZ_SEED=${seed}; ${byStatus.join(', ')}; ` +
        `5xx by endpoint: ${JSON.stringify(Object.fromEntries(failures))}\n`,
    );
  });

  interface Case {
    principal: Principal;
    request: FuzzCase;
    isProxied: boolean;
  }
  /** Without the response, which may be large. */
  interface Sent extends Case {
    status: number;
    problem?: string | undefined;
  }

  async function sendAll(
    { name, service, contract }: TestedEndpoint,
    cases: readonly Case[],
  ): Promise<Sent[]> {
    const sendOne = async (item: Case): Promise<Sent> => {
      const { headers, ...request } = item.request;
      const own = harness.getHeaders(item.principal);
      const cookie = [own.cookie, headers.cookie].filter(Boolean).join('; ');
      const all = { ...createClientAddress(), ...headers, ...own, ...(cookie ? { cookie } : {}) };
      const url = harness.urls[item.isProxied ? 'edge' : service];
      const response = await sendHostile(url, { ...request, headers: all }, hangMs);
      const { status } = response;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status >= 500) failures.set(`${name} ${status}`, (failures.get(`${name} ${status}`) ?? 0) + 1);
      const problem = findProblem(contract, response, item);
      return { ...item, status, problem: problem && `${problem}: ${describeCase(item, response)}` };
    };
    const sent = await runAll(cases, sendOne);
    // Many requests at once may be slow, for example while passwords are hashed on a busy machine; one alone must not be.
    let hanging = 0;
    for (const [index, item] of sent.entries()) {
      if (item.status !== 0 || hanging === maxHanging) continue;
      sent[index] = await sendOne(item);
      if (sent[index].status === 0) hanging += 1;
    }
    return sent;
  }

  function describeCase({ principal, request, isProxied }: Case, { status, text }: RawResponse): string {
    const shorten = (value: string) =>
      value.length > 600 ? `${value.slice(0, 600)}… (${value.length})` : value;
    return [
      `${principal}${isProxied ? ' through the edge' : ''}: ${request.method} ${shorten(request.path)}`,
      ...[shorten(JSON.stringify(request.headers)), shorten(String(request.body ?? ''))],
      `→ ${status} ${shorten(text)}`,
      `(FUZZ_SEED=${seed} FUZZ_CASES=${caseCount})`,
    ].join('\n');
  }

  function expectNoProblems(sent: readonly Sent[]): void {
    const problems = sent.flatMap(({ problem }) => (problem ? [problem] : []));
    expect(problems.length, `${problems.length} problems:\n${problems.slice(0, 5).join('\n\n')}`).toBe(0);
  }

  const isRejection = ({ status }: Sent) =>
    status >= 400 && status < 500 && !statusesAfterCharge.includes(status);

  /** Sends rejected requests until all of them are rejected again, with new idempotency keys; none may write. */
  async function expectNoWrites(endpoint: TestedEndpoint, rejected: readonly Case[]): Promise<void> {
    const cases = rejected.map((item) => ({
      ...item,
      request: withNewKey(item.request, harness.known.booking.key),
    }));
    await harness.waitUntilQuiet();
    await harness.forgetWrites();
    const sent = await sendAll(endpoint, cases);
    expectNoProblems(sent);
    const stillRejected = sent.filter(isRejection);
    // Another request may have changed what this one depends on.
    if (stillRejected.length < sent.length) return expectNoWrites(endpoint, stillRejected);
    expect(await harness.countWrites(writtenOnRejection)).toEqual({});
  }

  describe.each(
    sortForFuzzing(endpoints).map((endpoint) => [endpoint.name, endpoint.service, endpoint] as const),
  )('%s at %s', (name, service, endpoint) => {
    const { contract } = endpoint;

    it(
      '[ACCESS-01] answers every request as documented and writes nothing for a rejected one',
      { timeout: 120_000 + caseCount * 3000 },
      async () => {
        await harness.renew();
        await harness.clearRequestLimits();
        const known = { ...harness.known, session: await harness.findSession() };
        const requests = createFuzzCases(contract, createKnownValues(known), createSamples(known)[name]);
        const canBeProxied = !isInternal(contract) && service !== 'edge';
        const createCases = (principal: Principal, number: number): Case[] =>
          fc.sample(requests, { numRuns: caseCount, seed: seed + number }).map((request, index) => ({
            principal,
            request,
            isProxied: canBeProxied && index % edgeShare === 0,
          }));
        const isRefused = (principal: Principal) => getRefusal(contract, principal) !== undefined;
        // The access check refuses a principal whatever the request is.
        const sameCases = createCases('anonymous', 0);
        const refused = principals
          .filter(isRefused)
          .flatMap((principal) => sameCases.map((item) => ({ ...item, principal })));
        const allowed = principals.filter((principal) => !isRefused(principal));

        await harness.waitUntilQuiet();
        await harness.forgetWrites();
        const sentRefused = await sendAll(endpoint, refused);
        expectNoProblems(sentRefused);
        const accepted = sentRefused.filter((item) => !isRejection(item));
        expect(accepted.slice(0, 3)).toEqual([]);
        expect(await harness.countWrites(writtenOnRejection)).toEqual({});

        const sent: Sent[] = [];
        const isReached = () => sent.some(({ status }) => isSuccess(contract, status));
        const canSucceed = !neverSuccessful.includes(name);
        let round = 0;
        do {
          const number = round * principals.length;
          const cases = allowed.flatMap((principal, index) => createCases(principal, number + index));
          sent.push(...(await sendAll(endpoint, cases)));
          round += 1;
        } while (canSucceed && !isReached() && round <= extraRounds);
        expectNoProblems(sent);
        expect(isReached(), 'no request was accepted').toBe(canSucceed);
        const writes = await harness.countWrites(writtenOnRejection);
        if (Object.keys(writes).length > 0) await expectNoWrites(endpoint, sent.filter(isRejection));
      },
    );
  });
});
