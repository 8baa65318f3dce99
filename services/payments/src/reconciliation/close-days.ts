import { formatMinor, parseMinor, type Mode } from '@fareline/contracts';
import { sql, type Selectable } from 'kysely';
import { changedMinor } from '../amendments/amendment.repository.ts';
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
  /** What of the provider's amount is in other movements: an order has one amount, whatever changed it. */
  otherMinor?: number;
}

/** A change of a booking, of which order and charge are movements. (TRIP-03) */
interface Change extends Pick<Movement, 'day' | 'brand' | 'currency' | 'bookingId' | 'paymentId' | 'isLate'> {
  intentId: string | null;
  orderId: string | null;
  chargeMinor: number;
  refundMinor: number;
  isCaptured: boolean;
  /** What it has added to the order, and what the order costs now, as the provider's decimal strings. */
  amount: string;
  total: string;
}

/** Money in a provider's list. */
interface Provided {
  kind: MovementKind;
  providerId: string;
  createdAt: Date;
  currency: string;
  minor: number;
  /** The provider's id, and our id in its metadata. */
  ids: readonly (string | null)[];
}

/** What tables and provider say about the same money; without a row of ours `minor` is 0. */
export interface CloseEntry extends Omit<Movement, 'isLate' | 'otherMinor'> {
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
  /** yyyy-MM-dd (UTC); the ledger must have everything since then. */
  from: string;
  /** Before the ledger was read, so that it has everything that the tables have. */
  until: Date;
  ledger: ProviderLedger;
}

/** A booking is confirmed once; a retry of support may write the step again. */
const firstSteps = (state: 'confirmed' | 'ordered', since: Date) => sql`
  select booking_id, at from booking_steps step
  where state = ${state} and at >= ${since} and not exists (
    select from booking_steps earlier where earlier.booking_id = step.booking_id
      and earlier.state = step.state and (earlier.at, earlier.id) < (step.at, step.id))`;

/** What the changes of a row of `bookings` have added to its order and to what was paid. */
const changedAmounts = sql`lateral (
  select sum(provider_amount::numeric) as amount, max(coalesce(done_at, now())) as at,
    sum(${changedMinor}) filter (where state = 'done') as minor
  from amendments made where made.booking_id = bookings.id and made.made_at is not null) as changed on true`;

interface OrderAmounts {
  /** What the order costs now, and what its changes have added, as the provider's decimal strings. */
  provider_amount: string | null;
  provider_currency: string | null;
  changed: string;
}

/** What an order cost before its changes. */
function getFirstMinor({ provider_amount, provider_currency, changed }: OrderAmounts): number | undefined {
  if (provider_amount === null || provider_currency === null) return undefined;
  const minor = parseMinor(provider_amount, provider_currency);
  return minor === undefined ? undefined : minor - (parseMinor(changed, provider_currency) ?? 0);
}

/**
 * The movements of the period: a capture on the day of the confirmation, an order on that of its creation, what a change adds to both on
 * that of the change, a refund on that of its payment, a dispute on that of its opening.
 */
