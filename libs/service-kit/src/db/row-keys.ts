import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { sql, type Generated, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { z } from 'zod';
import { AppError } from '../app-error.ts';
import { ConfigError } from '../config.ts';
import { defineJob, defineJobHandler } from '../jobs/define-job.ts';
import { connectDatabase, type DatabaseOptions } from './database.ts';
import { describeDatabaseError } from './describe-database-error.ts';
import { decryptText, encryptText } from './encrypt-text.ts';
import { migrateToLatest } from './migrate.ts';

interface KeyTables {
  row_keys: { id: string; key: Buffer; created_at: Generated<Date> };
}

const migrations: Record<string, Migration> = {
  '20261201_0001_row_keys': {
    async up(db) {
      await sql`create table row_keys (
        id uuid primary key,
        key bytea not null,
        created_at timestamptz not null default now())`.execute(db);
    },
  },
};

/** A text that is encrypted with a key of its own: the id of the key, a point, and the ciphertext. */
type Sealed = string;

/** Where sealed texts are: a column of the service's own schema, which has an index on `left(column, 36)`. */
interface SealedColumn {
  table: string;
  column: string;
}

/**
 * The keys of the sealed texts of a column, in a store of their own; what has no key there any more is destroyed. `seal` and `open` throw
 * SERVICE_UNAVAILABLE while the store does not do what it is asked. (GUARD-14)
 */
export interface RowKeys {
  /** Encrypts a text for a row with a new key, which is committed before this returns. */
  seal(row: string, text: string): Promise<Sealed>;
  /** The texts in their order; undefined for one whose key is destroyed. Throws for the text of another row. */
  open(rows: readonly { row: string; sealed: Sealed }[]): Promise<(string | undefined)[]>;
  /** Destroys the keys of texts that are in no row any more. Never throws: `destroyUnused` finds keys that are left. */
  destroy(texts: readonly (Sealed | null | undefined)[]): Promise<void>;
  /** Destroys the keys that no row uses, as after a crash, but none of the last five minutes, whose row may come yet. */
  destroyUnused(): Promise<void>;
  /** Rejects when the keys cannot be read. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

const idLength = 36;
const getKeyId = (sealed: Sealed): string => sealed.slice(0, idLength);

const pageSize = 1000;

/** Also for a store that refuses the service or has no table: nothing is lost by that, and a repeat succeeds once it is corrected. */
const orUnavailable = <Result>(query: Promise<Result>): Promise<Result> =>
  query.catch((cause: unknown) => {
    const message = 'Passenger data cannot be encrypted or read right now. Please try again in a minute.';
    throw new AppError('SERVICE_UNAVAILABLE', { message, cause });
  });

/** The name of the schema of a service's keys. */
export const toKeysSchema = (schema: string): string => `${schema}_keys`;

interface RowKeysConfig {
  DATABASE_SCHEMA: string;
  KEYS_DATABASE_URL: string;
}

interface Connections<Tables> {
  /** The service's own database, whose schema is migrated. */
  db: Kysely<Tables>;
  log: FastifyBaseLogger;
}

/**
 * Creates the table of keys in the schema `<schema>_keys`, after the service's own schema; returns what ran. Throws a ConfigError in
 * production when both are in one database, whose backups would have the keys beside what they open.
 */
export async function migrateRowKeys(config: RowKeysConfig & { NODE_ENV: string }): Promise<string[]> {
  const { keys, schema } = connectKeys(config, { poolSize: 1, responseTimeoutMs: 0 });
  try {
    if (config.NODE_ENV === 'production') await assertOtherDatabase(keys, config.DATABASE_SCHEMA);
    return await migrateToLatest(keys, schema, migrations);
  } catch (error) {
    const sentence = describeDatabaseError(error, 'KEYS_DATABASE_URL');
    throw sentence ? new ConfigError(sentence, { cause: error }) : error;
  } finally {
    await keys.destroy();
  }
}

/** The two may have different names, as behind PgBouncer. */
async function assertOtherDatabase(keys: Kysely<KeyTables>, schema: string): Promise<void> {
  const { rows } = await sql`select from pg_namespace where nspname = ${schema}`.execute(keys);
  if (rows.length > 0)
    throw new ConfigError(
      'KEYS_DATABASE_URL is the database of DATABASE_URL: set it to one of its own, whose backups are kept apart.',
    );
}

function connectKeys(
  { KEYS_DATABASE_URL: url, DATABASE_SCHEMA }: RowKeysConfig,
  options: Omit<DatabaseOptions, 'url' | 'schema'>,
) {
  const schema = toKeysSchema(DATABASE_SCHEMA);
  return { keys: connectDatabase<KeyTables>({ url, schema, ...options }), schema };
}

/** The keys of a column; their table is there after `migrateRowKeys`. */
export function createRowKeys<Tables>(
  config: RowKeysConfig,
  { table, column }: SealedColumn,
  { db, log }: Connections<Tables>,
): RowKeys {
  const { keys } = connectKeys(config, { poolSize: 5, log });
  const destroyIds = (ids: readonly string[]) => keys.deleteFrom('row_keys').where('id', 'in', ids).execute();

  return {
    async seal(row, text) {
      const [id, key] = [randomUUID(), randomBytes(32)];
      await orUnavailable(keys.insertInto('row_keys').values({ id, key }).execute());
      return `${id}.${encryptText({ key, row }, text)}`;
    },

    async open(rows) {
      if (rows.length === 0) return [];
      const ids = rows.map(({ sealed }) => getKeyId(sealed));
      const found = await orUnavailable(
        keys.selectFrom('row_keys').select(['id', 'key']).where('id', 'in', ids).execute(),
      );
      return rows.map(({ row, sealed }) => {
        const key = found.find(({ id }) => id === getKeyId(sealed))?.key;
        const text = key && decryptText({ key, row }, sealed.slice(idLength + 1));
        if (key && text === undefined) throw new Error(`${table}.${column} of ${row} is of another row`);
        return text;
      });
    },

    async destroy(texts) {
      const ids = texts.flatMap((text) => (text ? [getKeyId(text)] : []));
      if (ids.length === 0) return;
      await destroyIds(ids).catch((error: unknown) => {
        log.warn({ err: error, table }, 'keys are not destroyed yet, will be retried');
      });
    },

    async destroyUnused() {
      for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
        const page = await keys
          .selectFrom('row_keys')
          .select('id')
          .where('id', '>', last)
          .where('created_at', '<', sql<Date>`now() - interval '5 minutes'`)
          .orderBy('id')
          .limit(pageSize)
          .execute();
        const ids = page.map(({ id }) => id);
        const { rows } = await sql<{ id: string }>`
          select left(${sql.ref(column)}, 36) as id from ${sql.table(table)}
          where left(${sql.ref(column)}, 36) = any(${ids})`.execute(db);
        const used = new Set(rows.map(({ id }) => id));
        const unused = ids.filter((id) => !used.has(id));
        if (unused.length > 0) await destroyIds(unused);
        if (ids.length < pageSize) return;
        last = ids.at(-1)!;
      }
    },

    async ping() {
      await keys.selectFrom('row_keys').select('id').limit(1).execute();
    },

    close: () => keys.destroy(),
  };
}

export const destroyUnusedKeysHandler = (rowKeys: RowKeys, everyMs: number) =>
  defineJobHandler({
    job: defineJob({ name: 'destroy-unused-keys', payload: z.object({}), everyMs }),
    run: () => rowKeys.destroyUnused(),
  });
