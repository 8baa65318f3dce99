import type { FastifyInstance } from 'fastify';
import { ConfigError } from './config.ts';
import { drainTimeoutMs } from './drain.ts';

/**
 * Starts a service and shuts it down gracefully: on SIGTERM or SIGINT it accepts no new connections, completes requests in
 * flight, closes its resources and exits with 0. A second signal, or the end of `drainTimeoutMs`, exits immediately with 1.
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

/** A message that says what to do for errors of configuration or a port in use, else the stack. */
function formatStartError(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code, port, stack } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken: set PORT to another one, or stop the program that listens there.`;
  return String(stack);
}
