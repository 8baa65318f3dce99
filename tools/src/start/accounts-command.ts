import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { getDataFolder, repoRoot } from '../local/paths.ts';
import { findRunningProduct } from '../local/running-product.ts';

/**
 * Runs a command of the accounts service on the database of DATABASE_URL, or of the running product. `localEnv` returns more
 * variables for the command; undefined values are left out.
 */
export function runAccountsCommand(
  file: string,
  localEnv: (dataDir: string) => NodeJS.ProcessEnv = () => ({}),
): void {
  const dataDir = getDataFolder();
  const running = process.env.DATABASE_URL ? undefined : findRunningProduct(dataDir);
  const databaseUrl = process.env.DATABASE_URL || running?.databaseUrl;
  if (!databaseUrl) {
    process.stderr.write('The product is not running: start it with npm start, or set DATABASE_URL.\n');
    process.exitCode = 1;
    return;
  }
  const env = {
    DATABASE_SCHEMA: 'accounts',
    ...(running && { SITE_ORIGIN: running.url }),
    ...process.env,
    ...localEnv(dataDir),
    DATABASE_URL: databaseUrl,
  };
  const args = [join(repoRoot, 'services/accounts/src/commands', file), ...process.argv.slice(2)];
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
}
