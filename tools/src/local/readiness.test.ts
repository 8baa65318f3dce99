import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waitUntilReady } from './readiness.ts';
import { Supervisor } from './supervisor.ts';

const lines: string[] = [];
let status = 503;
let server = createServer();
let supervisor = new Supervisor(() => undefined);

beforeEach(async () => {
  lines.length = 0;
  status = 503;
  server = createServer((_request, response) => response.writeHead(status).end('no database'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  supervisor = new Supervisor((line) => lines.push(line));
  await supervisor.start({
    ...{ name: 'accounts', command: process.execPath, ready: /listening/ },
    args: ['-e', "console.log('listening'); setInterval(() => {}, 1000)"],
  });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(async () => {
  vi.useRealTimers();
  server.close();
  await supervisor.stopAll();
});

/** Starts to wait for the service, and lets an hour pass after its first answer. */
async function waitForAnHour(): Promise<{ waiting: Promise<void> }> {
  const { port } = server.address() as AddressInfo;
  const waiting = waitUntilReady('accounts', `http://127.0.0.1:${port}`, supervisor);
  await once(server, 'request');
  // The second request is sent when the answer to the first was read.
  await once(server, 'request');
  vi.advanceTimersByTime(3600_000);
  return { waiting };
}

it('waits for a service that needs an hour, and says every 10 s what it reports', async () => {
  const { waiting } = await waitForAnHour();
  expect(lines).toHaveLength(360);
  expect(lines[1]).toBe('  … still waiting: accounts is not ready (503 no database), 20 s');
  status = 200;
  await waiting;
});

it('stops waiting when the product is stopped', async () => {
  const { waiting } = await waitForAnHour();
  const failure = expect(waiting).rejects.toThrow('aborted');
  await supervisor.stopAll();
  await failure;
});
