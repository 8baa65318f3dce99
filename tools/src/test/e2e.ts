import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { handleHelpOption } from '@fareline/service-kit/command-line';
import { repoRoot } from '../local/paths.ts';
import { formatError } from '../local/user-error.ts';
import { findChromium } from './chromium.ts';

handleHelpOption(`npm run test:e2e                    runs the browser tests against a separate product
npm run test:e2e -- booking         runs one file; all arguments are passed on to playwright test
npm run test:e2e -- --list          lists the tests
E2E_REPLICAS=2 npm run test:e2e -- booking cancellation
                                    against two replicas of each service
`);
try {
  const chromium = await findChromium((line) => console.log(line));
  const cli = join(repoRoot, 'node_modules/@playwright/test/cli.js');
  const selection = process.argv.slice(2);
  // Selected tests run without the projects that theirs wait for, hence one after the other.
  const order = selection.length > 0 ? ['--no-deps', '--workers=1'] : [];
  const args = [cli, 'test', '--config=e2e/playwright.config.ts', ...order, ...selection];
  const env = { ...process.env, CHROMIUM_PATH: chromium };
  process.exitCode = spawnSync(process.execPath, args, { cwd: repoRoot, stdio: 'inherit', env }).status ?? 1;
} catch (error) {
  console.error(formatError(error));
  process.exitCode = 1;
}
