import type { ParentEnd, PeriodEnd, RetainedTable } from '@fareline/contracts/retention';
import { sql, type Kysely, type QueryExecutorProvider, type RawBuilder } from 'kysely';

type Tables = Readonly<Record<string, RetainedTable>>;

/** Rows that one statement deletes, so that it holds few locks and does not run into the query timeout. */
const batchSize = 500;

const and = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);
const listConditions = (where: string | undefined) => (where === undefined ? [] : [sql.raw(where)]);

const isDue = ({ after = '0 days', since, where, clears }: PeriodEnd) =>
  and([
    ...since.map((column) => sql`${sql.ref(column)} < now() - ${after}::interval`),
    ...listConditions(where),
    ...(clears ? [sql`${sql.ref(clears)} is not null`] : []),
  ]);

const isWhole = (end: RetainedTable[number]): end is ParentEnd => 'with' in end && end.clears === undefined;

/** The statements that delete these rows of a table and the rows that end with them. */
async function listDeletions(
  db: QueryExecutorProvider,
  tables: Tables,
  table: string,
  condition: RawBuilder<unknown>,
): Promise<RawBuilder<unknown>[]> {
  const children = Object.entries(tables).flatMap(([child, ends]) =>
    ends.filter((end) => isWhole(end) && end.with === table).map((end) => ({ child, end: end as ParentEnd })),
  );
  const statement = sql`delete from ${sql.table(table)} where ${condition}`;
  if (children.length === 0) return [statement];
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${condition}`.execute(db);
  const ids = rows.map(({ id }) => id);
  const deletions = [statement];
  for (const { child, end } of children) {
    // As a parameter the list has the type of each column.
    const isOf = and([sql`${sql.ref(end.by)} = any(${ids})`, ...listConditions(end.where)]);
    deletions.push(...(await listDeletions(db, tables, child, isOf)));
  }
  return deletions;
}

/** Ends a batch of rows, the oldest first as their index has them, and returns how many it found. */
const purgeBatch = (db: Kysely<never>, tables: Tables, table: string, end: PeriodEnd): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ ctid: string }>`
      select ctid::text from ${sql.table(table)} where ${isDue(end)}
      order by ${sql.ref(end.since[0])} limit ${batchSize} for update skip locked`.execute(trx);
    const isFound = sql`ctid = any(${rows.map(({ ctid }) => ctid)}::tid[])`;
    if (rows.length === 0) return 0;
    const statements = end.clears
      ? [sql`update ${sql.table(table)} set ${sql.ref(end.clears)} = null where ${isFound}`]
      : await listDeletions(trx, tables, table, isFound);
    // In one statement, because foreign keys are checked at its end.
    const named = statements.map(
      (statement, index) => sql`${sql.id(`statement_${index}`)} as (${statement})`,
    );
    await sql`with ${sql.join(named)} select`.execute(trx);
    return rows.length;
  });

/**
 * Deletes what the retention table of a service keeps no longer. Replicas that purge at the same time share the rows.
 * @param rules what ends by a rule of the service (GUARD-06, ACCOUNT-03)
 */
export async function purge<Schema>(
  db: Kysely<Schema>,
  tables: Readonly<Record<keyof Schema & string, RetainedTable>>,
  rules: Readonly<Record<string, () => Promise<unknown>>> = {},
): Promise<void> {
  for (const [table, ends] of Object.entries<RetainedTable>(tables))
    for (const end of ends) {
      if ('rule' in end) await rules[end.rule]!();
      else if ('since' in end) while ((await purgeBatch(db as never, tables, table, end)) === batchSize);
    }
}
