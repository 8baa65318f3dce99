import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

/** What a minor unit of the runtime's data was in minor units of ISO 4217, where the two differ. (D54, UNIT-01) */
const factor = sql`case currency when 'IQD' then 1000 else 100 end`;
const currencies = sql`(
  'AFN', 'ALL', 'COP', 'HUF', 'IDR', 'IQD', 'IRR', 'KPW', 'LAK', 'LBP', 'MGA', 'MMK', 'PKR', 'SLL', 'SOS', 'SYP', 'YER')`;

/** Amounts were stored in the runtime's minor units. A replica of the release before must not sell in these currencies meanwhile. */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const [table, column] of amountColumns)
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} * ${factor}
      where currency in ${currencies}`.execute(db);
}

export async function down(db: Kysely<Tables>): Promise<void> {
  for (const [table, column] of amountColumns)
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} / ${factor}
      where currency in ${currencies}`.execute(db);
}

const amountColumns = [
  ['payments', 'amount_minor'],
  ['bookings', 'amount_minor'],
  ['cancellations', 'refund_minor'],
] as const;
