import { readFileSync } from 'node:fs';
import type { ParentEnd, RetainedTable } from '@fareline/contracts/retention';
import { sql, type Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';

/** Values of columns, in SQL. */
type Values = Record<string, string>;

interface RetentionOfService {
  db: Kysely<never>;
  tables: Readonly<Record<string, RetainedTable>>;
  purge(): Promise<unknown>;
  /** What the checks of a table, and the condition of this end, ask of a row that ends. */
  sample(table: string, end: RetainedTable[number] | undefined): Promise<Values> | Values;
  /** Rows that are old enough and do not meet the condition of their end. */
  kept: [why: string, table: string, end: number, values: Values][];
  /** Ends a row with all that ends with it. */
  endParent(table: string, id: string): Promise<unknown>;
  /** The tests of what ends by an event or a rule: `<file in src>: <its title>`. */
  tests: Record<string, string>;
  src: URL;
}

/** Some value of each type; texts are unique. */
const values: Values = {
  bigint: '1',
  boolean: 'false',
  bytea: "''",
  date: 'current_date',
  integer: '1',
  jsonb: "'{}'",
  text: 'gen_random_uuid()::text',
  'timestamp with time zone': 'now()',
  uuid: 'gen_random_uuid()',
};

const isParentEnd = (end: RetainedTable[number]): end is ParentEnd => 'with' in end;

/** Tests the retention table of a service row by row against its database. (GUARD-06) */
export function testRetention({
  db,
  tables,
  purge,
  sample,
  kept,
  endParent,
  tests,
  src,
}: RetentionOfService): void {
  const ends = Object.entries(tables).flatMap(([table, all]) => all.map((end) => ({ table, end })));

  /** Inserts a row, with rows of other tables that it needs, and returns where it is. */
  async function insert(table: string, given: Values, end?: RetainedTable[number]): Promise<string> {
    const { rows: columns } = await sql<{ name: string; type: string }>`
      select column_name as name, data_type as type from information_schema.columns
      where table_schema = current_schema() and table_name = ${table} and is_nullable = 'NO'
        and column_default is null and is_identity = 'NO'`.execute(db);
    const row = { ...(await sample(table, end)), ...given };
    for (const { name, type } of columns) {
      const parent = tables[table]?.filter(isParentEnd).find(({ by }) => by === name);
      row[name] ??= parent ? `'${await insertParent(parent.with)}'` : (values[type] ?? 'null');
    }
    const names = Object.keys(row);
    const { rows } = await sql<{ ctid: string }>`
      insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      values (${sql.join(names.map((name) => sql.raw(row[name]!)))}) returning ctid::text`.execute(db);
    return rows[0]!.ctid;
  }

  async function insertParent(table: string): Promise<string> {
    const id = crypto.randomUUID();
    await insert(table, { id: `'${id}'` });
    return id;
  }

  /** Of these rows the places of those that are as they were. */
  async function listUnchanged(table: string, places: string[]): Promise<string[]> {
    const { rows } = await sql<{ ctid: string }>`
      select ctid::text from ${sql.table(table)} where ctid = any(${places}::tid[])`.execute(db);
    return rows.map(({ ctid }) => ctid).toSorted();
  }

  const count = async (table: string, condition = sql`true`): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from ${sql.table(table)} where ${condition}`.execute(db);
    return rows[0]!.count;
  };

  /** A row whose times are all `minutes` older than the period, but for one. */
  const toTimes = (end: { after?: string; since: readonly string[] }, minutes: number, younger?: string) =>
    Object.fromEntries(
      end.since.map((column) => [
        column,
        `now() - interval '${end.after ?? '0 days'}' - interval '${column === younger ? -2 : minutes} minutes'`,
      ]),
    );

  describe('[GUARD-06] the retention table', () => {
    it('names each table of the service, and none that is not there', async () => {
      const { rows } = await sql<{ name: string }>`
        select table_name as name from information_schema.tables
        where table_schema = current_schema() and table_name not like 'kysely_migration%'`.execute(db);
      expect(Object.keys(tables).toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
    });

    const timed = ends.flatMap(({ table, end }) => ('since' in end ? [{ table, end }] : []));
    it.each(
      timed.map(({ table, end }) => ({ table, end, what: end.clears ?? 'row', after: end.after ?? 'end' })),
    )(
      'purges the $what of $table that is just older than its $after, and no younger one',
      async ({ table, end }) => {
        const cleared = end.clears ? { [end.clears]: "'x'" } : {};
        const older = await insert(table, { ...cleared, ...toTimes(end, 2) }, end);
        const younger = [];
        for (const column of end.since)
          younger.push(await insert(table, { ...cleared, ...toTimes(end, 2, column) }, end));
        const before = await count(table);
        await purge();
        expect(await listUnchanged(table, [older, ...younger])).toEqual(younger.toSorted());
        expect(await count(table)).toBe(end.clears ? before : before - 1);
        if (end.clears)
          expect(await count(table, sql`${sql.ref(end.clears)} is not null`)).toBe(younger.length);
      },
    );

    it.each(kept)('keeps %s, however old', async (_why, table, index, given) => {
      const end = tables[table]?.[index];
      if (!end || !('since' in end)) throw new Error(`${table} has no such end with a period`);
      const old = await insert(table, { ...toTimes(end, 2), ...given }, end);
      await purge();
      expect(await listUnchanged(table, [old])).toEqual([old]);
    });

    it.each(ends.flatMap(({ table, end }) => (isParentEnd(end) ? [{ table, end, parent: end.with }] : [])))(
      'ends $table with the row of $parent that it belongs to, and no other',
      async ({ table, end }) => {
        const [ended, open] = [await insertParent(end.with), await insertParent(end.with)];
        await insert(table, { [end.by]: `'${ended}'` }, end);
        const other = await insert(table, { [end.by]: `'${open}'` }, end);
        const before = await count(table);
        await endParent(end.with, ended);
        expect(await count(table, sql`${sql.ref(end.by)} = ${ended}`)).toBe(0);
        expect(await listUnchanged(table, [other])).toEqual([other]);
        expect(await count(table)).toBe(end.clears ? before : before - 1);
      },
    );

    it('purges more rows than one statement does, also when several replicas purge', async () => {
      await sql`
        insert into attempts (key, count, window_ends_at)
        select 'ended ' || n, 1, now() - interval '1 minute' from generate_series(1, 2600) n`.execute(db);
      await Promise.all([purge(), purge(), purge()]);
      expect(await count('attempts', sql`key like 'ended %'`)).toBe(0);
    });

    it('has a test for all that ends by an event or a rule', () => {
      const named = ends.flatMap(({ table, end }) => {
        if ('on' in end) return [`${table}: ${end.on}`];
        return 'rule' in end ? [`${table}: ${end.rule}`] : [];
      });
      expect(Object.keys(tests).toSorted()).toEqual(named.toSorted());
      for (const [, test] of Object.entries(tests)) {
        const [file, title] = test.split(/: (.*)/s) as [string, string];
        expect(readFileSync(new URL(file, src), 'utf8'), test).toContain(`it('${title}`);
      }
    });
  });
}
