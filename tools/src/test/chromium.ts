import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { UserError } from '../local/user-error.ts';

const binaryNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Finds a Chromium, or installs one: the Debian package as root, else the one of Playwright. Throws a UserError when that fails. */
export async function findChromium(print: (line: string) => void, env = process.env): Promise<string> {
  const found = (await findInstalled(env)) ?? (install(print) ? await findInstalled(env) : undefined);
  if (found) return found;
  throw new UserError(
    'Chromium is missing and could not be downloaded. Install it (on Debian: apt-get install chromium; ' +
      'elsewhere: npx playwright install chromium), or set CHROMIUM_PATH to its binary, and run npm test again.',
  );
}

async function findInstalled(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (env.CHROMIUM_PATH) {
    if (existsSync(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH;
    throw new UserError(`CHROMIUM_PATH is ${env.CHROMIUM_PATH}, which does not exist.`);
  }
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const onPath = binaryNames
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
  if (onPath) return onPath;
  const { chromium } = await import('@playwright/test');
  const bundled = chromium.executablePath();
  return existsSync(bundled) ? bundled : undefined;
}

function install(print: (line: string) => void): boolean {
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    print('  Chromium is missing: installing the Debian package.');
    const apt = ['-qq', '-y', 'install', '--no-install-recommends', 'chromium'];
    if (run('apt-get', apt) || (run('apt-get', ['-qq', 'update']) && run('apt-get', apt))) return true;
  }
  print('  Chromium is missing: downloading the one that Playwright provides.');
  return run('npx', ['--no-install', 'playwright', 'install', 'chromium']);
}

function run(command: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { env, stdio: 'ignore', timeout: 300_000 }).status === 0;
}
