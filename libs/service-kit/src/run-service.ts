import type { FastifyInstance } from 'fastify';
import type { DestinationStream } from 'pino';
import { ConfigError } from './config.ts';
import { describeDatabaseError } from './db/describe-database-error.ts';
import type { CommonConfig } from './config.ts';
import { drainTimeoutMs } from './drain.ts';
import { startTracing } from './tracing/start-tracing.ts';

/** Connections that wait to be accepted: clients of those that do not fit try again only after a second or more. */
const backlog = 4_096;

/** What a service is started from, which its `main.ts` exports. */
export interface Service<Config> {
  name: string;
  readConfig(env: Record<string, string | undefined>): Config;
  /** Creates the server, which does not listen yet. Its log lines go to stdout unless there is a stream for them. */
  build(config: Config, options: ServiceOptions): Promise<FastifyInstance>;
  /** Whether anyone on the internet may call it. */
  isPublic?: boolean;
}

export interface ServiceOptions {
  logStream?: DestinationStream | undefined;
}

/**
 * Starts a service and shuts it down gracefully: on SIGTERM or SIGINT it accepts no new connections, completes requests in
 * flight, closes its resources and exits with 0. A second signal, or the end of `drainTimeoutMs`, exits immediately with 1.
 */
export async function runService<Config extends CommonConfig>({
  name,
  readConfig,
  build,
  isPublic = false,
}: Service<Config>): Promise<void> {
  try {
    const config = readConfig(process.env);
    const { HOST: host, PORT: port } = config;
    const stopTracing = await startTracing({ name, config, isPublic });
    const app = await build(config, {});
    const address = await app.listen({ host, port, backlog }).catch((cause: NodeJS.ErrnoException) => {
      const sentence = describeListenError(cause, host, port);
      throw sentence ? new ConfigError(sentence, { cause }) : cause;
    });
    process.stdout.write(`${name} listening on ${address}\n`);
    let isStopping = false;
    const stop = () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      setTimeout(() => process.exit(1), drainTimeoutMs).unref();
      app
        .close()
        .then(stopTracing)
        .then(
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

/** A message that says what to do when the service cannot listen there; undefined for any other error. */
function describeListenError(
  { code }: NodeJS.ErrnoException,
  host: string,
  port: number,
): string | undefined {
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken: set PORT to another one, or stop the program that listens there.`;
  if (code === 'EACCES') return `This user may not listen on port ${port}: set PORT to 1024 or more.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${host} is not an address of this machine: set HOST to one that is, such as 127.0.0.1, or to 0.0.0.0 for all.`;
  return undefined;
}

/** A message that says what to do for errors of configuration and of the database, else the stack. */
function formatStartError(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  return describeDatabaseError(error) ?? String((error as Error).stack);
}
