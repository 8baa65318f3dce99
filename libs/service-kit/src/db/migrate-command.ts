import type { Migration } from 'kysely/migration';
import { commonConfigShape, databaseShape, keysDatabaseShape, parseConfig } from '../config.ts';
import { runDatabaseCommand } from './database-command.ts';
import { migrateToLatest } from './migrate.ts';
import { migrateRowKeys } from './row-keys.ts';

/** Runs the migrate command of a service, whose default schema has its name: migrates the schema and that of its keys, and prints what ran. */
export const runMigrateCommand = (
  service: string,
  migrations: Record<string, Migration>,
  env: Record<string, string | undefined>,
): Promise<void> =>
  runDatabaseCommand(
    () =>
      parseConfig(
        { NODE_ENV: commonConfigShape.NODE_ENV, ...databaseShape(service), ...keysDatabaseShape },
        env,
      ),
    async (db, config) => {
      const ran = [
        ...(await migrateToLatest(db, config.DATABASE_SCHEMA, migrations)),
        ...(await migrateRowKeys(config)),
      ];
      process.stdout.write(
        `${service}: ${ran.length > 0 ? `ran ${ran.join(', ')}` : 'nothing to migrate'}\n`,
      );
    },
  );
