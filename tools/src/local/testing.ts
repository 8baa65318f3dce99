import { join } from 'node:path';
import { serveControl } from './control.ts';
import { dataFolder } from './paths.ts';
import { freePort } from './ports.ts';
import { startProduct } from './product.ts';
import { throwawayFolder } from './throwaway.ts';

/**
 * A product of its own for browser tests. Its addresses go into the environment, where tests find them: E2E_URL,
 * E2E_CONTROL_URL, E2E_MAIL_URL, E2E_DUFFEL_URL, E2E_STRIPE_URL, E2E_DATABASE_URL, and E2E_ADMIN, the line with the administrator's
 * password. Front ends come from the releases of the working copy, built where they changed.
 */
export async function startProductForTests(): Promise<() => Promise<void>> {
  const product = await startProduct({
    dataDir: throwawayFolder(dataFolder()),
    releasesDir: join(dataFolder(), 'releases'),
    port: await freePort(),
    nodeEnv: 'test',
    throwaway: true,
    hosts: ['second.localhost'],
    env: {
      ...keepPath(),
      DUFFEL_SANDBOX_LATENCY_MS: '150',
      PROVIDER_BUDGET_PER_MINUTE: '600',
      LOG_LEVEL: 'info',
    },
  });
  const control = await serveControl(product.supervisor);
  Object.assign(process.env, {
    E2E_URL: product.url,
    E2E_CONTROL_URL: control.url,
    E2E_MAIL_URL: product.mailUrl,
    E2E_DUFFEL_URL: product.duffelUrl,
    E2E_STRIPE_URL: product.stripeUrl,
    E2E_DATABASE_URL: product.databaseUrl,
    E2E_ADMIN: product.administrator.join('\n'),
  });
  return async () => {
    control.server.close();
    await product.stop();
  };
}

/** Nothing else: a provider key in the terminal must not turn a test into a real booking. */
function keepPath(): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG } = process.env;
  return { PATH, HOME, LANG };
}
