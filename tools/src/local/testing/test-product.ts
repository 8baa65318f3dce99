import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { startControlServer } from './control-server.ts';
import { getDataFolder, repoRoot } from '../paths.ts';
import { localKeyFile } from '../signing-key.ts';
import { findFreePort } from '../ports.ts';
import { startProduct, type Product, type ProductOptions } from '../product.ts';
import { printError, runCommand } from '../processes.ts';
import { logWhileWaiting } from '../still-waiting.ts';
import { createTestDataFolder, removeTestData } from './test-data-folder.ts';

/** A product of its own, whose data is removed when it stops. */
export interface TestProduct {
  product: Product;
  /** A copy of the local releases, so that tests can release and roll back. */
  releasesDir: string;
}

/** Starts a separate product on a free port. A client's IP address is the one of X-Forwarded-For. */
export async function startTestProduct(options: {
  replicas?: number;
  nodeEnv: ProductOptions['nodeEnv'];
  env: Record<string, string>;
}): Promise<TestProduct> {
  const dataDir = createTestDataFolder(getDataFolder());
  const releasesDir = join(dataDir, 'releases');
  // Another product that starts now may build there, and takes its files away when it is done.
  await cp(await releaseProduct(), releasesDir, { recursive: true });
  const product = await startProduct({
    ...options,
    dataDir,
    releasesDir,
    port: await findFreePort(),
    isTemporary: true,
    env: {
      ...createMinimalEnvironment(),
      TRUSTED_PROXIES: '127.0.0.1,::1',
      // Production has the administration elsewhere.
      ...(options.nodeEnv === 'production' && { ADMIN_ORIGIN: 'https://admin.fareline.test' }),
      ...options.env,
    },
  });
  const stop = async () => {
    await product.stop();
    removeTestData(dataDir);
  };
  return { product: { ...product, stop }, releasesDir };
}

/**
 * Starts a product for the browser tests and sets the variables that they read: E2E_URL, E2E_CONTROL_URL, E2E_MAIL_URL,
 * E2E_DUFFEL_URL, E2E_STRIPE_URL, E2E_DATABASE_URL, E2E_RELEASES_DIR, E2E_RELEASE_KEY, and E2E_ADMIN, the output line with the administrator's
 * password. Returns a function that stops it.
 */
export async function startProductForTests(): Promise<() => Promise<void>> {
  const { product, releasesDir } = await startTestProduct({
    replicas: Number(process.env.E2E_REPLICAS ?? 1),
    nodeEnv: 'test',
    env: {
      ...{ DUFFEL_SANDBOX_LATENCY_MS: '150', PROVIDER_BUDGET_PER_MINUTE: '600', LOG_LEVEL: 'info' },
      // One administrator reads for all tests.
      STAFF_READS_PER_HOUR: '100000',
    },
  });
  const control = await startControlServer(product.supervisor);
  Object.assign(process.env, {
    E2E_URL: product.url,
    E2E_CONTROL_URL: control.url,
    E2E_MAIL_URL: product.mailUrl,
    E2E_DUFFEL_URL: product.duffelUrl,
    E2E_STRIPE_URL: product.stripeUrl,
    E2E_DATABASE_URL: product.databaseUrl,
    E2E_RELEASES_DIR: releasesDir,
    E2E_RELEASE_KEY: localKeyFile(),
    E2E_ADMIN: product.administrator.join('\n'),
  });
  return async () => {
    control.server.close();
    await product.stop();
  };
}

const getLocalReleases = () => join(getDataFolder(), 'releases');

/**
 * Releases changed front ends locally, for the next test run and the next start too, from the build that the checks have made and
 * measured. Returns the folder.
 */
async function releaseProduct(): Promise<string> {
  const build = ['run-many', '-t', 'build', '--output-style=static'];
  await runScript('Building the front ends', 'node_modules/nx/dist/bin/nx.js', build);
  // The services of this checkout, too: a start before may have recorded contracts that have changed since.
  const options = ['--all', '--built', 'dist', '--if-changed', '--uncommitted', '--services'];
  await runScript('Releasing the front ends', 'tools/src/release/release.ts', options);
  return getLocalReleases();
}

async function runScript(name: string, script: string, args: string[]): Promise<void> {
  const work = runCommand({
    name,
    command: process.execPath,
    args: [join(repoRoot, script), ...args],
    cwd: repoRoot,
    env: { ...process.env, RELEASES_DIR: getLocalReleases(), RELEASES_BUCKET: '' },
  });
  await logWhileWaiting(work, printError, () => name);
}

/** Leaves out provider keys, so that a test never makes a real booking. */
export function createMinimalEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG } = process.env;
  return { PATH, HOME, LANG };
}
