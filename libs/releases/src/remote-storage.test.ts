import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createRemoteStorage } from './remote-storage.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

/** A storage whose site responds so, after the request has arrived. */
async function connect(respond: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => respond(request, response));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  stops.push(() => server.close().closeAllConnections());
  return createRemoteStorage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, privateKey);
}

it('sends six requests at once at most, as the edge limits what one client sends', async () => {
  const open: ServerResponse[] = [];
  let most = 0;
  let answered = 0;
  const storage = await connect((_request, response) => {
    most = Math.max(most, open.push(response));
    // Answered once as many are open as there will be.
    if (open.length === Math.min(6, 20 - answered))
      for (const each of open.splice(0)) each.writeHead(204).end(void (answered += 1));
  });
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => storage.write(`search/1-a/${index}.js`, 'page')),
  );
  expect([most, answered]).toEqual([6, 20]);
});

it('says that a site does not answer, or does not accept the key', async () => {
  const storage = await connect((_request, response) => void response.writeHead(401).end('{}'));
  await expect(storage.getTag('table.json')).rejects.toThrow('does not accept this key (RELEASE_KEY)');
  stops.splice(0).forEach((stop) => stop());
  await expect(storage.getTag('table.json')).rejects.toThrow('does not answer.');
});

it.each([429, 503])(
  'asks again when a busy edge answers %i, and says so when it stays busy',
  async (status) => {
    let left = 1;
    let requests = 0;
    const storage = await connect((_request, response) => {
      requests += 1;
      const isBusy = left-- > 0;
      response.writeHead(isBusy ? status : 204, { 'retry-after': '0.01' });
      response.end(isBusy ? '{"message":"Very many people use this site right now."}' : undefined);
    });
    await storage.write('search/1-a/page.js', 'page');
    expect(requests).toBe(2);
    left = Infinity;
    await expect(storage.write('search/1-a/page.js', 'page')).rejects.toThrow(
      `refused PUT search/1-a/page.js (${status}): Very many people use this site right now.`,
    );
    expect(requests).toBe(7);
  },
);
