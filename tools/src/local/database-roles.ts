import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { repoRoot } from './paths.ts';
import type { Secrets } from './secrets.ts';

type Passwords = Pick<Secrets, 'accountsDatabasePassword' | 'paymentsDatabasePassword'>;

/** Creates the role and the schema of each service, and returns the URLs with these roles. `url` is that of a superuser. */
export async function ensureRoles(
  url: string,
  { accountsDatabasePassword, paymentsDatabasePassword }: Passwords,
): Promise<{ accountsDatabaseUrl: string; paymentsDatabaseUrl: string }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // PostgreSQL logs the text of a statement that fails, but not its parameters.
    await client.query(
      `select set_config('fareline.accounts_password', $1, false), set_config('fareline.payments_password', $2, false)`,
      [accountsDatabasePassword, paymentsDatabasePassword],
    );
    await client.query(readFileSync(join(repoRoot, 'deploy/postgres/roles.sql'), 'utf8'));
  } finally {
    await client.end();
  }
  const withRole = (username: string, password: string) =>
    Object.assign(new URL(url), { username, password }).href;
  return {
    accountsDatabaseUrl: withRole('fareline_accounts', accountsDatabasePassword),
    paymentsDatabaseUrl: withRole('fareline_payments', paymentsDatabasePassword),
  };
}
