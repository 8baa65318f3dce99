import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './testing/accessibility.ts';
import { trackLayoutShift } from './testing/layout-shift.ts';
import { openHome } from './testing/search.ts';
import { signIn } from './testing/sign-in.ts';
import { test } from './testing/test.ts';
import { getAdministrator } from './testing/product.ts';

const pages: [path: string, text: RegExp, part?: string][] = [
  ['/', /.+/, '@search'],
  [
    '/search?origin=MAD&destination=LHR&departureDate=2027-03-01',
    /flights found|No Flights Found/,
    '@search',
  ],
  ['/login', /Welcome Back/, '@account'],
  ['/find-trip', /Find your trip/, '@account'],
  ['/address-change', /This link is not complete/, '@account'],
  ['/address-change#unknown', /Yes, this was me/, '@account'],
  ['/register', /Create Your Account/, '@account'],
  ['/verify-email', /This link is not complete/, '@account'],
  ['/verify-email?token=unknown', /please confirm it here/, '@account'],
  ['/reset-password?token=unknown', /Set a new password/, '@account'],
  ['/my-trips', /Please sign in/, '@account'],
  ['/privacy-policy', /Privacy Policy/],
  ['/terms-of-service', /Terms of Service/],
  ['/cookie-policy', /Cookie Policy/],
  ['/cancellation-policy', /Cancellation Policy/],
  ['/about', /About/],
  ['/faq', /Questions/i],
  ['/contact', /Contact/],
  ['/expedia', /Brampton/, '@search'],
  ['/no-such-page', /404 Page Not Found/],
];

for (const [path, text, part = '@shell'] of pages) {
  test(
    `[EDGE-02] ${path} opens by its URL without errors and is accessible`,
    { tag: part },
    async ({ page }) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto(path);
      await expect(page.getByText(text).first()).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
      expect(errors).toEqual([]);
    },
  );
}

test(
  'robots.txt excludes the API and the pages with a visitor’s own data',
  { tag: '@shell' },
  async ({ request }) => {
    const lines = (await (await request.get('/robots.txt')).text()).trim().split('\n');
    const own = `/account-settings /admin-settings /admin/audit /admin/bookings /admin/bookings/ /admin/brands /admin/daily-close
      /admin/releases /admin/security /admin/staff /api/ /booking /booking/change/ /booking/payment-return /booking/status /my-trips /my-trips/ /reset-password
      /saved-travellers /verify-email`;
    expect(lines[0]).toBe('User-agent: *');
    expect(lines.slice(1).sort()).toEqual(own.split(/\s+/).map((path) => `Disallow: ${path}`));
  },
);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test(
    '[HOME-01, BRAND-06] the home page is shown before any script runs, and its links work',
    { tag: ['@shell', '@search'] },
    async ({ page }) => {
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('form button[type=submit]')).toBeVisible();
      const { font, width } = await page.locator('h1').evaluate((heading) => ({
        font: getComputedStyle(heading).fontFamily,
        width: heading.getBoundingClientRect().width,
      }));
      expect(font).toContain('Plus Jakarta Sans');
      expect(width).toBeGreaterThan(100);
      const call = page
        .locator('#content')
        .getByRole('link', { name: /^Call / })
        .first();
      await call.focus();
      await expect(call).toBeFocused();
      const controls = page.locator('#content').locator('form, button, input, select, textarea');
      expect(await controls.count()).toBeGreaterThan(5);
      expect(await controls.and(page.locator(':not([inert], [inert] *)')).count()).toBe(0);
      const search = page.locator('form button[type=submit]');
      await search.focus();
      await expect(search).not.toBeFocused();
      await page.getByRole('link', { name: 'My Trips' }).click();
      await expect(page).toHaveURL(/\/my-trips$/);
    },
  );

  test(
    '[BRAND-04] the style sheet alone has the teal theme and the font of the default brand',
    { tag: '@shell' },
    async ({ page }) => {
      await page.goto('/faq');
      const { sheet, brand, fonts } = await page.evaluate(() => {
        const element = [...document.querySelectorAll('style')].find((style) =>
          style.textContent.startsWith(':root{--color-background'),
        )!;
        const names = [...(element.sheet!.cssRules[0] as CSSStyleRule).style];
        const read = () => {
          const style = getComputedStyle(document.documentElement);
          // The minified style sheet has short forms of colours and numbers.
          return names.map((name) => [
            name,
            style
              .getPropertyValue(name)
              .replaceAll('"', "'")
              .replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
              .replace(/^\./, '0.'),
          ]);
        };
        const brand = read();
        element.remove();
        return { sheet: read(), brand, fonts: getComputedStyle(document.body).fontFamily };
      });
      expect(sheet).toEqual(brand);
      expect(Object.fromEntries(sheet)).toMatchObject({
        '--color-primary': '#0b6b63',
        '--color-destructive': '#ff4d4f',
        '--radius': '0.5rem',
      });
      expect(fonts).toMatch(/^"?Plus Jakarta Sans/);
    },
  );
});

