import { expect, it } from 'vitest';

import { getError, startSandbox } from '../testing/harness.ts';

it('returns the account of the secret key', async () => {
  const { createClient } = await startSandbox();
  const retrieve = (key: string) => createClient(key).accounts.retrieveCurrent();
  const account = await retrieve('sk_test_sandbox');
  expect(account).toMatchObject({ object: 'account', charges_enabled: true, default_currency: 'usd' });
  expect((await retrieve('sk_live_other')).id).toBe(account.id);
  expect(await retrieve('rk_live_51FirstAccountNumabc')).toMatchObject({ id: 'acct_1FirstAccountNum' });
  expect(await getError(retrieve('pk_test_sandbox'))).toMatchObject({ statusCode: 403 });
  expect(await getError(retrieve('sk_test_no-key'))).toMatchObject({ statusCode: 401 });
});
