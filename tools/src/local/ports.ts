import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { Problem } from './problem.ts';

/** Below those that systems give to outgoing connections: one of them could take the port before its server listens. */
const lowestPort = 20_000;
const highestPort = 32_000;
const portsPerBlock = 40;
const maxTries = 200;
const ports = generatePorts();

/**
 * A port of 127.0.0.1 that is free and was not given before, by this process or by another one that starts a product now.
 * A Problem when there is none.
 */
export async function freePort(): Promise<number> {
  const { value } = await ports.next();
  if (value) return value;
  throw new Problem(`No free port was found between ${lowestPort} and ${highestPort}.`);
}

/**
 * Ports in blocks. The first port of a block is listened on for as long as this process lives: two products that start
 * at once choose their ports seconds before their programs listen there, and must not choose the same.
 */
async function* generatePorts(): AsyncGenerator<number, undefined> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const first = lowestPort + portsPerBlock * randomInt((highestPort - lowestPort) / portsPerBlock);
    const lock = await listen(first, '127.0.0.1').catch(() => undefined);
    if (!lock) continue;
    lock.unref();
    for (let port = first + 1; port < first + portsPerBlock; port += 1) {
      if (await isFree(port)) yield port;
    }
  }
  return undefined;
}

/** Throws a Problem when the port the visitor's browser is to use cannot be had. */
export async function assertPortFree(port: number): Promise<void> {
  try {
    await tryPort(port, undefined);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const other = port < 65_000 ? port + 1 : 3000;
    const advice = `Choose another one: PORT=${other} npm start`;
    if (code === 'EADDRINUSE') throw new Problem(`Port ${port} is taken by another program. ${advice}`);
    if (code === 'EACCES') throw new Problem(`This user may not listen on port ${port}. ${advice}`);
    throw error;
  }
}

/** The port to use: PORT, or the default. */
export function parsePort(value: string | undefined, fallback: number): number {
  if (value === undefined || value === '') return fallback;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Problem(`PORT must be a number from 1 to 65535, not "${value}".`);
  }
  return port;
}

async function isFree(port: number): Promise<boolean> {
  return tryPort(port, '127.0.0.1').then(
    () => true,
    () => false,
  );
}

async function tryPort(port: number, host: string | undefined): Promise<void> {
  const server = await listen(port, host);
  await new Promise((resolve) => server.close(resolve));
}

function listen(port: number, host: string | undefined): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => resolve(server));
  });
}
