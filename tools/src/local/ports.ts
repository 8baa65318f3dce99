import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { Problem } from './problem.ts';

/** Below those that systems give to outgoing connections: one of them could take the port before its server listens. */
const lowestPort = 20_000;
const highestPort = 32_000;
const mostTries = 100;
const given = new Set<number>();

/** A port of 127.0.0.1 that nobody listens on just now and that was not given before. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const port = randomInt(lowestPort, highestPort);
    if (given.has(port)) continue;
    given.add(port);
    const free = await tryPort(port, '127.0.0.1').catch(() => undefined);
    if (free) return free;
  }
  throw new Problem(`No free port was found between ${lowestPort} and ${highestPort}.`);
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

function tryPort(port: number, host: string | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const found = typeof address === 'object' && address ? address.port : port;
      server.close(() => resolve(found));
    });
  });
}
