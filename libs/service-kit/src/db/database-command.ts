import type { Kysely } from 'kysely';
import { ConfigError } from '../config.ts';
import { connectDatabase } from './database.ts';
import { describeDatabaseError } from './describe-database-error.ts';

interface DatabaseConfig {
  DATABASE_URL: string;
  DATABASE_SCHEMA: string;
}

/**
 * Runs a command with a connection to its service's schema, which is closed at the end. Prints a sentence for
 * a ConfigError and for a database that cannot be used, and the stack of any other error; exits with 1 after each of them.
 */
export async function runDatabaseCommand<Tables, Config extends DatabaseConfig>(
  readConfig: () => Config,
  work: (db: Kysely<Tables>, config: Config) => Promise<void>,
): Promise<void> {
  try {
    const config = readConfig();
    const { DATABASE_URL: url, DATABASE_SCHEMA: schema } = config;
    const db = connectDatabase<Tables>({ url, schema, poolSize: 1, responseTimeoutMs: 0 });
    try {
      await work(db, config);
    } finally {
      await db.destroy();
    }
  } catch (error) {
    const { message, stack } = error as Error;
    const sentence = error instanceof ConfigError ? message : describeDatabaseError(error);
    process.stderr.write(`${sentence ?? stack}\n`);
    process.exitCode = 1;
  }
}
