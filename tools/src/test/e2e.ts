import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { repoRoot } from '../local/paths.ts';
import { describe } from '../local/problem.ts';
import { findChromium } from './chromium.ts';

// npm run test:e2e -- <Playwright's own arguments>
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
