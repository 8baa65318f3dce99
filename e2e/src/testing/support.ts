import { randomUUID } from 'node:crypto';
import { register } from '@fareline/contracts';
import { createVisitor } from '@fareline/tools/visitor';
import pg from 'pg';
import { getProductSetting } from './product.ts';

/** Registers a user of support, from an address whose limits no other test uses up. */
export async function createSupport(ipAddress: string): Promise<{ username: string; password: string }> {
  const support = { username: `support_${randomUUID().slice(0, 8)}`, password: 'correct horse 7' };
  const url = getProductSetting('E2E_URL');
  const visitor = createVisitor({ origin: url, 'x-forwarded-for': ipAddress });
  const names = { email: `${support.username}@example.com`, firstName: 'Mary', lastName: 'Shelley' };
  await visitor.call(url, register, { body: { ...support, ...names } });
  const database = new pg.Client(getProductSetting('E2E_DATABASE_URL'));
  await database.connect();
  await database.query('update accounts.users set is_support = true where username = $1', [support.username]);
  await database.end();
  return support;
}
