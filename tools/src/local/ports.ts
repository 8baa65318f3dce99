import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { UserError } from './user-error.ts';

/** Below the ephemeral port range: an outgoing connection could otherwise take the port before its server listens. */
const lowestPort = 20_000;
const highestPort = 32_000;
const portsPerBlock = 40;
const maxAttempts = 200;
const ports = generatePorts();

/**
 * A free port of 127.0.0.1 that neither this process nor another one that is starting a product has allocated before.
 * Throws a UserError when there is none.
 */
export async function findFreePort(): Promise<number> {
  const { value } = await ports.next();
  if (value) return value;
  throw new UserError(`No free port was found between ${lowestPort} and ${highestPort}.`);
}

/**
 * Allocates ports in blocks. Listening on the first port of a block reserves the block until this process exits, because two
 * products that start at the same time allocate ports seconds before their programs listen on them.
 */
async function* generatePorts(): AsyncGenerator<number, undefined> {
  for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
    const first = lowestPort + portsPerBlock * randomInt((highestPort - lowestPort) / portsPerBlock);
    const lock = await listen(first, '127.0.0.1').catch(() => undefined);
    if (!lock) continue;
    lock.unref();
    for (let port = first + 1; port < first + portsPerBlock; port += 1) {
      const isFree = await tryPort(port, '127.0.0.1').then(
        () => true,
        () => false,
      );
      if (isFree) yield port;
    }
  }
  return undefined;
}

/** Throws a UserError when this process cannot listen on the port. */
export async function assertPortFree(port: number): Promise<void> {
  try {
    await tryPort(port, undefined);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const other = port < 65_000 ? port + 1 : 3000;
    const advice = `Choose another one: PORT=${other} npm start`;
    if (code === 'EADDRINUSE') throw new UserError(`Port ${port} is in use by another program. ${advice}`);
    if (code === 'EACCES') throw new UserError(`This user may not listen on port ${port}. ${advice}`);
    throw error;
  }
}

/** Parses PORT; an empty or missing value is the default. Throws a UserError when it is no port number. */
export function parsePort(value: string | undefined, defaultPort: number): number {
  if (value === undefined || value === '') return defaultPort;
  const port = Number(value);
  if (!/^\d+$/.test(value) || port < 1 || port > 65_535) {
    throw new UserError(`PORT must be a number from 1 to 65535, not "${value}".`);
  }
  return port;
}

async function tryPort(port: number, host: string | undefined): Promise<void> {
  const server = await listen(port, host);
  await new Promise((resolve) => server.close(resolve));
}

async function listen(port: number, host: string | undefined): Promise<Server> {
  const server = createServer().listen({ port, host, exclusive: true });
  await once(server, 'listening');
  return server;
}
