import * as accounts from './20261120_0001_accounts.ts';

export const migrations = { '20261120_0001_accounts': accounts };
