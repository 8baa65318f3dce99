import type { ContactCase, ContactCaseKind, ContactCasePage } from '@fareline/contracts';
import { sql, type Selectable } from 'kysely';
import type { ContactCasesTable, Database } from '../db/schema.ts';

interface NewContactCase {
  kind: ContactCaseKind;
  /** The brand's id. */
  brand: string;
  name: string;
  email: string;
  message?: string;
}

/** Characters of a case: the messages themselves are in the mailbox. */
const maxMessage = 2000;

/**
 * Opens a case for support, or adds the message to the open one of this kind, brand and address. Call it in the transaction of the
 * mail. (PROMISE-07)
 */
export const openContactCase = (trx: Database, { email, message = '', ...row }: NewContactCase) =>
  trx
    .insertInto('contact_cases')
    .values({
      ...row,
      email: email.toLowerCase(),
      message: sql`nullif(left(${message}::text, ${maxMessage}), '')`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['email', 'kind', 'brand'])
        .where('closed_at', 'is', null)
        .doUpdateSet({
          message: sql`nullif(left(concat_ws(e'\n\n', contact_cases.message, excluded.message), ${maxMessage}), '')`,
        }),
    )
    .execute();

const toContactCase = (row: Selectable<ContactCasesTable>): ContactCase => {
  const { id, kind, brand, name, email, message, opened_at, closed_at, closed_by } = row;
  return {
    ...{ id, kind, brand, name, email, message },
    openedAt: opened_at.toISOString(),
    closedAt: closed_at?.toISOString() ?? null,
    closedBy: closed_by,
  };
};

const pageSize = 50;

/** The cases after the one with the id `cursor`: open ones, the oldest first, or closed ones, the last closed first. */
export async function listContactCases(
  db: Database,
  { status, cursor }: { status: 'open' | 'closed'; cursor?: string | undefined },
): Promise<ContactCasePage> {
  const isOpen = status === 'open';
  const listed = db.selectFrom('contact_cases').where('closed_at', isOpen ? 'is' : 'is not', null);
  const { total } = await listed
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const [column, direction, after] = isOpen
    ? (['opened_at', 'asc', sql`>`] as const)
    : (['closed_at', 'desc', sql`<`] as const);
  const rows = await listed
    .selectAll()
    .$if(cursor !== undefined, (query) =>
      query.where(
        sql<boolean>`(${sql.ref(column)}, id) ${after}
          (select ${sql.ref(column)}, id from contact_cases where id = ${cursor as string}::uuid)`,
      ),
    )
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(pageSize + 1)
    .execute();
  const cases = rows.slice(0, pageSize).map(toContactCase);
  return { cases, total: Number(total), next: rows.length > pageSize ? (cases.at(-1)?.id ?? null) : null };
}

/** Returns the closed case; undefined when it does not exist, or was closed before. */
export const closeContactCase = (trx: Database, id: string, closedBy: string) =>
  trx
    .updateTable('contact_cases')
    .set({ closed_at: sql<Date>`now()`, closed_by: closedBy })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning(['kind', 'brand'])
    .executeTakeFirst();

export const hasContactCase = async (db: Database, id: string): Promise<boolean> =>
  (await db.selectFrom('contact_cases').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** All cases of an address, the oldest first, without who closed them. (POLICY-09) */
export async function listContactCasesOf(
  db: Database,
  email: string,
): Promise<Omit<ContactCase, 'closedBy'>[]> {
  const rows = await db
    .selectFrom('contact_cases')
    .selectAll()
    .where('email', '=', email.toLowerCase())
    .orderBy('opened_at')
    .execute();
  return rows.map((row) => {
    const { closedBy: _, ...contactCase } = toContactCase(row);
    return contactCase;
  });
}

/** Erases all cases of an address. (POLICY-09) */
export const deleteContactCasesOf = (trx: Database, email: string) =>
  trx.deleteFrom('contact_cases').where('email', '=', email.toLowerCase()).execute();
