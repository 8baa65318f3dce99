import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolder, startProgram } from '../programs.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Builds and releases all front ends and returns the releases folder. */
export async function releaseProduct(): Promise<string> {
  const releases = await createTemporaryFolder('releases');
  const { PATH } = process.env;
  const command = [join(root, 'tools/src/release/release.ts'), '--all'];
  await promisify(execFile)(process.execPath, command, { cwd: root, env: { PATH, RELEASES_DIR: releases } });
  return releases;
}

/** Starts the edge with a releases folder. The TLS proxy answers all API calls before they reach the edge. */
export async function startEdgeWithReleases(releases: string): Promise<string> {
  const unusedUrl = 'http://127.0.0.1:9';
  const { url } = await startProgram('services/edge/src/main.ts', {
    NODE_ENV: 'production',
    SITE_ORIGIN: 'http://localhost:3000',
    TRUSTED_PROXIES: 'none',
    RELEASES_DIR: releases,
    ACCOUNTS_URL: unusedUrl,
    PAYMENTS_URL: unusedUrl,
    FLIGHTS_URL: unusedUrl,
  });
  // Warms up the edge before the measurements.
  for (const path of ['/', '/search']) {
    const response = await fetch(url + path, { headers: { host: 'localhost' } });
    if (!response.ok) throw new Error(`${path} returned ${response.status}`);
    await response.arrayBuffer();
  }
  return url;
}
