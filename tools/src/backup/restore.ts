import { existsSync } from 'node:fs';
import { exitOnUsageError, readArguments, UsageError } from '@fareline/service-kit/command-line';
import { describeDatabaseError } from '@fareline/service-kit/db/describe-database-error';
import pg from 'pg';
import { formatError, UserError } from '../local/user-error.ts';
import { getDumpFile, readDatabases, runPostgresTool, type ServiceDatabase } from './databases.ts';

const { positionals } = readArguments(
  `npm run restore -- <folder>   restores the databases of ACCOUNTS_DATABASE_URL and PAYMENTS_DATABASE_URL from a backup, before
                              the services start; their schemas have to be empty; needs pg_restore, not older than the
                              pg_dump of the backup
`,
  { allowPositionals: true },
  1,
);

/** Throws a UserError unless the role has its schema, with nothing in it. */
async function assertEmpty({ schema, url }: ServiceDatabase): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ relations: number }>(
      `select count(pg_class.oid)::int as relations from pg_namespace left join pg_class on relnamespace = pg_namespace.oid
        where nspname = $1 group by pg_namespace.oid`,
      [schema],
    );
    if (!rows[0])
      throw new UserError(`The database has no schema ${schema}: run deploy/postgres/roles.sh on it first.`);
    if (rows[0].relations > 0)
      throw new UserError(
        `The schema ${schema} is not empty: nothing was restored. Restore into a new database, before the services start.`,
      );
  } finally {
    await client.end();
  }
}

try {
  const [folder] = positionals;
  if (!folder) throw new UsageError('Name the folder of a backup.');
  const databases = readDatabases(process.env);
  const missing = databases
    .map(({ schema }) => getDumpFile(folder, schema))
    .find((file) => !existsSync(file));
  if (missing) throw new UserError(`${missing} does not exist: name the folder of a backup.`);
  for (const database of databases) await assertEmpty(database);
  for (const { schema, url } of databases)
    runPostgresTool('pg_restore', url, [
      // Without the schema itself, which a role may not create.
      ...[`--schema=${schema}`, '--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error'],
      getDumpFile(folder, schema),
    ]);
  process.stdout.write('Restored payments and accounts. Start the services.\n');
} catch (error) {
  exitOnUsageError(error);
  process.stderr.write(`${describeDatabaseError(error) ?? formatError(error)}\n`);
  process.exitCode = 1;
}
