import type { Kysely } from 'kysely';
import { ConfigError } from '../config.ts';
import { connectDatabase } from './database.ts';

interface DatabaseConfig {
  DATABASE_URL: string;
  DATABASE_SCHEMA: string;
}

/**
 * Runs a command with a connection to its service's schema, which is closed at the end. Prints only the message of a
 * ConfigError and the stack of any other error; exits with 1 after either.
 */
export async function runDatabaseCommand<Tables, Config extends DatabaseConfig>(
  readConfig: () => Config,
  work: (db: Kysely<Tables>, config: Config) => Promise<void>,
): Promise<void> {
  try {
    const config = readConfig();
    const { DATABASE_URL: url, DATABASE_SCHEMA: schema } = config;
    const db = connectDatabase<Tables>({ url, schema, poolSize: 1 });
    await work(db, config).finally(() => db.destroy());
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
    process.exitCode = 1;
  }
}
