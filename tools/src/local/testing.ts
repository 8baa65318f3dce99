import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serveControl } from './control.ts';
import { dataFolder, repoRoot } from './paths.ts';
import { freePort } from './ports.ts';
import { startProduct } from './product.ts';
import { throwawayFolder } from './throwaway.ts';

/**
 * A product of its own for browser tests. Its addresses go into the environment, where tests find them: E2E_URL,
 * E2E_CONTROL_URL, E2E_MAIL_URL, E2E_DUFFEL_URL, E2E_STRIPE_URL, E2E_DATABASE_URL, and E2E_ADMIN, the line with the administrator's
 * password. E2E_RELEASES_DIR is a copy of the working copy's releases, so that journeys can release and take back.
 */
export async function startProductForTests(): Promise<() => Promise<void>> {
  const dataDir = throwawayFolder(dataFolder());
  const releasesDir = join(dataDir, 'releases');
  await copyReleases(releasesDir);
  const product = await startProduct({
    dataDir,
    releasesDir,
    port: await freePort(),
    nodeEnv: 'test',
    throwaway: true,
    env: {
      ...keepPath(),
      DUFFEL_SANDBOX_LATENCY_MS: '150',
      PROVIDER_BUDGET_PER_MINUTE: '600',
      LOG_LEVEL: 'info',
      // Each journey says which address it comes from.
      TRUSTED_PROXIES: '127.0.0.1,::1',
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
    E2E_RELEASES_DIR: releasesDir,
    E2E_ADMIN: product.administrator.join('\n'),
  });
  return async () => {
    control.server.close();
    await product.stop();
  };
}

/** Builds what changed into the working copy's own releases first: the next run and the next start find it there. */
async function copyReleases(target: string): Promise<void> {
  const releases = join(dataFolder(), 'releases');
  const command = [join(repoRoot, 'tools/src/release/release.ts'), '--all', '--if-changed'];
  await promisify(execFile)(process.execPath, command, { env: { ...process.env, RELEASES_DIR: releases } });
  await cp(releases, target, { recursive: true });
}

/** Nothing else: a provider key in the terminal must not turn a test into a real booking. */
function keepPath(): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG } = process.env;
  return { PATH, HOME, LANG };
}
