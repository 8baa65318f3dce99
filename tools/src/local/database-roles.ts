import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { repoRoot } from './paths.ts';

/** Creates a role and a schema for each password, and returns the URLs with these roles. `url` is that of a superuser. */
export async function ensureRoles<Schema extends string>(
  url: string,
  passwords: Record<Schema, string>,
): Promise<Record<Schema, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // PostgreSQL logs the text of a statement that fails, but not its parameters.
    for (const [schema, password] of Object.entries(passwords))
      await client.query(`select set_config('fareline.' || $1 || '_password', $2, false)`, [
        schema,
        password,
      ]);
    await client.query(readFileSync(join(repoRoot, 'deploy/postgres/roles.sql'), 'utf8'));
  } finally {
    await client.end();
  }
  const withRole = ([schema, password]: [string, unknown]) => [
    schema,
    Object.assign(new URL(url), { username: `fareline_${schema}`, password }).href,
  ];
  return Object.fromEntries(Object.entries(passwords).map(withRole)) as Record<Schema, string>;
}
