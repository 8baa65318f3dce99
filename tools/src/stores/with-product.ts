import { createReleases } from '../endpoints/testing/releases.ts';
import { getDataFolder } from '../local/paths.ts';
import { findFreePort } from '../local/ports.ts';
import { startProduct, type Product } from '../local/product.ts';
import { Supervisor } from '../local/supervisor.ts';
import { createTestDataFolder, removeTestData } from '../local/test-data-folder.ts';

export interface World {
  product: Product;
  dataDir: string;
}

/** Runs a check on a product of its own without pages, and prints the problems that it returns. */
export async function withProduct(
  name: string,
  env: NodeJS.ProcessEnv,
  check: (world: World) => Promise<string[]>,
): Promise<void> {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const dataDir = createTestDataFolder(getDataFolder());
  const supervisor = new Supervisor(print);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void supervisor.stopAll().finally(() => process.exit(130)));
  const { PATH, HOME, LANG } = process.env;
  try {
    const product = await startProduct({
      ...{ dataDir, supervisor, port: await findFreePort(), nodeEnv: 'test', hasFrontEnds: false },
      releasesDir: await createReleases(dataDir),
      env: {
        ...{ PATH, HOME, LANG, TRUSTED_PROXIES: '127.0.0.1,::1' },
        ...{ DUFFEL_SANDBOX_LATENCY_MS: '0', PROVIDER_BUDGET_PER_MINUTE: '6000', ...env },
      },
    });
    const problems = await check({ product, dataDir });
    for (const problem of problems) print(`✗ ${problem}`);
    print(`${name}: ${problems.length === 0 ? 'passed' : 'failed'}`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  } finally {
    await supervisor.stopAll();
    removeTestData(dataDir);
  }
}
