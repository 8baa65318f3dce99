import { randomUUID } from 'node:crypto';
import { register } from '@fareline/contracts';
import { createVisitor } from '@fareline/tools/visitor';
import type { Page } from '@playwright/test';
import { getProductSetting } from './product.ts';

interface Credentials {
  username: string;
  password?: string | undefined;
}

/** Submits the form of `/login`: of the page that is open, or of one that then leads to a path. */
export async function signIn(
  page: Page,
  { username, password = '' }: Credentials,
  path?: string,
): Promise<void> {
  if (path) await page.goto(`/login?redirect=${path}`);
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
}

/** Registers a user named Ada, from an address whose limits no other test uses up. The email address is not confirmed. */
export async function registerUser(ipAddress: string): Promise<{ username: string; password: string }> {
  const user = { username: `reader_${randomUUID().slice(0, 8)}`, password: 'correct horse 7' };
  const url = getProductSetting('E2E_URL');
  const visitor = createVisitor({ origin: url, 'x-forwarded-for': ipAddress });
  const names = { email: `${user.username}@example.com`, firstName: 'Ada', lastName: 'Byron' };
  await visitor.call(url, register, { body: { ...user, ...names } });
  return user;
}
