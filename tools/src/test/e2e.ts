import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { repoRoot } from '../local/paths.ts';
import { answerHelp } from '../local/help.ts';
import { describe } from '../local/problem.ts';
import { findChromium } from './chromium.ts';

answerHelp(`npm run test:e2e               the journeys in a browser, against a product of their own
npm run test:e2e -- main-job   those of one file; any argument of playwright test is passed on
npm run test:e2e -- --list     what there is
`);
try {
  const chromium = await findChromium((line) => console.log(line));
  const cli = join(repoRoot, 'node_modules/@playwright/test/cli.js');
  const args = [cli, 'test', '--config=e2e/playwright.config.ts', ...process.argv.slice(2)];
  const env = { ...process.env, CHROMIUM_PATH: chromium };
  process.exitCode = spawnSync(process.execPath, args, { cwd: repoRoot, stdio: 'inherit', env }).status ?? 1;
} catch (error) {
  console.error(describe(error));
  process.exitCode = 1;
}