async function readMovements(db: Database, { mode, from, until, ledger }: Period) {
  const since = new Date(from);
  const { rows: captures } = await sql<Movement & OrderAmounts>`
    select 'captured' as kind, to_char(steps.at at time zone 'UTC', 'YYYY-MM-DD') as day, bookings.brand, bookings.currency,
      (bookings.amount_minor - coalesce(changed.minor, 0))::float8 as minor, intent_id as "providerId", bookings.id as "bookingId",
      payments.id as "paymentId", provider_amount, provider_currency, coalesce(changed.amount, 0)::text as changed,
      steps.at >= ${until} as "isLate"
    from (${firstSteps('confirmed', since)}) as steps
    join bookings on bookings.id = steps.booking_id
    join payments on payments.id = bookings.payment_id
    left join ${changedAmounts}
    where bookings.mode = ${mode} and payments.state = 'captured'`.execute(db);
  const { rows: orders } = await sql<Movement & OrderAmounts>`
    select 'ordered' as kind, to_char(steps.at at time zone 'UTC', 'YYYY-MM-DD') as day, brand, provider_currency as currency,
      provider_amount, provider_currency, coalesce(changed.amount, 0)::text as changed,
      order_id as "providerId", id as "bookingId", payment_id as "paymentId",
      steps.at >= ${until} or coalesce(changed.at >= ${until}, false) as "isLate"
    from (${firstSteps('ordered', since)}) as steps
    join bookings on bookings.id = steps.booking_id
    left join ${changedAmounts}
    where mode = ${mode} and provider_amount is not null and provider_currency is not null`.execute(db);
  const { rows: changes } = await sql<Change>`
    select to_char(made_at at time zone 'UTC', 'YYYY-MM-DD') as day, bookings.brand, changes.currency,
      charge_minor::float8 as "chargeMinor", refund_minor::float8 as "refundMinor",
      intent_id as "intentId", bookings.order_id as "orderId", bookings.id as "bookingId", payments.id as "paymentId",
      changes.provider_amount as amount, bookings.provider_amount as total,
      coalesce(payments.state = 'captured', false) as "isCaptured",
      coalesce(changed.at >= ${until}, false) as "isLate"
    from amendments changes
    join bookings on bookings.id = changes.booking_id
    join ${changedAmounts}
    left join payments on payments.id = changes.payment_id
    where bookings.mode = ${mode} and made_at >= ${since}`.execute(db);
  const { rows: refunds } = await sql<Movement>`
    select 'refunded' as kind, to_char(made_at at time zone 'UTC', 'YYYY-MM-DD') as day, brand, refunds.currency,
      refunds.amount_minor::float8 as minor, provider_id as "providerId", booking_id as "bookingId",
      payments.id as "paymentId", made_at >= ${until} as "isLate"
    from refunds join payments on payments.id = refunds.payment_id
    where mode = ${mode} and refunds.state in ('pending', 'succeeded') and made_at >= ${since}`.execute(db);
  const disputed = await db
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select(['disputes.id', 'payment_id', 'booking_id', 'brand'])
    .where('mode', '=', mode)
    .where('disputes.id', 'in', ['', ...ledger.disputes.map(({ id }) => id)])
    .execute();
  const disputes = ledger.disputes.flatMap(({ id, minor, currency, createdAt }) =>
    disputed
      .filter((dispute) => dispute.id === id && toDay(createdAt) >= from)
      .map(({ payment_id: paymentId, booking_id: bookingId, brand }): Movement => {
        const ids = { providerId: id, bookingId, paymentId };
        return { kind: 'disputed', day: toDay(createdAt), brand, currency, minor, ...ids, isLate: false };
      }),
  );
  return {
    captures: captures.filter(({ isLate }) => !isLate),
    changes: changes.filter(({ isLate }) => !isLate),
    movements: [
      ...captures,
      ...orders.map((order): Movement => {
        const minor = getFirstMinor(order) ?? 0;
        const total = parseMinor(order.provider_amount ?? '', order.currency) ?? 0;
        return { ...order, minor, otherMinor: total - minor };
      }),
      ...changes.flatMap(toMovements),
      ...refunds,
      ...disputes,
    ],
  };
}

/** What a change has added to order and charge. */
function toMovements(change: Change): Movement[] {
  const { orderId, intentId, chargeMinor, isCaptured, amount, total, currency, ...ids } = change;
  const minor = parseMinor(amount, currency) ?? 0;
  const otherMinor = (parseMinor(total, currency) ?? 0) - minor;
  return [
    { ...ids, kind: 'ordered', currency, minor, otherMinor, providerId: orderId },
    ...(isCaptured
      ? [{ ...ids, kind: 'captured' as const, currency, minor: chargeMinor, providerId: intentId }]
      : []),
  ];
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
      const {
        kind,
        day,
        brand,
        currency,
        minor,
        providerId,
        bookingId,
        paymentId,
        otherMinor = 0,
      } = movement;
      const ids = { providerId, bookingId, paymentId };
      const money = provided.get(toKey(movement));
      const providerMinor = money ? money.minor - otherMinor : 0;
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
  { captures, changes }: Pick<Awaited<ReturnType<typeof readMovements>>, 'captures' | 'changes'>,
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
    const orderMinor = isSameCurrency ? getFirstMinor(capture) : undefined;
    sums.bookings += 1;
    sums.markup_minor += orderMinor === undefined ? 0 : capture.minor - orderMinor;
  }
  // What a card pays or is given in larger steps than the airline's price.
  for (const change of changes)
    getDay(change).markup_minor +=
      (change.isCaptured ? change.chargeMinor : 0) -
      change.refundMinor -
      (parseMinor(change.amount, change.currency) ?? 0);
  return [...days.values()];
}

/**
 * Stores the sums of the period's days; those of earlier days stay as they were. Returns the entries on which tables and provider
 * differ. (REVIEW-06, LEDGER-03)
 */
export async function closeDays(db: Database, period: Period): Promise<CloseEntry[]> {
  const { mode, from } = period;
  const { movements, ...confirmed } = await readMovements(db, period);
  const entries = joinEntries(movements, period);
  const rows = sumDays(entries, confirmed);
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
