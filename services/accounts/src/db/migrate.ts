import { connectDatabase, migrateToLatest, runCommand } from '@fareline/service-kit';
import { parseDatabaseConfig } from '../config.ts';
import { migrations } from './migrations/index.ts';
import type { Tables } from './tables.ts';

await runCommand(async () => {
  const { DATABASE_URL: url, DATABASE_SCHEMA: schema } = parseDatabaseConfig(process.env);
  const db = connectDatabase<Tables>({ url, schema, poolSize: 1 });
  try {
    const ran = await migrateToLatest(db, schema, migrations);
    process.stdout.write(ran.length ? `accounts: ${ran.join(', ')}\n` : 'accounts: up to date\n');
  } finally {
    await db.destroy();
  }
});
