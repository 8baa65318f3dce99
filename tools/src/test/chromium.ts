import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Problem } from '../local/problem.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** A Chromium to test with, brought if need be: Debian's as root, else Playwright's own. A Problem where neither can be had. */
export async function findChromium(say: (line: string) => void, env = process.env): Promise<string> {
  const found = (await findInstalled(env)) ?? (install(say) ? await findInstalled(env) : undefined);
  if (found) return found;
  throw new Problem(
    'Chromium is missing and could not be downloaded. Install it (on Debian: apt-get install chromium; ' +
      'elsewhere: npx playwright install chromium), or set CHROMIUM_PATH to one, and run npm test again.',
  );
}

async function findInstalled(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (env.CHROMIUM_PATH) {
    if (existsSync(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH;
    throw new Problem(`CHROMIUM_PATH names ${env.CHROMIUM_PATH}, which does not exist.`);
  }
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) =>
    existsSync(path),
  );
  if (onPath) return onPath;
  const { chromium } = await import('@playwright/test');
  const own = chromium.executablePath();
  return existsSync(own) ? own : undefined;
}

function install(say: (line: string) => void): boolean {
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    say('  Chromium is missing: installing the Debian package.');
    const apt = ['-qq', '-y', 'install', '--no-install-recommends', 'chromium'];
    if (run('apt-get', apt) || (run('apt-get', ['-qq', 'update']) && run('apt-get', apt))) return true;
  }
  say('  Chromium is missing: downloading the one of Playwright.');
  return run('npx', ['--no-install', 'playwright', 'install', 'chromium']);
}

function run(command: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { env, stdio: 'ignore', timeout: 300_000 }).status === 0;
}
