import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints, isInternal, type EndpointName, type TestedEndpoint } from './endpoints.ts';
import { findProblem, isSuccess } from './find-problem.ts';
import {
  createFuzzCases,
  createKnownValues,
  sortForFuzzing,
  withNewKey,
  type FuzzCase,
} from './fuzz-cases.ts';
import { createSamples } from './fuzz-samples.ts';
import type { Harness } from './harness.ts';
import { createClientAddress, sendHostile, type RawResponse } from './http.ts';
import { getRefusal, principals, type Principal } from './principals.ts';
import { runAll } from './run-all.ts';

const seed = Number(process.env.FUZZ_SEED ?? 20261122);

/** An endpoint that has accepted no request gets more, up to so many of a principal: few include one that it accepts. */
const maxCases = 220;

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
  'insert payments.amendments',
];

/** Wrong passwords of one account, of which a full hour's measure is recorded once. (ACCOUNT-05) */
const recordsReachedLimit = ['adminLoginContract'];

const getWrittenOnRejection = (name: string): string[] => [
  ...writtenOnRejection,
  ...(recordsReachedLimit.includes(name) ? ['insert accounts.audit_entries'] : []),
];

/** A card was charged or an airline called before the request was rejected, which is recorded. */
const statusesAfterCharge = [402];

/** These need a link or code that was mailed, the id of a message's case, an offer of the airline for the booking, a signature, the user's present password to be replaced, or the release table as it is. */
const neverSuccessful: readonly EndpointName[] = [
  'acceptAirlineChangeContract',
  'addFactorContract',
  'agreeToAddressContract',
  'changePasswordContract',
  'changeReleaseContract',
  'claimBookingContract',
  'closeContactCaseContract',
  'closeStaffAccountContract',
  'confirmBookingChangeContract',
  'deleteAccountContract',
  'deleteTravellerContract',
  'endOwnSessionContract',
  'getBookingChangeContract',
  'mailPasswordLinkContract',
  'openTripByLinkContract',
  'openTripContract',
  'quoteBookingChangeContract',
  'quoteReviewedChangeContract',
  'readBookingProgressContract',
  'removeFactorContract',
  'resetPasswordContract',
  'revokeRoleContract',
  'searchChangeOffersContract',
  'searchReviewedChangeOffersContract',
  'showFactorContract',
  'verifyEmailContract',
  'stripeWebhook',
  'duffelWebhook',
  'mailWebhook',
];

interface FuzzOptions {
  /** Requests of a principal to an endpoint that it may call. */
  caseCount: number;
  /** Requests of a principal to an endpoint that it may not call, which is refused whatever it sends. */
  refusedCount: number;
}

/**
 * Sends generated requests to all endpoints: none is answered otherwise than documented, or hangs, or writes when it is rejected.
 * FUZZ_SEED repeats the requests of another run.
 */
export function testWithGeneratedRequests(
  getHarness: () => Harness,
  { caseCount, refusedCount }: FuzzOptions,
): void {
  let harness: Harness;
  beforeAll(() => {
    harness = getHarness();
  });
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
    expect(await harness.countWrites(getWrittenOnRejection(endpoint.name))).toEqual({});
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
        const refused = principals.filter(isRefused).flatMap((principal, index) =>
          Array.from({ length: refusedCount }, (_, number) => ({
            ...sameCases[(index * refusedCount + number) % caseCount]!,
            principal,
          })),
        );
        const allowed = principals.filter((principal) => !isRefused(principal));

        await harness.waitUntilQuiet();
        await harness.forgetWrites();
        const sentRefused = await sendAll(endpoint, refused);
        expectNoProblems(sentRefused);
        const accepted = sentRefused.filter((item) => !isRejection(item));
        expect(accepted.slice(0, 3)).toEqual([]);
        expect(await harness.countWrites(getWrittenOnRejection(name))).toEqual({});

        const sent: Sent[] = [];
        const isReached = () => sent.some(({ status }) => isSuccess(contract, status));
        const canSucceed = !neverSuccessful.includes(name);
        let round = 0;
        do {
          // Those of one payment would refuse its owner after the others.
          await harness.clearRequestLimits();
          const number = round * principals.length;
          const cases = allowed.flatMap((principal, index) => createCases(principal, number + index));
          sent.push(...(await sendAll(endpoint, cases)));
          round += 1;
        } while (canSucceed && !isReached() && round * caseCount < maxCases);
        expectNoProblems(sent);
        expect(isReached(), 'no request was accepted').toBe(canSucceed);
        const writes = await harness.countWrites(getWrittenOnRejection(name));
        if (Object.keys(writes).length > 0) await expectNoWrites(endpoint, sent.filter(isRejection));
      },
    );
  });
}
