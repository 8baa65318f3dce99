import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolder, startProgram } from '../programs.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Builds and releases every front end as it is now. */
export async function releaseProduct(): Promise<string> {
  const releases = await createTemporaryFolder('releases');
  const { PATH } = process.env;
  const command = [join(root, 'tools/src/release/release.ts'), '--all'];
  await promisify(execFile)(process.execPath, command, { cwd: root, env: { PATH, RELEASES_DIR: releases } });
  return releases;
}

/** The page server before a folder of releases. No call is passed on: they are answered before they reach it. */
export async function startPages(releases: string): Promise<string> {
  const nobody = 'http://127.0.0.1:9';
  const { url } = await startProgram('services/edge/src/main.ts', {
    NODE_ENV: 'production',
    SITE_ORIGIN: 'http://localhost:3000',
    SERVICE_CREDENTIAL: 'a-credential-for-benchmarks',
    TRUSTED_PROXIES: 'none',
    RELEASES_DIR: releases,
    ACCOUNTS_URL: nobody,
    PAYMENTS_URL: nobody,
    FLIGHTS_URL: nobody,
  });
  // What a page server reads once is read before anybody measures.
  for (const path of ['/', '/search']) {
    const response = await fetch(url + path, { headers: { host: 'localhost' } });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    await response.arrayBuffer();
  }
  return url;
}
