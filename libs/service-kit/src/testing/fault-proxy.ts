import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * Starts a TCP proxy in front of a server that can refuse connections (`refuse`), forward no data (`stall`), and forward
 * again (`restore`).
 */
export async function startFaultProxy(targetUrl: string) {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  let state: 'forwarding' | 'refusing' | 'stalled' = 'forwarding';
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((inner) => {
    track(inner);
    if (state === 'refusing') return void inner.destroy();
    const outer = connect(Number(target.port), target.hostname);
    track(outer);
    inner.on('data', (bytes) => void (state === 'stalled' || outer.write(bytes)));
    outer.on('data', (bytes) => void (state === 'stalled' || inner.write(bytes)));
    inner.on('close', () => outer.destroy());
    outer.on('close', () => inner.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const closeConnections = () => sockets.forEach((socket) => socket.destroy());
  return {
    url: Object.assign(new URL(targetUrl), { hostname: '127.0.0.1', port: String(address.port) }).href,
    refuse() {
      state = 'refusing';
      closeConnections();
    },
    stall() {
      state = 'stalled';
    },
    restore() {
      if (state === 'stalled') closeConnections();
      state = 'forwarding';
    },
    close() {
      closeConnections();
      server.close();
    },
  };
}
