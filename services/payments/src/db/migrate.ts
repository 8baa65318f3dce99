import { connectDatabase, migrateToLatest, runCommand } from '@fareline/service-kit';
import { parseDatabaseConfig } from '../config.ts';
import { migrations } from './migrations/index.ts';
import type { Tables } from './tables.ts';

/** The command `node services/payments/src/db/migrate.ts`: runs pending migrations and prints their names. */
await runCommand(async () => {
  const { DATABASE_URL: url, DATABASE_SCHEMA: schema } = parseDatabaseConfig(process.env);
  const db = connectDatabase<Tables>({ url, schema, poolSize: 2 });
  try {
    const ran = await migrateToLatest(db, schema, migrations);
    process.stdout.write(
      ran.length > 0 ? `payments: ran ${ran.join(', ')}\n` : 'payments: nothing to migrate\n',
    );
  } finally {
    await db.destroy();
  }
});
