import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { answerHelp } from '../local/help.ts';
import { dataFolder, repoRoot } from '../local/paths.ts';
import { findRunning } from '../local/running.ts';

answerHelp(`npm run admin:create -- <user name> <email>   makes an administrator in the product that runs here, or in the
                                              database of DATABASE_URL; prints the password once
`);

const databaseUrl = process.env.DATABASE_URL || findRunning(dataFolder())?.databaseUrl;
if (databaseUrl) {
  const file = join(repoRoot, 'services/accounts/src/admin-create.ts');
  const env = { DATABASE_SCHEMA: 'accounts', ...process.env, DATABASE_URL: databaseUrl };
  process.exitCode =
    spawnSync(process.execPath, [file, ...process.argv.slice(2)], { stdio: 'inherit', env }).status ?? 1;
} else {
  process.stderr.write('Nothing runs here: begin with npm start, or set DATABASE_URL.\n');
  process.exitCode = 1;
}
