import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { dataFolder, repoRoot } from '../local/paths.ts';
import { findRunning } from '../local/running.ts';

/**
 * Runs a command of the accounts service on the product that runs just now, or on the database of DATABASE_URL.
 * `localEnv` says what the command needs besides; what is undefined is left out.
 */
export function runAccountsCommand(
  file: string,
  localEnv: (dataDir: string) => NodeJS.ProcessEnv = () => ({}),
): void {
  const dataDir = dataFolder();
  const { DATABASE_URL: givenUrl } = process.env;
  const databaseUrl = givenUrl || findRunning(dataDir)?.databaseUrl;
  if (!databaseUrl) {
    process.stderr.write('Nothing runs here: begin with npm start, or set DATABASE_URL.\n');
    process.exitCode = 1;
    return;
  }
  const env = {
    DATABASE_SCHEMA: 'accounts',
    ...process.env,
    ...localEnv(dataDir),
    DATABASE_URL: databaseUrl,
  };
  const args = [join(repoRoot, 'services/accounts/src', file), ...process.argv.slice(2)];
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
}
