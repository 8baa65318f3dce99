import { parseMinor, type Mode } from '@fareline/contracts';
import { sql, type Selectable } from 'kysely';
import type { DailyClosesTable, Database } from '../db/schema.ts';
import type { ProviderLedger } from '../ledger/provider-ledger.ts';

/** Money of one booking on one day (UTC). Ids are those of the providers. */
interface Movement {
  kind: 'captured' | 'ordered' | 'refunded';
  day: string;
  brand: string;
  currency: string;
  minor: number;
  providerId: string | null;
}

/** Sums in minor units: by the tables, and of the same movements at the providers. */
type DaySums = Omit<Selectable<DailyClosesTable>, 'mode' | 'computed_at'>;

const noMoney = {
  ...{ bookings: 0, captured_minor: 0, ordered_minor: 0, refunded_minor: 0, markup_minor: 0 },
  ...{ provider_captured_minor: 0, provider_ordered_minor: 0, provider_refunded_minor: 0 },
};

/** A booking is confirmed once; a retry of support may write the step again. */
const firstSteps = (state: 'confirmed' | 'ordered' | 'cancelled', from: string) => sql`
  select booking_id, min(at) as at from booking_steps where state = ${state} group by booking_id
  having (min(at) at time zone 'UTC')::date >= ${from}::date`;

/**
 * The movements since a day: a capture on the day of the confirmation, an order on that of its creation, a refund on that of its
 * payment. `orderMinor` is set for captures, so that the markup is the difference within a booking.
 */
async function readMovements(db: Database, mode: Mode, from: string) {
  const { rows: captures } = await sql<
    Movement & { provider_amount: string | null; provider_currency: string | null }
  >`
    select 'captured' as kind, to_char(steps.at at time zone 'UTC', 'YYYY-MM-DD') as day, bookings.brand, bookings.currency,
      bookings.amount_minor::float8 as minor, intent_id as "providerId", provider_amount, provider_currency
    from (${firstSteps('confirmed', from)}) as steps
    join bookings on bookings.id = steps.booking_id
    join payments on payments.id = bookings.payment_id
    where bookings.mode = ${mode} and payments.state = 'captured'`.execute(db);
  const { rows: orders } = await sql<Omit<Movement, 'minor'> & { amount: string }>`
    select 'ordered' as kind, to_char(steps.at at time zone 'UTC', 'YYYY-MM-DD') as day, brand, provider_currency as currency,
      provider_amount as amount, order_id as "providerId"
    from (${firstSteps('ordered', from)}) as steps
    join bookings on bookings.id = steps.booking_id
    where mode = ${mode} and provider_amount is not null and provider_currency is not null`.execute(db);
  const { rows: refunds } = await sql<Movement>`
    select 'refunded' as kind, to_char(made_at at time zone 'UTC', 'YYYY-MM-DD') as day, brand, refunds.currency,
      refunds.amount_minor::float8 as minor, provider_id as "providerId"
    from refunds join payments on payments.id = refunds.payment_id
    where mode = ${mode} and refunds.state in ('pending', 'succeeded') and (made_at at time zone 'UTC')::date >= ${from}::date`.execute(
    db,
  );
  return { captures, orders, refunds };
}

/** The sums of the days since `from` (yyyy-MM-dd), of which the ledger must have everything. */
async function sumDays(db: Database, mode: Mode, from: string, ledger: ProviderLedger): Promise<DaySums[]> {
  const { captures, orders, refunds } = await readMovements(db, mode, from);
  const intentsById = new Map(ledger.intents.map((intent) => [intent.id, intent]));
  const ordersById = new Map(ledger.orders.map((order) => [order.id, order]));
  const refundsById = new Map(ledger.refunds.map((refund) => [refund.id, refund]));
  const days = new Map<string, DaySums>();
  function getDay({ day, brand, currency }: Pick<Movement, 'day' | 'brand' | 'currency'>): DaySums {
    const key = `${day} ${brand} ${currency}`;
    const sums = days.get(key) ?? { day, brand, currency, ...noMoney };
    days.set(key, sums);
    return sums;
  }
  for (const capture of captures) {
    const sums = getDay(capture);
    const intent = intentsById.get(capture.providerId ?? '');
    const isSameCurrency = capture.provider_currency === capture.currency;
    const orderMinor = isSameCurrency
      ? parseMinor(capture.provider_amount ?? '', capture.currency)
      : undefined;
    sums.bookings += 1;
    sums.captured_minor += capture.minor;
    sums.markup_minor += orderMinor === undefined ? 0 : capture.minor - orderMinor;
    if (intent?.currency === capture.currency) sums.provider_captured_minor += intent.receivedMinor;
  }
  for (const order of orders) {
    const sums = getDay(order);
    const found = ordersById.get(order.providerId ?? '');
    sums.ordered_minor += parseMinor(order.amount, order.currency) ?? 0;
    if (found?.currency === order.currency)
      sums.provider_ordered_minor += parseMinor(found.amount, order.currency) ?? 0;
  }
  for (const refund of refunds) {
    const sums = getDay(refund);
    const found = refundsById.get(refund.providerId ?? '');
    sums.refunded_minor += refund.minor;
    if (found?.currency === refund.currency && found.state !== 'failed')
      sums.provider_refunded_minor += found.minor;
  }
  return [...days.values()];
}

/** Stores the sums of the days since `from`; those of earlier days stay as they were. (REVIEW-06) */
export async function closeDays(
  db: Database,
  mode: Mode,
  from: string,
  ledger: ProviderLedger,
): Promise<void> {
  const rows = await sumDays(db, mode, from, ledger);
  if (rows.length === 0) return;
  const sums = Object.keys(noMoney).map((column) => [column, sql.ref(`excluded.${column}`)]);
  await db
    .insertInto('daily_closes')
    .values(rows.map((row) => ({ ...row, mode })))
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'mode', 'brand', 'currency'])
        .doUpdateSet({ ...Object.fromEntries(sums), computed_at: sql`now()` }),
    )
    .execute();
}
