import { expect, it } from 'vitest';

import { createStateFilePath } from './testing/index.ts';
import { startSampleSandbox } from './testing/sample-sandbox.ts';

it('returns 400 for an invalid fault and adds none', async () => {
  const { addFault, createThing } = await startSampleSandbox();
  await expect(addFault({ kind: 'unknown' })).rejects.toThrow(/^400 .*kind/);
  expect((await createThing('t1')).status).toBe(201);
});

it('removes faults', async () => {
  const { addFault, callControl, createThing } = await startSampleSandbox();
  await addFault({ kind: 'drop', times: 5 });
  await callControl('DELETE', 'faults');
  expect((await createThing('t1')).status).toBe(201);
});

it('moves the clock, also over a restart, until a reset', async () => {
  const stateFile = createStateFilePath();
  const first = await startSampleSandbox(stateFile);
  const hours = async (sandbox: typeof first, advanceMs: number) => {
    const { now } = (await sandbox.callControl('POST', 'clock', { advanceMs })) as { now: string };
    return Math.round((Date.parse(now) - Date.now()) / 3_600_000);
  };
  expect(await hours(first, 3 * 3_600_000)).toBe(3);
  expect(await hours(first, -3_600_000)).toBe(2);
  await first.close();
  const second = await startSampleSandbox(stateFile);
  expect(await hours(second, 0)).toBe(2);
  await second.callControl('POST', 'reset');
  expect(await hours(second, 0)).toBeCloseTo(0);
});

it('clears records, calls and faults on reset, also on disk', async () => {
  const stateFile = createStateFilePath();
  const first = await startSampleSandbox(stateFile);
  await first.createThing('t1');
  await first.addFault({ kind: 'drop' });
  await first.callControl('POST', 'reset');
  expect(await first.readLedger()).toEqual({ requests: [], things: [] });
  expect((await first.createThing('t2')).status).toBe(201);
  await first.close();
  const second = await startSampleSandbox(stateFile);
  expect((await second.readLedger()).things).toEqual([{ id: 't2' }]);
});
