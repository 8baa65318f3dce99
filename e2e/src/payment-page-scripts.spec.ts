import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { openPayment } from './testing/booking.ts';
import { test } from './testing/test.ts';

/** A script that the payment page may run. (PCI DSS 6.4.3) */
interface ListedScript {
  script: string;
  pattern: string;
  owner: string;
  reason: string;
  /** The pages that run it, if not all. */
  only?: string;
}

const inventory = join(import.meta.dirname, '../../apps/booking-mfe/payment-page-scripts.json');

/** Records all scripts that the page runs: URLs of files, `inline:` with the text of others. Those of the test have no URL. */
async function recordScripts(page: Page): Promise<Set<string>> {
  const scripts = new Set<string>();
  const devTools = await page.context().newCDPSession(page);
  devTools.on('Debugger.scriptParsed', ({ scriptId, url, startLine }) => {
    if (!/^https?:/.test(url)) return;
    // Only inline scripts start below the first line of their file.
    if (startLine === 0) return void scripts.add(url);
    void devTools
      .send('Debugger.getScriptSource', { scriptId })
      .then(({ scriptSource }) => scripts.add(`inline:${scriptSource}`));
  });
  await devTools.send('Debugger.enable');
  return scripts;
}

test(
  '[PAY-01] the payment page runs the scripts of its inventory and no others',
  { tag: '@booking' },
  async ({ page }) => {
    test.setTimeout(120_000);
    const listed = JSON.parse(await readFile(inventory, 'utf8')) as ListedScript[];
    const scripts = await recordScripts(page);
    await openPayment(page, 47);
    await expect(page.getByLabel(/^Card number/)).toBeVisible();

    const { origin } = new URL(page.url());
    const found = [...scripts].map((script) => script.replace(origin, ''));
    const matches = (script: string) => listed.filter(({ pattern }) => new RegExp(pattern).test(script));
    expect(found.filter((script) => matches(script).length !== 1)).toEqual([]);
    const missing = listed.filter(
      ({ only, pattern }) => !only && !found.some((script) => new RegExp(pattern).test(script)),
    );
    expect(missing.map(({ script }) => script)).toEqual([]);
  },
);
