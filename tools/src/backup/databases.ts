import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseConfig, postgresSetting } from '@fareline/service-kit/config';
import { UserError } from '../local/user-error.ts';

/** What one service stores, in a schema of its own. */
export interface ServiceDatabase {
  schema: 'payments' | 'accounts';
  /** With the role of the service. */
  url: string;
}

/**
 * The databases of ACCOUNTS_DATABASE_URL and PAYMENTS_DATABASE_URL. Payments is first: a user who registers between the two dumps is
 * then in the backup without bookings, and not a booking without its user. Throws a ConfigError.
 */
export function readDatabases(env: NodeJS.ProcessEnv): ServiceDatabase[] {
  const shape = { PAYMENTS_DATABASE_URL: postgresSetting, ACCOUNTS_DATABASE_URL: postgresSetting };
  const config = parseConfig(shape, env);
  return [
    { schema: 'payments', url: config.PAYMENTS_DATABASE_URL },
    { schema: 'accounts', url: config.ACCOUNTS_DATABASE_URL },
  ];
}

/** The file of a schema in the folder of a backup. */
export const getDumpFile = (folder: string, schema: string): string => join(folder, `${schema}.dump`);

/** Runs a tool of PostgreSQL, which prints its own errors, on a database. Throws a UserError when it fails. */
export function runPostgresTool(tool: 'pg_dump' | 'pg_restore', url: string, args: readonly string[]): void {
  const target = new URL(url);
  // Every user of the machine can read the arguments of a command.
  const env = { ...process.env, PGPASSWORD: decodeURIComponent(target.password) };
  target.password = '';
  const { status, error } = spawnSync(tool, [`--dbname=${target.href}`, '--no-password', ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  });
  if (error)
    throw new UserError(
      `${tool} does not run: install PostgreSQL's client, as new as the server (on Debian: apt-get install postgresql-client).`,
    );
  if (status !== 0) throw new UserError(`${tool} failed.`);
}
