// Starts all services and the edge, for many times the requests of endpoints.test.ts.
import { afterAll, beforeAll, beforeEach, describe, it, vi } from 'vitest';
import { createAccessMatrix, othersOfShapes } from './testing/access-matrix.ts';
import { testWithGeneratedRequests } from './testing/fuzz.ts';
import { startHarness, type Harness } from './testing/harness.ts';

// The programs share the processors with other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

describe('authorisation matrix', () => {
  beforeEach(async () => void (await harness.clearRequestLimits()));

  it.each(othersOfShapes.map((endpoint) => [endpoint.name, endpoint.service, endpoint] as const))(
    '[ACCESS-01, ACCESS-02] %s at %s gives no principal more in another spelling of its path',
    async (_name, _service, endpoint) => createAccessMatrix(harness).expectNoAccessByOtherSpellings(endpoint),
  );
});

describe('generated requests', () => {
  const caseCount = Number(process.env.FUZZ_CASES ?? 20);
  testWithGeneratedRequests(() => harness, { caseCount, refusedCount: caseCount });
});
