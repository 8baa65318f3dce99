import { existsSync, mkdirSync } from 'node:fs';
import { exitOnUsageError, readArguments, UsageError } from '@fareline/service-kit/command-line';
import { createFolderAtomically } from '../local/atomic-folder.ts';
import { formatError, UserError } from '../local/user-error.ts';
import { getDumpFile, readDatabases, runPostgresTool } from './databases.ts';

const { positionals } = readArguments(
  `npm run backup -- <folder>   stores the databases of ACCOUNTS_DATABASE_URL and PAYMENTS_DATABASE_URL in a new folder, while
                             the services run; needs pg_dump, not older than the server
`,
  { allowPositionals: true },
  1,
);

try {
  const [folder] = positionals;
  if (!folder) throw new UsageError('Name a new folder for the backup.');
  const databases = readDatabases(process.env);
  if (existsSync(folder)) throw new UserError(`${folder} exists: name a new folder.`);
  createFolderAtomically(folder, (temporary) => {
    // Personal data of travellers is in it.
    mkdirSync(temporary, { recursive: true, mode: 0o700 });
    for (const { schema, url } of databases)
      runPostgresTool('pg_dump', url, [
        ...['--format=custom', `--schema=${schema}`, '--no-owner', '--no-privileges'],
        `--file=${getDumpFile(temporary, schema)}`,
      ]);
  });
  process.stdout.write(`Stored payments and accounts in ${folder}.\n`);
} catch (error) {
  exitOnUsageError(error);
  process.stderr.write(`${formatError(error)}\n`);
  process.exitCode = 1;
}
