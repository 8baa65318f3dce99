import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import pg from 'pg';
import { expectAccessibleAtAllWidths } from './testing/accessibility.ts';
import { waitForEmail } from './testing/mail.ts';
import { getProductSetting } from './testing/product.ts';
import { signIn } from './testing/sign-in.ts';
import { createSupport } from './testing/support.ts';
import { test } from './testing/test.ts';

const tags = { tag: ['@account', '@shell'] };

const widest = { width: 1280, height: 900 };

/** Checks the screen as it is at all widths. */
async function expectGoodScreen(page: Page): Promise<void> {
  await expectAccessibleAtAllWidths(page);
  await page.setViewportSize(widest);
}

/** Ends the session in this browser only, as closing it would. */
const forgetSession = (page: Page) => page.context().clearCookies();

const confirmHeading = (page: Page) => page.getByRole('heading', { name: 'Confirm that it is you' });
const inbox = (page: Page) => page.getByRole('heading', { level: 1, name: 'Bookings' });

/** Lets the second factor be shown long ago in all sessions of a user. */
async function ageFactor(username: string): Promise<void> {
  const database = new pg.Client(getProductSetting('E2E_DATABASE_URL'));
  await database.connect();
  await database.query(
    `update accounts.sessions set factor_at = now() - interval '11 minutes'
      from accounts.users where users.id = user_id and username = $1`,
    [username],
  );
  await database.end();
}

const commands = join(import.meta.dirname, '../../services/accounts/src/commands');

/** What an operator's command about staff prints. */
const runStaffCommand = (...args: string[]): string =>
  execFileSync(process.execPath, [join(commands, 'staff.ts'), ...args], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: getProductSetting('E2E_DATABASE_URL'),
      DATABASE_SCHEMA: 'accounts',
      SITE_ORIGIN: new URL(getProductSetting('E2E_URL')).origin,
    },
  });

/** Adds an app on the page of second factors, and returns the codes that it shows so many steps from now. */
async function addApp(page: Page, name: string): Promise<(step: number) => string> {
  await page.getByRole('button', { name: 'Add an app for codes' }).click();
  await expect(page.getByRole('img', { name: 'Picture of the secret for your app' })).toBeVisible();
  const secret = (await page.getByRole('code').innerText()).replaceAll(' ', '');
  const readCode = (step: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 });
  await page.getByLabel('Name of the app').fill(name);
  await page.getByLabel('Code from your app').fill('000000');
  await page.getByRole('button', { name: 'Add the app' }).click();
  await expect(page.getByText('This code is not correct, or was used before.')).toBeVisible();
  await expectGoodScreen(page);
  await page.getByLabel('Code from your app').fill(readCode(0));
  await page.getByRole('button', { name: 'Add the app' }).click();
  await expect(page.getByText('App for codes, added')).toBeVisible();
  return readCode;
}

test(
  '[GUARD-03, GUARD-09] support sets up a passkey, signs in with it, and without it sees nothing',
  tags,
  async ({ page }) => {
    const support = await createSupport('192.0.2.61');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await signIn(page, support, '/admin/bookings');
    await expect(inbox(page)).toBeVisible();
    await page.getByRole('link', { name: 'Set one up' }).click();
    await expect(page.getByRole('heading', { name: 'Second factors' })).toBeVisible();
    await expectGoodScreen(page);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByLabel('Name of the passkey')).toBeFocused();
    await page.keyboard.type('Laptop');
    await expectGoodScreen(page);
    await page.keyboard.press('Enter');
    const codes = page.getByRole('region', { name: 'Keep your recovery codes' });
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    await expectGoodScreen(page);
    await codes.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page.getByText('Passkey, added')).toBeVisible();
    await waitForEmail(`${support.username}@example.com`, /^A second factor was added/);

    await forgetSession(page);
    await signIn(page, support, '/admin/bookings');
    await expect(confirmHeading(page)).toBeVisible();
    await expectGoodScreen(page);
    // Another tab of the same browser has the password only.
    const other = await page.context().newPage();
    await other.goto('/admin/bookings');
    await expect(other.getByText('Please sign in again').first()).toBeVisible();
    await other.close();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(inbox(page)).toBeVisible();
  },
);

test(
  '[GUARD-02, GUARD-09] support signs in with codes of an app, and with a recovery code without the phone',
  tags,
  async ({ page }) => {
    const support = await createSupport('192.0.2.62');
    await signIn(page, support, '/admin/security');
    const readCode = await addApp(page, 'Phone');
    const codes = page.getByRole('region', { name: 'Keep your recovery codes' });
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    const [first, second] = await codes.getByRole('listitem').allInnerTexts();
    await codes.getByRole('button', { name: 'I have kept them' }).click();

    await forgetSession(page);
    await signIn(page, support, '/admin/bookings');
    await expect(page.getByLabel('Code from your app')).toBeFocused();
    // The next code is accepted early.
    await page.keyboard.type(readCode(1));
    await page.keyboard.press('Enter');
    await expect(inbox(page)).toBeVisible();

    await forgetSession(page);
    await signIn(page, support, '/admin/security');
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(first!);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('You have 9 recovery codes left.')).toBeVisible();
    await waitForEmail(`${support.username}@example.com`, /^A recovery code was used/);

    await ageFactor(support.username);
    await page.getByRole('button', { name: 'Remove Phone' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await expect(dialog.getByLabel('Code from your app')).toBeFocused();
    await expectGoodScreen(page);
    await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
    // Used before.
    await dialog.getByLabel('Recovery code').fill(first!);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByText('This code is not correct, or was used before.')).toBeVisible();
    await dialog.getByLabel('Recovery code').fill(second!);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('You have none yet')).toBeVisible();
  },
);

test(
  '[GUARD-07, GUARD-09] an operator lets in who has lost phone and recovery codes, and takes the role away',
  tags,
  async ({ page }) => {
    const support = await createSupport('192.0.2.63');
    await signIn(page, support, '/admin/security');
    await addApp(page, 'Lost phone');
    const link = /\S+\/login#set-up=\S+/.exec(runStaffCommand('link', support.username))?.[0];
    await page.reload();
    await expect(page.getByText('Please sign in again').first()).toBeVisible();
    await waitForEmail(`${support.username}@example.com`, /second factors/i);

    await page.goto(link!);
    await expect(page.getByText('Sign in with your password, then set up your second factor.')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    await signIn(page, support);
    await expect(page.getByText('You have none yet')).toBeVisible();
    const readCode = await addApp(page, 'New phone');
    await page.getByRole('button', { name: 'I have kept them' }).click();
    expect(runStaffCommand('list')).toMatch(new RegExp(`${support.username} .*app for codes`));

    await forgetSession(page);
    await signIn(page, support, '/admin/bookings');
    await page.getByLabel('Code from your app').fill(readCode(1));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(inbox(page)).toBeVisible();
    runStaffCommand('revoke', support.username);
    await page
      .getByRole('button', { name: 'Reload' })
      .or(page.getByRole('link', { name: 'Daily close' }))
      .first()
      .click();
    await expect(page.getByText('Please sign in again').first()).toBeVisible();
    await signIn(page, support, '/account-settings');
    await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Bookings and review queue' })).toHaveCount(0);
  },
);
