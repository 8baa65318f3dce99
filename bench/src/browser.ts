import { existsSync } from 'node:fs';
import { chromium, type Browser } from '@playwright/test';

/** CHROMIUM_PATH, else Debian's own, else Playwright's. */
export async function launchChromium(args: string[] = []): Promise<Browser> {
  const installed = [process.env.CHROMIUM_PATH, '/usr/bin/chromium'].find((path) => path && existsSync(path));
  return chromium.launch({
    args: ['--no-sandbox', ...args],
    ...(installed ? { executablePath: installed } : {}),
  });
}
