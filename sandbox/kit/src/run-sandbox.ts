import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

export const portVariable = (defaultPort: number) =>
  z.coerce.number().int().min(0).max(65_535).default(defaultPort);

/** The variables that every sandbox has. */
export const commonVariables = (defaultPort: number) => ({
  PORT: portVariable(defaultPort),
  HOST: z.string().default('127.0.0.1'),
  /** Journal that keeps the state over a restart. */
  STATE_FILE: z.string().optional(),
});

/** Parses the environment, in which an empty variable counts as unset; throws an error that names every invalid variable. */
export function parseEnv<S extends z.ZodType>(
  schema: S,
  env: Record<string, string | undefined>,
): z.output<S> {
  const parsed = schema.safeParse(
    Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')),
  );
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Cannot start the sandbox: ${issues.join('; ')}`);
}

/** Starts a sandbox with the settings of this process, prints the line that `npm start` waits for, and closes it at SIGINT or SIGTERM. */
export async function runSandbox(
  name: string,
  start: (env: NodeJS.ProcessEnv) => Promise<{ url: string; smtpUrl?: string; close(): Promise<unknown> }>,
): Promise<void> {
  const { url, smtpUrl, close } = await start(process.env);
  console.log(`${name} sandbox listening on ${url}${smtpUrl ? ` , SMTP on ${smtpUrl}` : ''}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().then(() => process.exit(0)));
}

/** A signal that is aborted when the server stops, to end delayed responses. */
export function createClosingSignal(app: FastifyInstance): AbortSignal {
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  return closing.signal;
}