test(
  'replacing the prerendered home page causes no layout shift',
  { tag: ['@shell', '@search'] },
  async ({ page }) => {
    const readLayoutShift = await trackLayoutShift(page);
    await openHome(page);
    await expect(page.locator('body')).toBeFocused();
    await page.getByRole('tab', { name: 'One-way' }).click();
    await expect(page.getByRole('tab', { name: 'One-way' })).toHaveAttribute('aria-selected', 'true');
    expect(await readLayoutShift()).toBeLessThan(0.01);
  },
);

test(
  '[SECURITY-08, LOGIN-03, ADMIN-01, HEADER-09] the first administrator signs in with the printed password',
  { tag: '@account' },
  async ({ page }) => {
    await page.goto('/login');
    await signIn(page, getAdministrator());
    await expect(page).toHaveURL(/\/$/);
    await page.goto('/admin-settings');
    await expect(page.getByRole('heading', { name: 'Administrator Settings' })).toBeVisible();
    await expectAccessible(page);

    await test.step('[ACCOUNT-05] the audit trail is accessible', async () => {
      await page.getByRole('link', { name: 'Audit trail' }).click();
      await expect(page.getByText('Signed in').last()).toBeVisible();
      await expectAccessible(page);
      await page.goBack();
    });

    await test.step('[ADMIN-16] the form of a new brand with its errors is accessible', async () => {
      await page.getByRole('link', { name: 'Brands' }).click();
      await page.getByLabel('Brand', { exact: true }).selectOption('A new brand');
      await page.getByRole('button', { name: 'Save brand' }).press('Enter');
      await expect(page.getByLabel('Id', { exact: true })).toBeFocused();
      await expectAccessible(page);
    });

    await test.step('[ACCOUNT-06] the password dialog is used by keyboard and accessible', async () => {
      // The service answers so from ten minutes after the sign-in on.
      const required = { error: 'PASSWORD_REQUIRED', message: 'Please enter your password to do this.' };
      const isSave = (url: URL) => url.pathname.startsWith('/api/admin/brands/');
      await page.route(isSave, (route) => route.fulfill({ status: 403, json: required }));
      await page.getByLabel('Brand', { exact: true }).selectOption({ index: 0 });
      const save = page.getByRole('button', { name: 'Save brand' });
      await save.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
      await expect(dialog.getByLabel('Password')).toBeFocused();
      await page.keyboard.type('not the password');
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('alert')).toHaveText('This password is not correct.');
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(save).toBeFocused();
    });

    await test.step('[SETTINGS-01] the tabs of the account settings are used by keyboard and accessible', async () => {
      await page.goto('/account-settings');
      const tab = page.getByRole('tab', { name: 'Security' });
      await tab.focus();
      await expectAccessible(page);
      await tab.press('ArrowLeft');
      await expect(page.getByText('Account created')).toBeVisible();
      await expect(page).toHaveURL(/\?tab=profile$/);
      await expectAccessible(page);
    });
  },
);

test(
  'replacing the prerendered home page keeps scroll position and focus; later screens start at the top',
  { tag: ['@shell', '@search'] },
  async ({ page }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/releases\/shell\/[^/]+\/main\..*\.js/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.locator('#root form[inert]')).toHaveCount(1);
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' });
    await link.focus();
    const prerendered = await page.locator('#root').elementHandle();
    await page.evaluate(() => window.scrollTo(0, 700));
    release();
    await expect(page.locator('#root [inert]')).toHaveCount(0);
    expect(await prerendered!.evaluate((root) => root.isConnected)).toBe(false);
    expect(await page.evaluate(() => window.scrollY)).toBe(700);
    await expect(link).toBeFocused();
    await link.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: /contact|help|talk/i })).toBeVisible();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  },
);

