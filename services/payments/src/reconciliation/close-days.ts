import { formatMinor, parseMinor, type Mode } from '@fareline/contracts';
import { sql, type Selectable } from 'kysely';
import type { DailyClosesTable, Database } from '../db/schema.ts';
import type { ProviderLedger } from '../ledger/provider-ledger.ts';

type MovementKind = 'captured' | 'ordered' | 'refunded' | 'disputed';

/** Money of one booking on one day (UTC), by the tables. */
interface Movement {
  kind: MovementKind;
  day: string;
  brand: string;
  currency: string;
  minor: number;
  /** The provider's id. */
  providerId: string | null;
  bookingId: string | null;
  paymentId: string | null;
  /** Written while the ledger was read, which has it or not; it counts at the next run. */
  isLate: boolean;
}

/** Money in a provider's list. */
interface Provided {
  kind: MovementKind;
  providerId: string;
  createdAt: Date;
  currency: string;
  minor: number;
  /** By which it is found: the provider's, and ours in its metadata. */
  ids: readonly (string | null)[];
}

/** What tables and provider say about the same money; without a row of ours `minor` is 0. */
export interface CloseEntry extends Omit<Movement, 'isLate'> {
  providerMinor: number;
  ids: Provided['ids'];
}

/** Sums in minor units. */
type DaySums = Omit<Selectable<DailyClosesTable>, 'mode' | 'computed_at'>;

const noMoney = {
  ...{ bookings: 0, captured_minor: 0, ordered_minor: 0, refunded_minor: 0, markup_minor: 0 },
  ...{ provider_captured_minor: 0, provider_ordered_minor: 0, provider_refunded_minor: 0 },
  provider_disputed_minor: 0,
};

/** The line of what a provider has without a row of ours. No brand has this id. */
export const unmatchedBrand = '';

interface Period {
  mode: Mode;
  /** yyyy-MM-dd; the ledger must have everything since then. */
  from: string;
  /** Before the ledger was read, so that it has everything that the tables have. */
  until: Date;
  ledger: ProviderLedger;
}

/** A booking is confirmed once; a retry of support may write the step again. */
const firstSteps = (state: 'confirmed' | 'ordered', { from }: Period) => sql`
  select booking_id, min(at) as at from booking_steps where state = ${state} group by booking_id
  having (min(at) at time zone 'UTC')::date >= ${from}::date`;

/**
 * The movements of the period: a capture on the day of the confirmation, an order on that of its creation, a refund on that of its
 * payment, a dispute on that of its opening.
 */
async function readMovements(db: Database, period: Period) {
  const { mode, from, until, ledger } = period;
  const { rows: captures } = await sql<
    Movement & { provider_amount: string | null; provider_currency: string | null }
  >`
    select 'captured' as kind, to_char(steps.at at time zone 'UTC', 'YYYY-MM-DD') as day, bookings.brand, bookings.currency,
      bookings.amount_minor::float8 as minor, intent_id as "providerId", bookings.id as "bookingId",
      payments.id as "paymentId", provider_amount, provider_currency, steps.at >= ${until} as "isLate"
    from (${firstSteps('confirmed', period)}) as steps
    join bookings on bookings.id = steps.booking_id
    join payments on payments.id = bookings.payment_id
    where bookings.mode = ${mode} and payments.state = 'captured'`.execute(db);
  const { rows: orders } = await sql<Movement & { amount: string }>`
    select 'ordered' as kind, to_char(steps.at at time zone 'UTC', 'YYYY-MM-DD') as day, brand, provider_currency as currency,
      provider_amount as amount, order_id as "providerId", id as "bookingId", payment_id as "paymentId",
      steps.at >= ${until} as "isLate"
    from (${firstSteps('ordered', period)}) as steps
    join bookings on bookings.id = steps.booking_id
    where mode = ${mode} and provider_amount is not null and provider_currency is not null`.execute(db);
  const { rows: refunds } = await sql<Movement>`
    select 'refunded' as kind, to_char(made_at at time zone 'UTC', 'YYYY-MM-DD') as day, brand, refunds.currency,
      refunds.amount_minor::float8 as minor, provider_id as "providerId", booking_id as "bookingId",
      payments.id as "paymentId", made_at >= ${until} as "isLate"
    from refunds join payments on payments.id = refunds.payment_id
    where mode = ${mode} and refunds.state in ('pending', 'succeeded')
      and (made_at at time zone 'UTC')::date >= ${from}::date`.execute(db);
  const disputed = await db
    .selectFrom('payments')
    .select(['id', 'booking_id', 'intent_id', 'brand'])
    .where('mode', '=', mode)
    .where('dispute_state', 'is not', null)
    .where('intent_id', 'in', ['', ...ledger.disputes.map(({ intentId }) => intentId)])
    .execute();
  const disputes = ledger.disputes.flatMap(({ id, intentId, minor, currency, createdAt }) =>
    disputed
      .filter(({ intent_id }) => intent_id === intentId && toDay(createdAt) >= from)
      .map(({ id: paymentId, booking_id: bookingId, brand }): Movement => {
        const ids = { providerId: id, bookingId, paymentId };
        return { kind: 'disputed', day: toDay(createdAt), brand, currency, minor, ...ids, isLate: false };
      }),
  );
  return {
    captures: captures.filter(({ isLate }) => !isLate),
    movements: [
      ...captures,
      ...orders.map((order) => ({ ...order, minor: parseMinor(order.amount, order.currency) ?? 0 })),
      ...refunds,
      ...disputes,
    ],
  };
}

