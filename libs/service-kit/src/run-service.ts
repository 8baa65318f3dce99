import type { FastifyInstance } from 'fastify';
import { ConfigError } from './config.ts';

/**
 * Starts a service and ends it cleanly: on SIGTERM or SIGINT it takes no new requests, finishes those under way, closes
 * what it opened and goes. A second signal, or 20 s, ends it at once.
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
      setTimeout(() => process.exit(1), 20_000).unref();
      app.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  } catch (error) {
    process.stderr.write(
      `${name}: ${error instanceof ConfigError ? error.message : (error as Error).stack}\n`,
    );
    process.exit(1);
  }
}
