import { createServer, request, type ClientRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';

let port = 0;

/** The browser's EventSource as far as the screens use it, over real HTTP: the simulated page has none. */
class HttpEventSource extends EventTarget {
  readonly #call: ClientRequest;

  constructor(path: string) {
    super();
    this.#call = request({ port, path, headers: { accept: 'text/event-stream' } }, (response) => {
      if (response.statusCode !== 200) this.#fail();
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        const blocks = (text + chunk).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.#tell(block);
      });
    });
    this.#call.on('error', () => this.#fail());
    this.#call.end();
  }

  #tell(block: string) {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
    this.dispatchEvent(new MessageEvent(field('event'), { data: field('data') }));
  }

  #fail() {
    this.dispatchEvent(new Event('error'));
  }

  close() {
    this.#call.destroy();
  }
}

/** A service of server-sent events on a free port; each test says what it tells, and sees who still listens. */
export function eventStreamStub() {
  const seen: URL[] = [];
  const listeners = new Set<ServerResponse>();
  let status = 200;
  const server = createServer((call, response) => {
    seen.push(new URL(call.url ?? '/', 'http://localhost'));
    response.writeHead(status, { 'content-type': 'text/event-stream' }).flushHeaders();
    listeners.add(response);
    response.on('close', () => listeners.delete(response));
  });
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    port = (server.address() as AddressInfo).port;
    vi.stubGlobal('EventSource', HttpEventSource);
  });
  beforeEach(async () => {
    // The screen of the test before may still be hanging up.
    await vi.waitFor(() => expect(listeners.size).toBe(0));
    seen.length = 0;
    status = 200;
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    const closed = new Promise((done) => server.close(done));
    server.closeAllConnections();
    await closed;
  });
  return {
    seen,
    listeners: () => listeners.size,
    refuses: (answer: number) => {
      status = answer;
    },
    tells: (event: string, data: unknown) => {
      const text = typeof data === 'string' ? data : JSON.stringify(data);
      for (const response of listeners) response.write(`event: ${event}\ndata: ${text}\n\n`);
    },
  };
}
