import { expect, it } from 'vitest';

import { startSampleSandbox } from './testing/sample-sandbox.ts';

/** Describes what a client receives: status and body, or that there is no response within 200 ms. */
async function describeResponse(call: (signal: AbortSignal) => Promise<Response>): Promise<string> {
  try {
    const response = await call(AbortSignal.timeout(200));
    return `${response.status} ${await response.text()}`;
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'no response' : 'closed connection';
  }
}

it.each([
  [{ kind: 'latency', latencyMs: 50 }, '201 {"id":"t1"}', 201, 1],
  [{ kind: 'status' }, '500 {"error":"status"}', 500, 0],
  [{ kind: 'status', status: 503, latencyMs: 50 }, '503 {"error":"status"}', 503, 0],
  [{ kind: 'malformed' }, '200 {"data": {"id": "', 200, 0],
  [{ kind: 'malformed', status: 201, body: '{' }, '201 {', 201, 0],
  [{ kind: 'hang' }, 'no response', null, 0],
  [{ kind: 'drop' }, 'closed connection', null, 0],
  [{ kind: 'commit_and_drop' }, 'closed connection', null, 1],
  [{ kind: 'commit_and_hang' }, 'no response', null, 1],
  [{ kind: 'commit_and_malformed' }, '200 {"data": {"id": "', 200, 1],
  [{ kind: 'commit_and_status', status: 502 }, '502 {"error":"commit_and_status"}', 502, 1],
])(
  '%j: the client gets %s, the ledger has status %s and %i records',
  async (fault, response, status, count) => {
    const { addFault, createThing, readLedger } = await startSampleSandbox();
    await addFault(fault);
    expect(await describeResponse((signal) => createThing('t1', signal))).toBe(response);
    const { requests, things } = await readLedger();
    expect(requests).toMatchObject([{ method: 'POST', path: '/things/t1', status, fault: fault.kind }]);
    expect(things).toHaveLength(count);
  },
);

it('latency: delays the response', async () => {
  const { addFault, createThing } = await startSampleSandbox();
  await addFault({ kind: 'latency', latencyMs: 250 });
  const startedAt = performance.now();
  await createThing('t1');
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(245);
});

it.each([
  [{ status: 202 }, '202 {"error":"commit_late"}'],
  [{ status: 0 }, 'closed connection'],
])('commit_late with %j: the client gets %s, and the call is executed later', async (fault, response) => {
  const { addFault, createThing, readLedger } = await startSampleSandbox();
  await addFault({ kind: 'commit_late', delayMs: 200, ...fault });
  expect(await describeResponse((signal) => createThing('t1', signal))).toBe(response);
  expect((await readLedger()).things).toEqual([]);
  await expect.poll(async () => (await readLedger()).things).toHaveLength(1);
});

it('closes the connections of delayed calls when the server stops', async () => {
  const { addFault, createThing, readLedger, close } = await startSampleSandbox();
  await addFault({ kind: 'latency', latencyMs: 60_000 });
  const response = describeResponse(() => createThing('t1'));
  await expect.poll(async () => (await readLedger()).requests).toHaveLength(1);
  await close();
  expect(await response).toBe('closed connection');
});