const toDay = (time: Date): string => time.toISOString().slice(0, 10);

/** All money in the providers' lists, whatever the tables say. (LEDGER-03) */
const listProvided = ({ intents, orders, refunds, disputes }: ProviderLedger): Provided[] => [
  ...intents
    .filter(({ state }) => state === 'captured')
    .map(({ id, paymentId, receivedMinor: minor, ...intent }) =>
      toProvided('captured', { ...intent, id, minor }, [paymentId]),
    ),
  ...orders.map((order) =>
    toProvided('ordered', { ...order, minor: parseMinor(order.amount, order.currency) ?? 0 }, [
      order.bookingId,
      order.paymentId,
    ]),
  ),
  ...refunds
    .filter(({ state }) => state !== 'failed')
    .map((refund) => toProvided('refunded', refund, [refund.intentId])),
  ...disputes.map((dispute) => toProvided('disputed', dispute, [dispute.intentId])),
];

const toProvided = (
  kind: MovementKind,
  { id, createdAt, currency, minor }: Pick<Provided, 'createdAt' | 'currency' | 'minor'> & { id: string },
  ids: Provided['ids'],
): Provided => ({ kind, providerId: id, createdAt, currency, minor, ids: [id, ...ids] });

const toKey = ({ kind, providerId, currency }: Pick<Movement, 'kind' | 'providerId' | 'currency'>) =>
  `${kind} ${providerId} ${currency}`;

/** The movements with what the providers say of them, and what the providers have besides. */
function joinEntries(movements: readonly Movement[], { from, ledger }: Period): CloseEntry[] {
  const provided = new Map(listProvided(ledger).map((money) => [toKey(money), money]));
  const cancelled = new Set(ledger.orders.filter(({ isCancelled }) => isCancelled).map(({ id }) => id));
  const matched = movements
    .filter(({ isLate }) => !isLate)
    .map((movement) => {
      const { kind, day, brand, currency, minor, providerId, bookingId, paymentId } = movement;
      const ids = { providerId, bookingId, paymentId };
      const providerMinor = provided.get(toKey(movement))?.minor ?? 0;
      return { kind, day, brand, currency, minor, providerMinor, ...ids, ids: Object.values(ids) };
    });
  const known = new Set(movements.map(toKey));
  const unmatched = [...provided.values()]
    // An order that was cancelled without a booking costs nothing.
    .filter((money) => !known.has(toKey(money)) && !cancelled.has(money.providerId))
    .map(({ kind, createdAt, currency, minor, providerId, ids }) => ({
      ...{ kind, day: toDay(createdAt), brand: unmatchedBrand, currency, minor: 0, providerMinor: minor },
      ...{ providerId, bookingId: null, paymentId: null, ids },
    }))
    .filter(({ day, providerMinor }) => day >= from && providerMinor !== 0);
  return [...matched, ...unmatched];
}

/** The sums by day, brand and currency; the markup is the difference of capture and order within a booking. */
function sumDays(
  entries: readonly CloseEntry[],
  captures: Awaited<ReturnType<typeof readMovements>>['captures'],
): DaySums[] {
  const days = new Map<string, DaySums>();
  function getDay({ day, brand, currency }: Pick<Movement, 'day' | 'brand' | 'currency'>): DaySums {
    const key = `${day} ${brand} ${currency}`;
    const sums = days.get(key) ?? { day, brand, currency, ...noMoney };
    days.set(key, sums);
    return sums;
  }
  for (const entry of entries) {
    const sums = getDay(entry);
    if (entry.kind !== 'disputed') sums[`${entry.kind}_minor`] += entry.minor;
    sums[`provider_${entry.kind}_minor`] += entry.providerMinor;
  }
  for (const capture of captures) {
    const sums = getDay(capture);
    const isSameCurrency = capture.provider_currency === capture.currency;
    const orderMinor = isSameCurrency
      ? parseMinor(capture.provider_amount ?? '', capture.currency)
      : undefined;
    sums.bookings += 1;
    sums.markup_minor += orderMinor === undefined ? 0 : capture.minor - orderMinor;
  }
  return [...days.values()];
}

/**
 * Stores the sums of the period's days; those of earlier days stay as they were. Returns the entries on which tables and provider
 * differ. (REVIEW-06, LEDGER-03)
 */
export async function closeDays(db: Database, period: Period): Promise<CloseEntry[]> {
  const { mode, from } = period;
  const { movements, captures } = await readMovements(db, period);
  const entries = joinEntries(movements, period);
  const rows = sumDays(entries, captures);
  const sums = Object.keys(noMoney).map((column) => [column, sql.ref(`excluded.${column}`)]);
  await db.transaction().execute(async (trx) => {
    // A line whose difference is mended has nothing left.
    await trx.deleteFrom('daily_closes').where('mode', '=', mode).where('day', '>=', from).execute();
    if (rows.length === 0) return;
    await trx
      .insertInto('daily_closes')
      .values(rows.map((row) => ({ ...row, mode })))
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'mode', 'brand', 'currency'])
          .doUpdateSet({ ...Object.fromEntries(sums), computed_at: sql`now()` }),
      )
      .execute();
  });
  return entries.filter(({ minor, providerMinor }) => minor !== providerMinor);
}

/** The difference in a sentence for an operator. */
export function describeEntry({ kind, day, currency, minor, providerMinor }: CloseEntry): string {
  const format = (value: number) => `${formatMinor(value, currency)} ${currency}`;
  return `The daily close of ${day} differs: ${kind} ${format(minor)} in the tables and ${format(providerMinor)} at the provider.`;
}
