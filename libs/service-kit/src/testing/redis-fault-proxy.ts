import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy before a Redis that refuses connections (`shut`), forwards nothing (`silence`), and works again (`open`). */
export async function startRedisFaultProxy(redisUrl: string) {
  const target = new URL(redisUrl);
  const sockets = new Set<Socket>();
  let state: 'open' | 'shut' | 'silent' = 'open';
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((inner) => {
    track(inner);
    if (state === 'shut') return void inner.destroy();
    const outer = connect(Number(target.port), target.hostname);
    track(outer);
    inner.on('data', (bytes) => void (state === 'silent' || outer.write(bytes)));
    outer.on('data', (bytes) => void (state === 'silent' || inner.write(bytes)));
    inner.on('close', () => outer.destroy());
    outer.on('close', () => inner.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const cut = () => sockets.forEach((socket) => socket.destroy());
  return {
    url: `redis://127.0.0.1:${address.port}${target.pathname}`,
    refuse() {
      state = 'shut';
      cut();
    },
    stall() {
      state = 'silent';
    },
    restore() {
      if (state === 'silent') cut();
      state = 'open';
    },
    close() {
      cut();
      server.close();
    },
  };
}
