import type { FastifyInstance } from 'fastify';
import { ConfigError } from './config.ts';
import { drainTimeoutMs } from './drain.ts';

/**
 * Starts a service and stops it cleanly: on SIGTERM or SIGINT it takes no new requests, finishes those in flight, closes
 * what it opened and exits. A second signal, or `drainLimitMs`, ends it at once.
 */
export async function runService(
  name: string,
  start: () => Promise<{ app: FastifyInstance; host: string; port: number }>,
): Promise<void> {
  try {
    const { app, host, port } = await start();
    const address = await app.listen({ host, port });
    process.stdout.write(`${name} listening on ${address}\n`);
    let isStopping = false;
    const stop = () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      setTimeout(() => process.exit(1), drainTimeoutMs).unref();
      app.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  } catch (error) {
    process.stderr.write(`${name}: ${formatStartError(error)}\n`);
    process.exit(1);
  }
}

/** A sentence where the person who starts the service can put it right, else the stack. */
function formatStartError(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code, port, stack } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken: set PORT to another one, or stop the program that listens there.`;
  return String(stack);
}
