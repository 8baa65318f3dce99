import { generateKeyPairSync } from 'node:crypto';
import { expect, type BrowserContext } from '@playwright/test';
import type { ReleaseTable } from '@fareline/contracts';
import { loadReleaseKeys } from '@fareline/tools/signing-key';
import { openPayment, payAndBook } from './testing/booking.ts';
import { getProductSetting, restart } from './testing/product.ts';
import { bookFirstOffer, expectResults, searchUrl } from './testing/search.ts';
import { test } from './testing/test.ts';
import { createWorkingCopy, readReleaseTable } from './testing/working-copy.ts';

/** Makes the edge accept a key for each of these front ends too, and returns what their teams set. */
async function acceptTeams(...names: string[]) {
  const teams = names.map((name) => ({
    name,
    key: String(generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' })),
  }));
  await restart('edge', {
    RELEASE_KEYS: [
      ownKeys(),
      ...teams.map(({ name, key }) => loadReleaseKeys({ RELEASE_KEY: key }).replace('*', name)),
    ].join(','),
  });
  return teams.map(({ key }) => ({
    RELEASES_URL: getProductSetting('E2E_URL'),
    RELEASES_DIR: '',
    RELEASE_KEY: key,
  }));
}

/** What the product accepts by itself. */
const ownKeys = () => loadReleaseKeys({ RELEASE_KEY: getProductSetting('E2E_RELEASE_KEY') });

test(
  '[ROUTE-01, EDGE-02] two teams with keys of their own release search and booking, by brand and by share, and what is broken goes back, while a visitor books and an open page goes on',
  { tag: ['@shell', '@search', '@booking', '@alone'] },
  async ({ page, browser }, testInfo) => {
    test.setTimeout(420_000);
    const before = await readReleaseTable();
    const [searchTeam, bookingTeam] = await acceptTeams('search', 'booking');
    const search = await createWorkingCopy(testInfo.outputPath('search-team'), searchTeam);
    const booking = await createWorkingCopy(testInfo.outputPath('booking-team'), bookingTeam);
    const buyer = await (await browser.newContext({ baseURL: getProductSetting('E2E_URL') })).newPage();
    await openPayment(buyer, 67);

    await booking.replace(
      'apps/booking-mfe/src/passengers/passenger-step.tsx',
      'className="page-heading ',
      'data-release="new" className="page-heading ',
    );
    await booking.release('booking');
    const released = await readReleaseTable();
    expect(released.booking?.version).not.toBe(before.booking?.version);
    for (const other of ['shell', 'search', 'account']) expect(released[other]).toEqual(before[other]);
    expect(await search.refuse('booking', '--rollback')).toContain('This key may not release booking.');
    const hero = 'apps/search-mfe/src/home/hero.tsx';
    await search.replace(hero, 'Find a cheap flight', 'Take me somewhere cheap');
    // Only some visitors see the mistake of this version.
    await search.replace(
      hero,
      'return (',
      "if (document.referrer.endsWith('/broken')) throw new Error('Broken for some visitors.');\n  return (",
    );
    await search.release('search', '--candidate', '--brand', 'sunhop');
    const isNew = async (path: string) => {
      await page.goto(path);
      await expect(page.getByRole('button', { name: 'Search flights' })).toBeVisible();
      return page.getByRole('button', { name: 'Take me somewhere cheap' }).isVisible();
    };
    expect(await isNew('/?brand=sunhop')).toBe(true);
    expect(await isNew('/?brand=default')).toBe(false);
    const version = (await readReleaseTable()).search?.candidate?.version ?? '';
    await search.release('search', '--candidate', '--to', version, '--percent', '5');
    const baseURL = page.url();
    const setShare = (context: BrowserContext, share: number) =>
      context.addCookies([{ name: 'release_share', value: String(share), url: baseURL }]);
    const [tried = [], others = []] = await splitShares(baseURL, version);
    expect(tried).toHaveLength(5);
    expect(others).toHaveLength(95);
    await setShare(page.context(), tried[0]!);
    expect(await isNew('/')).toBe(true);
    await setShare(page.context(), others[0]!);
    expect(await isNew('/')).toBe(false);
    await search.release('search', '--withdraw');
    await setShare(page.context(), tried[0]!);
    expect(await isNew('/')).toBe(false);
    const link = new URL(await search.release('search', '--preview', '--to', version));
    expect(await isNew(link.pathname + link.search)).toBe(true);
    expect(await isNew('/releases/preview')).toBe(false);
    await page.goto('/?brand=default');

    await search.release('search', '--candidate', '--to', version, '--percent', '5');
    expect((await readReleaseTable()).search).toMatchObject({ version: before.search?.version });
    const visitor = await browser.newContext();
    const tab = await visitor.newPage();
    const visit = async (isBroken: boolean) => {
      const reported = tab.waitForRequest('**/api/page-reports');
      await tab.goto(baseURL, isBroken ? { referer: new URL('/broken', baseURL).href } : {});
      await expect(
        tab
          .getByText('This part of the site did not load')
          .or(tab.getByRole('button', { name: 'Search flights' })),
      ).toBeVisible();
      await reported;
    };
    // One share stays with its visitor.
    for (const share of [tried[0]!, others[0]!]) {
      await setShare(visitor, share);
      for (let view = 0; view < 24 && (await hasCandidate()); view += 1) await visit(view % 3 === 0);
    }
    await expect.poll(hasCandidate).toBe(false);
    const healed = await readReleaseTable();
    expect(healed.search?.version).toBe(before.search?.version);
    for (const other of ['shell', 'account']) expect(healed[other]).toEqual(before[other]);
    await setShare(visitor, tried[0]!);
    await tab.goto(baseURL, { referer: new URL('/broken', baseURL).href });
    await expect(tab.getByRole('button', { name: 'Find a cheap flight' })).toBeVisible();

    // The buyer has the version of before, others the new one until it is taken back.
    const openPassengers = async () => {
      await tab.goto(
        new URL(searchUrl({ origin: 'LIS', destination: 'MAD', departureInDays: 66 }), baseURL).href,
      );
      await expectResults(tab);
      await bookFirstOffer(tab);
      const heading = tab.locator('[data-step-heading]');
      await expect(heading).toBeVisible();
      return heading.getAttribute('data-release');
    };
    expect(await openPassengers()).toBe('new');
    await booking.release('booking', '--rollback');
    expect((await readReleaseTable()).booking?.version).toBe(before.booking?.version);
    expect(await openPassengers()).toBeNull();
    await payAndBook(buyer);
    await page.getByRole('link', { name: 'Contact' }).first().click();
    await expect(page.getByRole('heading', { name: 'Talk to us' })).toBeVisible();
    await restart('edge', { RELEASE_KEYS: ownKeys() });
    await visitor.close();
    await buyer.context().close();
  },
);

test(
  '[ROUTE-01] a version that throws at the payment never reaches a visitor, and one that books does',
  { tag: ['@booking', '@alone'] },
  async ({ page }, testInfo) => {
    test.setTimeout(300_000);
    const before = await readReleaseTable();
    const copy = await createWorkingCopy(testInfo.outputPath('booking-team'));
    await page.goto('/');
    const site = new URL(page.url()).origin;
    const file = 'apps/booking-mfe/src/payment/card-form.tsx';
    const start = 'const brand = detectCardBrand(';
    const mistake = "if (document.body) throw new Error('Broken.');\n  ";
    await copy.replace(file, start, mistake + start);
    expect(await copy.refuse('booking', '--site', site)).toMatch(
      /is not released\. In the browser:\n[^]*booking \d+-\w+: Error \(render\) at \/booking/,
    );
    const after = await readReleaseTable();
    expect(after.booking).toMatchObject({
      version: before.booking?.version,
      previous: before.booking?.previous,
    });
    expect(after.booking).not.toHaveProperty('candidate');
    await copy.replace(file, mistake, "document.documentElement.dataset.tried = 'true';\n  ");
    await copy.release('booking', '--site', site);
    await copy.release('booking', '--rollback');
  },
);

/** A hundred shares of visitors, evenly spread: those that get a version of search, and the others. */
async function splitShares(site: string, version: string): Promise<number[][]> {
  const gets = async (share: number): Promise<boolean> => {
    const headers = { cookie: `release_share=${share}` };
    const response = await fetch(new URL('/releases/table.json', site), { headers });
    return ((await response.json()) as ReleaseTable).search?.version === version;
  };
  const split: [number[], number[]] = [[], []];
  for (let share = 0; share < 1000; share += 10) split[(await gets(share)) ? 0 : 1].push(share);
  return split;
}

async function hasCandidate(): Promise<boolean> {
  return 'candidate' in ((await readReleaseTable()).search ?? {});
}
