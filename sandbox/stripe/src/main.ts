import { runSandbox } from '@fareline/sandbox-kit';
import { buildStripeSandbox } from './app.ts';
import { readConfig } from './config.ts';

/** Tests of services call it in their process. @public */
export async function start(env: Record<string, string | undefined>) {
  const { port, host, options } = readConfig(env);
  const app = buildStripeSandbox(options);
  return { url: await app.listen({ port, host }), close: () => app.close() };
}

if (import.meta.main) await runSandbox('Stripe', start);
