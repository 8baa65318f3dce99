import { expect, type Page } from '@playwright/test';
import pg from 'pg';
import { expectAccessible } from './accessibility.ts';
import { getProductSetting } from './product.ts';
import { registerUser } from './sign-in.ts';

/** Registers a user of support, from an address whose limits no other test uses up. */
export async function createSupport(ipAddress: string): Promise<{ username: string; password: string }> {
  const support = await registerUser(ipAddress);
  const database = new pg.Client(getProductSetting('E2E_DATABASE_URL'));
  await database.connect();
  await database.query('update accounts.users set is_support = true where username = $1', [support.username]);
  await database.end();
  return support;
}

interface Decision {
  /** Its whole name, or how that begins. */
  button: string | RegExp;
  confirm: string;
  amount?: string;
  isAdvance?: true;
  reason?: string;
  /** Where it is asked for. */
  password?: string;
}

/** Does what a button of the open record offers. */
export async function act(page: Page, { button, confirm, ...decision }: Decision): Promise<void> {
  const { amount, isAdvance, reason, password } = decision;
  const actions = page.getByRole('region', { name: 'What you can do' });
  await actions.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  const press = dialog.getByRole('button', { name: confirm });
  await expect(press).toBeVisible();
  if (amount) await dialog.getByLabel('Amount in USD').fill(amount);
  if (isAdvance) await dialog.getByRole('checkbox', { name: /^Advance/ }).check();
  if (reason) await dialog.getByLabel(/^(Reason|Note)/).fill(reason);
  await expectAccessible(page);
  await press.click();
  if (password) await enterPassword(page, password);
  await expect(dialog).toBeHidden();
}

export async function enterPassword(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
  await dialog.getByLabel('Password').fill(password);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
}

/** Reloads the open record until it says so. */
export async function expectLine(page: Page, section: string, text: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name: 'Reload' }).click();
    const lines = page.getByRole('region', { name: section }).getByRole('listitem');
    await expect(lines.filter({ hasText: text }).last()).toBeVisible({ timeout: 1000 });
  }).toPass();
}
