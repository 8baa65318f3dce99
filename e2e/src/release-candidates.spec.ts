import { expect } from '@playwright/test';
import { test } from './testing/test.ts';
import { createWorkingCopy, readReleaseTable } from './testing/working-copy.ts';

test('[ROUTE-01] a candidate of search is for one brand, then goes back by itself when some of its visitors see errors, while an open page and booking go on', async ({
  page,
  browser,
}, testInfo) => {
  test.setTimeout(300_000);
  const before = await readReleaseTable();
  const copy = await createWorkingCopy(testInfo.outputPath('search-team'));
  await copy.replace('apps/search-mfe/src/home/hero.tsx', 'Find a cheap flight', 'Take me somewhere cheap');
  await copy.release('search', '--candidate', '--brand', 'sunhop');
  const isNew = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Search flights' })).toBeVisible();
    return page.getByRole('button', { name: 'Take me somewhere cheap' }).isVisible();
  };
  expect(await isNew('/?brand=sunhop')).toBe(true);
  expect(await isNew('/?brand=default')).toBe(false);
  await copy.release('search', '--withdraw');
  expect(await isNew('/?brand=sunhop')).toBe(false);
  const version = (await readReleaseTable()).search?.history[0]?.version ?? '';
  const link = new URL(await copy.release('search', '--preview', '--to', version));
  expect(await isNew(link.pathname + link.search)).toBe(true);
  expect(await isNew('/releases/preview')).toBe(false);
  await page.goto('/?brand=default');

  await copy.replace(
    'apps/search-mfe/src/home/hero.tsx',
    'return (',
    "if (document.referrer.endsWith('/broken')) throw new Error('Broken for some visitors.');\n  return (",
  );
  await copy.release('search', '--candidate', '--percent', '50');
  expect((await readReleaseTable()).search).toMatchObject({ version: before.search?.version });
  const visitor = await browser.newContext();
  const tab = await visitor.newPage();
  const visit = async (isBroken: boolean) => {
    const reported = tab.waitForRequest('**/api/page-reports');
    await tab.goto('/', isBroken ? { referer: new URL('/broken', page.url()).href } : {});
    await expect(
      tab
        .getByText('This part of the site did not load')
        .or(tab.getByRole('button', { name: 'Search flights' })),
    ).toBeVisible();
    await reported;
  };
  // Half of the shares get the candidate, and one stays with its visitor.
  const baseURL = page.url();
  for (const share of ['0', '500']) {
    await visitor.addCookies([{ name: 'release_share', value: share, url: baseURL }]);
    for (let view = 0; view < 24 && (await hasCandidate()); view += 1) await visit(view % 3 === 0);
  }
  await expect.poll(hasCandidate).toBe(false);
  const after = await readReleaseTable();
  expect(after.search?.version).toBe(before.search?.version);
  for (const other of ['shell', 'booking', 'account']) expect(after[other]).toEqual(before[other]);
  await tab.goto('/', { referer: new URL('/broken', baseURL).href });
  await expect(tab.getByRole('button', { name: 'Find a cheap flight' })).toBeVisible();
  await page.getByRole('link', { name: 'Contact' }).first().click();
  await expect(page.getByRole('heading', { name: 'Talk to us' })).toBeVisible();
  await visitor.close();
});

test('[ROUTE-01] a version that fails in a browser beside the released parts never reaches a visitor, and one that works does', async ({
  page,
}, testInfo) => {
  test.setTimeout(300_000);
  const before = await readReleaseTable();
  const copy = await createWorkingCopy(testInfo.outputPath('account-team'));
  await page.goto('/');
  const site = new URL(page.url()).origin;
  const file = 'apps/account-mfe/src/login/login-screen.tsx';
  await copy.replace(file, 'return (', "if (document.body) throw new Error('Broken.');\n  return (");
  const refused = copy
    .release('account', '--site', site)
    .then(String, (error: { stderr: string }) => error.stderr);
  expect(await refused).toMatch(
    /is not released\. In the browser:\n[^]*account \d+-\w+: Error \(render\) at \/login/,
  );
  const after = await readReleaseTable();
  expect(after.account).toMatchObject({
    version: before.account?.version,
    previous: before.account?.previous,
  });
  expect(after.account).not.toHaveProperty('candidate');
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await copy.replace(file, "if (document.body) throw new Error('Broken.');", '');
  await copy.replace(file, 'return (', "document.documentElement.dataset.tried = 'true';\n  return (");
  await copy.release('account', '--site', site);
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('data-tried', 'true');
  await copy.release('account', '--rollback');
});

async function hasCandidate(): Promise<boolean> {
  return 'candidate' in ((await readReleaseTable()).search ?? {});
}
