import { getDataFolder } from '../../local/paths.ts';
import { findFreePort } from '../../local/ports.ts';
import { printError } from '../../local/processes.ts';
import { startProduct, type Product } from '../../local/product.ts';
import { Supervisor } from '../../local/supervisor.ts';
import { createTestDataFolder, removeTestData } from '../../local/testing/test-data-folder.ts';
import { createMinimalEnvironment } from '../../local/testing/test-product.ts';
import { createReleases } from './releases.ts';

export interface Started {
  product: Product;
  dataDir: string;
}

/** Runs work on a product of its own without pages, and removes the product and its data afterwards. */
export async function withProduct<Result>(
  work: (started: Started) => Promise<Result>,
  env: NodeJS.ProcessEnv = {},
): Promise<Result> {
  const dataDir = createTestDataFolder(getDataFolder());
  let isStarted = false;
  // Programs are killed on purpose once the product runs; what it waits for until then is printed.
  const supervisor = new Supervisor((line) => void (isStarted || printError(line)));
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void supervisor.stopAll().finally(() => process.exit(130)));
  try {
    const product = await startProduct({
      ...{ dataDir, supervisor, port: await findFreePort(), nodeEnv: 'test', hasFrontEnds: false },
      releasesDir: await createReleases(dataDir),
      env: {
        ...{ ...createMinimalEnvironment(), TRUSTED_PROXIES: '127.0.0.1,::1' },
        ...{ DUFFEL_SANDBOX_LATENCY_MS: '0', PROVIDER_BUDGET_PER_MINUTE: '6000', ...env },
      },
    });
    isStarted = true;
    try {
      return await work({ product, dataDir });
    } finally {
      await product.stop();
    }
  } finally {
    removeTestData(dataDir);
  }
}
