import { existsSync } from 'node:fs';
import { chromium, type Browser } from '@playwright/test';

/** Launches Chromium: the one of CHROMIUM_PATH, else the one of Debian, else the one of Playwright. */
export async function launchChromium(args: string[] = []): Promise<Browser> {
  const installed = [process.env.CHROMIUM_PATH, '/usr/bin/chromium'].find((path) => path && existsSync(path));
  return chromium.launch({
    args: ['--no-sandbox', ...args],
    ...(installed ? { executablePath: installed } : {}),
  });
}
