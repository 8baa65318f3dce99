import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { createLargeResponses } from './large-responses.ts';

it('[LIMIT-02] a client that reads nothing of a large response for a while is disconnected, and its stream ends', async () => {
  const app = Fastify();
  const addLargeResponse = createLargeResponses(50);
  const stream = new PassThrough().on('error', () => undefined);
  app.get('/', async (_request, reply) => {
    addLargeResponse(reply, stream);
    return reply.send(stream);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  const closed = once(stream, 'close');
  // More than what the operating system keeps of it.
  stream.write(Buffer.alloc(16 * 1024 * 1024));
  await once(socket, 'readable');
  await expect(closed).resolves.toBeDefined();
  socket.destroy();
  await app.close();
});
