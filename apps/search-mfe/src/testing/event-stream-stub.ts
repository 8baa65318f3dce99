import { createServer, request, type ClientRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';

let port = 0;

/** The part of the browser's EventSource that the screens use, over real HTTP, because the DOM environment has none. */
class HttpEventSource extends EventTarget {
  readonly #request: ClientRequest;

  constructor(path: string) {
    super();
    this.#request = request({ port, path, headers: { accept: 'text/event-stream' } }, (response) => {
      if (response.statusCode !== 200) this.#fail();
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        const blocks = (text + chunk).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.#dispatch(block);
      });
    });
    this.#request.on('error', () => this.#fail());
    this.#request.end();
  }

  #dispatch(block: string) {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
    this.dispatchEvent(new MessageEvent(field('event'), { data: field('data') }));
  }

  #fail() {
    this.dispatchEvent(new Event('error'));
  }

  close() {
    this.#request.destroy();
  }
}

/** A stub server of server-sent events on a free port; each test sends the events and can count the open connections. */
export function eventStreamStub() {
  const requestUrls: URL[] = [];
  const connections = new Set<ServerResponse>();
  let status = 200;
  const server = createServer((incoming, response) => {
    requestUrls.push(new URL(incoming.url ?? '/', 'http://localhost'));
    response.writeHead(status, { 'content-type': 'text/event-stream' }).flushHeaders();
    connections.add(response);
    response.on('close', () => connections.delete(response));
  });
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    port = (server.address() as AddressInfo).port;
    vi.stubGlobal('EventSource', HttpEventSource);
  });
  beforeEach(async () => {
    // Connections of the previous test may still be closing.
    await vi.waitFor(() => expect(connections.size).toBe(0));
    requestUrls.length = 0;
    status = 200;
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    const closed = new Promise((done) => server.close(done));
    server.closeAllConnections();
    await closed;
  });
  return {
    requestUrls,
    connectionCount: () => connections.size,
    respondWithStatus: (nextStatus: number) => {
      status = nextStatus;
    },
    sendEvent: (event: string, data: unknown) => {
      const text = typeof data === 'string' ? data : JSON.stringify(data);
      for (const response of connections) response.write(`event: ${event}\ndata: ${text}\n\n`);
    },
  };
}
