import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startControlServer } from './control-server.ts';
import { getDataFolder, repoRoot } from './paths.ts';
import { findFreePort } from './ports.ts';
import { startProduct } from './product.ts';
import { createTestDataFolder } from './test-data-folder.ts';

/**
 * Starts a separate product for the browser tests and sets the variables that they read: E2E_URL, E2E_CONTROL_URL, E2E_MAIL_URL,
 * E2E_DUFFEL_URL, E2E_STRIPE_URL, E2E_DATABASE_URL, and E2E_ADMIN, the output line with the administrator's password.
 * E2E_RELEASES_DIR is a copy of the local releases, so that tests can release and roll back. Returns a function that stops it.
 */
export async function startProductForTests(): Promise<() => Promise<void>> {
  const dataDir = createTestDataFolder(getDataFolder());
  const releasesDir = join(dataDir, 'releases');
  await copyReleases(releasesDir);
  const product = await startProduct({
    dataDir,
    releasesDir,
    port: await findFreePort(),
    nodeEnv: 'test',
    isTemporary: true,
    env: {
      ...createMinimalEnvironment(),
      DUFFEL_SANDBOX_LATENCY_MS: '150',
      PROVIDER_BUDGET_PER_MINUTE: '600',
      LOG_LEVEL: 'info',
      // Each test sets its own client IP address in X-Forwarded-For.
      TRUSTED_PROXIES: '127.0.0.1,::1',
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
    E2E_ADMIN: product.administrator.join('\n'),
  });
  return async () => {
    control.server.close();
    await product.stop();
  };
}

/** Builds changed front ends into the local releases first, so that the next test run and the next start reuse them. */
async function copyReleases(target: string): Promise<void> {
  const releases = join(getDataFolder(), 'releases');
  const command = [join(repoRoot, 'tools/src/release/release.ts'), '--all', '--if-changed'];
  await promisify(execFile)(process.execPath, command, { env: { ...process.env, RELEASES_DIR: releases } });
  await cp(releases, target, { recursive: true });
}

/** Leaves out provider keys, so that a test never makes a real booking. */
function createMinimalEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG } = process.env;
  return { PATH, HOME, LANG };
}