test.describe('header', { tag: '@shell' }, () => {
  // The tests share one page, because loading it takes longer than each of them.
  let page: Page;
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage({ reducedMotion: 'reduce' });
    await page.goto('/faq');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
  test.afterAll(() => page.close());

  test('[THEME-04] the logo of the brand is at most 40 px high', async () => {
    const logo = page.getByRole('banner').locator('img').first();
    // A brand's logo may be this high.
    const getHeight = async () => {
      await logo.evaluate((image) => (image.style.height = '400px'));
      return (await logo.boundingBox())!.height;
    };
    // The prerendered image, and with it the height, is replaced once while the page starts.
    await expect.poll(getHeight).toBe(40);
  });

  test('[HEADER-01, HEADER-02] is fixed at the top, transparent up to 10 px of scrolling, and opaque with a shadow above', async () => {
    const header = page.getByRole('banner');
    const scrollTo = (y: number) => page.evaluate((top) => window.scrollTo(0, top), y);
    const transparent = 'rgba(0, 0, 0, 0)';
    for (const [y, isOpaque] of [
      [0, false],
      [10, false],
      [11, true],
      [400, true],
      [10, false],
    ] as const) {
      await scrollTo(y);
      if (isOpaque) {
        await expect(header).toHaveCSS('background-color', /^rgb\(/);
        await expect(header).not.toHaveCSS('box-shadow', 'none');
      } else {
        await expect(header).toHaveCSS('background-color', transparent);
        await expect(header).toHaveCSS('box-shadow', 'none');
      }
      expect(await header.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1280 });
    }
  });

  test('[HEADER-05, HEADER-12] has links and phone number from 768 px, and below a menu button that opens a side menu of 320 px', async () => {
    const links = page.getByRole('banner').getByRole('link', { name: 'My Trips' });
    const phone = page.getByRole('banner').getByRole('link', { name: /^24\/7/ });
    const menuButton = page.getByRole('button', { name: 'Open menu' });
    await page.setViewportSize({ width: 768, height: 800 });
    await expect(phone).toBeVisible();
    await expect(links).toBeVisible();
    await expect(menuButton).toBeHidden();
    await page.setViewportSize({ width: 767, height: 800 });
    await expect(phone).toBeHidden();
    await expect(links).toBeHidden();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await menuButton.click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu).toBeVisible();
    const lefts = await menu.evaluate(async (element) => {
      await Promise.all(element.getAnimations().map((animation) => animation.finished));
      const end = element.getBoundingClientRect().left;
      // Shows the first frame of the opening animation again.
      element.style.animationName = 'none';
      element.getBoundingClientRect();
      element.style.animationName = '';
      for (const animation of element.getAnimations()) animation.pause();
      const start = element.getBoundingClientRect().left;
      for (const animation of element.getAnimations()) animation.finish();
      return { start, end };
    });
    expect(lefts.end).toBe(767 - 320);
    expect(lefts.start).toBeGreaterThan(lefts.end);
    expect(await menu.boundingBox()).toMatchObject({ width: 320, height: 800 });
  });
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 375, height: 700 } });

  test(
    'a menu that fails to load shows an error below the header, which keeps its size',
    { tag: '@shell' },
    async ({ page }) => {
      await page.goto('/faq');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const name = page.getByRole('banner').getByText('Fareline');
      await expect(name).toBeVisible();
      const before = await name.boundingBox();
      await page.route(/\.js/, (route) => route.abort());
      await page.getByRole('button', { name: 'Open menu' }).click();
      const alert = page.getByRole('alert');
      await expect(alert).toContainText('This could not be loaded.');
      // What is being replaced has no box.
      await expect(async () => {
        expect(await name.boundingBox()).toEqual(before);
        const header = await page.getByRole('banner').boundingBox();
        expect(await alert.boundingBox()).toMatchObject({ x: 0, width: 375, y: header!.y + header!.height });
      }).toPass();
    },
  );
});

test(
  '[REGISTER-05] an invalid field keeps its error style on hover',
  { tag: '@account' },
  async ({ page }) => {
    // A computed colour is the one before the change until its transition, however short, has ended.
    const borderColour = (field: Locator) =>
      field.evaluate(async (element) => {
        await Promise.all(element.getAnimations().map(({ finished }) => finished));
        return getComputedStyle(element).borderTopColor;
      });
    await page.goto('/register');
    const lastName = page.getByLabel('Last name');
    const validColour = await borderColour(lastName);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(lastName).toHaveAttribute('aria-invalid', 'true');
    const errorColour = await borderColour(lastName);
    expect(errorColour).not.toBe(validColour);
    await lastName.hover();
    expect(await borderColour(lastName)).toBe(errorColour);
    await expectAccessible(page);
  },
);

test(
  'a sign-in and a sign-out in one tab show in another',
  { tag: ['@shell', '@account'] },
  async ({ page, context }) => {
    const administrator = getAdministrator();
    const banner = (tab: Page) => tab.getByRole('banner');
    await page.goto('/faq');
    await expect(banner(page).getByRole('link', { name: 'Sign In' })).toBeVisible();
    const other = await context.newPage();
    await other.goto('/login');
    await signIn(other, administrator);
    await expect(banner(page).getByRole('link', { name: 'Sign In' })).toHaveCount(0);
    await banner(other).getByRole('button', { name: administrator.username }).click();
    await other.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect(banner(page).getByRole('link', { name: 'Sign In' })).toBeVisible();
  },
);
