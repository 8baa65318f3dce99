import { parseMinor, type Mode } from '@fareline/contracts';
import { formatMinorWithCode } from '@fareline/presentation/formats';
import { sql, type Selectable } from 'kysely';
import { changedMinor } from '../amendments/amendment.repository.ts';
import type { DailyClosesTable, Database } from '../db/schema.ts';
import type { LedgerDispute, ProviderLedger } from '../ledger/provider-ledger.ts';

/** What tables and provider say about the same money of one day (UTC). */
export interface CloseEntry {
  kind: 'captured' | 'ordered' | 'refunded' | 'disputed';
  day: string;
  brand: string;
  currency: string;
  /** By the tables; 0 without a row of ours. */
  minor: number;
  providerMinor: number;
  /** The provider's id. */
  providerId: string | null;
  bookingId: string | null;
  paymentId: string | null;
  /** Whether a booking was confirmed with it. */
  isBooked?: boolean;
  /** The difference of capture and order, in one of the entries of a booking or change. */
  markupMinor?: number;
}

/** By the tables alone. */
interface Movement extends Omit<CloseEntry, 'providerMinor'> {
  /** Written while the ledger was read, which has it or not; it counts at the next run. */
  isLate: boolean;
  /** What of the provider's amount is in other movements: an order has one amount, whatever changed it. */
  otherMinor?: number;
}

/** What rows of bookings and changes have in common. */
interface Stored extends Pick<Movement, 'day' | 'brand' | 'currency' | 'bookingId' | 'paymentId' | 'isLate'> {
  intentId: string | null;
  orderId: string | null;
  isCaptured: boolean;
}

/** A booking that was ordered or confirmed. */
interface Step extends Stored {
  state: 'ordered' | 'confirmed';
  paidMinor: number;
  /** What the order costs now, and what its changes have added, as the provider's decimal strings. */
  total: string | null;
  added: string;
  orderCurrency: string | null;
}

/** A change of a booking, of which order and charge are movements. (TRIP-03) */
interface Change extends Stored {
  chargeMinor: number;
  refundMinor: number;
  /** What it has added to the order, and what the order costs now, as the provider's decimal strings. */
  added: string;
  total: string;
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

/** The first of each state: a booking is confirmed once, and a retry of support may write the step again. */
const firstSteps = (since: Date) => sql`
  select booking_id, state, at from booking_steps step
  where state in ('confirmed', 'ordered') and at >= ${since} and not exists (
    select from booking_steps earlier where earlier.booking_id = step.booking_id
      and earlier.state = step.state and (earlier.at, earlier.id) < (step.at, step.id))`;

/** What the changes of a row of `bookings` have added to its order and to what was paid. */
const changedAmounts = sql`lateral (
  select coalesce(sum(provider_amount::numeric), 0)::text as added, max(coalesce(done_at, now())) as at,
    coalesce(sum(${changedMinor}) filter (where state = 'done'), 0) as minor
  from amendments made where made.booking_id = bookings.id and made.made_at is not null) as changed on true`;

const toDayText = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD') as day`;

/**
 * The movements of the period: a capture on the day of the confirmation, an order on that of its creation, what a change adds to both on
 * that of the change, a refund on that of its payment, a dispute on that of its opening.
 */
async function readMovements(db: Database, { mode, from, until, ledger }: Period): Promise<Movement[]> {
  const since = new Date(from);
  const ids = sql`intent_id as "intentId", order_id as "orderId", bookings.id as "bookingId", payments.id as "paymentId",
    coalesce(payments.state = 'captured', false) as "isCaptured", bookings.brand`;
  const { rows: steps } = await sql<Step>`
    select ${toDayText('steps.at')}, steps.state, ${ids}, bookings.currency,
      (bookings.amount_minor - changed.minor)::float8 as "paidMinor",
      provider_amount as total, changed.added, provider_currency as "orderCurrency",
      steps.at >= ${until} or (steps.state = 'ordered' and coalesce(changed.at >= ${until}, false)) as "isLate"
    from (${firstSteps(since)}) as steps
    join bookings on bookings.id = steps.booking_id
    join payments on payments.id = bookings.payment_id
    join ${changedAmounts}
    where bookings.mode = ${mode}`.execute(db);
  const { rows: changes } = await sql<Change>`
    select ${toDayText('made_at')}, ${ids}, changes.currency,
      charge_minor::float8 as "chargeMinor", refund_minor::float8 as "refundMinor",
      changes.provider_amount as added, bookings.provider_amount as total,
      coalesce(changed.at >= ${until}, false) as "isLate"
    from amendments changes
    join bookings on bookings.id = changes.booking_id
    join ${changedAmounts}
    left join payments on payments.id = changes.payment_id
    where bookings.mode = ${mode} and made_at >= ${since}`.execute(db);
  const { rows: refunds } = await sql<Movement>`
    select 'refunded' as kind, ${toDayText('made_at')}, brand, refunds.currency, refunds.amount_minor::float8 as minor,
      provider_id as "providerId", booking_id as "bookingId", payments.id as "paymentId", made_at >= ${until} as "isLate"
    from refunds join payments on payments.id = refunds.payment_id
    where mode = ${mode} and refunds.state in ('pending', 'succeeded') and made_at >= ${since}`.execute(db);
  const listed = new Map(ledger.disputes.map((dispute) => [dispute.id, toMoney('disputed', dispute)]));
  const disputes = await db
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select(['disputes.id', 'payment_id as paymentId', 'booking_id as bookingId', 'brand'])
    .where('mode', '=', mode)
    .where('disputes.id', 'in', ['', ...listed.keys()])
    .execute();
  return [
    ...steps.flatMap(toStepMovements),
    ...changes.flatMap(toChangeMovements),
    ...refunds,
    ...disputes.flatMap(({ id, ...row }) => {
      const money = listed.get(id);
      return money && money.day >= from
        ? [{ ...money, ...row, minor: money.providerMinor, isLate: false }]
        : [];
    }),
  ];
}

function toStepMovements(step: Step): Movement[] {
  const { state, intentId, orderId, isCaptured, paidMinor, total, added, orderCurrency, ...ids } = step;
  const totalMinor = orderCurrency === null ? undefined : parseMinor(total ?? '', orderCurrency);
  const otherMinor = parseMinor(added, orderCurrency ?? '') ?? 0;
  const orderMinor = (totalMinor ?? 0) - otherMinor;
  if (state === 'ordered')
    return total === null || orderCurrency === null
      ? []
      : [
          {
            ...ids,
            kind: 'ordered',
            currency: orderCurrency,
            minor: orderMinor,
            otherMinor,
            providerId: orderId,
          },
        ];
  const hasMarkup = totalMinor !== undefined && orderCurrency === ids.currency;
  const markupMinor = hasMarkup ? paidMinor - orderMinor : 0;
  const captured = { kind: 'captured', minor: paidMinor, isBooked: true, markupMinor } as const;
  return isCaptured ? [{ ...ids, ...captured, providerId: intentId }] : [];
}

/** What a change has added to order and charge: a card pays or is given in larger steps than the airline's price. */
function toChangeMovements(change: Change): Movement[] {
  const { orderId, intentId, chargeMinor, refundMinor, isCaptured, added, total, ...ids } = change;
  const minor = parseMinor(added, ids.currency) ?? 0;
  const otherMinor = (parseMinor(total, ids.currency) ?? 0) - minor;
  const markupMinor = (isCaptured ? chargeMinor : 0) - refundMinor - minor;
  return [
    { ...ids, kind: 'ordered', minor, otherMinor, markupMinor, providerId: orderId },
    ...(isCaptured ? [{ ...ids, kind: 'captured' as const, minor: chargeMinor, providerId: intentId }] : []),
  ];
}

/** Money of a provider's list. */
const toMoney = (
  kind: CloseEntry['kind'],
  { id, createdAt, currency, minor }: Pick<LedgerDispute, 'id' | 'createdAt' | 'currency' | 'minor'>,
): CloseEntry => ({
  ...{ kind, day: createdAt.toISOString().slice(0, 10), brand: unmatchedBrand, currency },
  ...{ minor: 0, providerMinor: minor, providerId: id, bookingId: null, paymentId: null },
});

const toKey = ({ kind, providerId, currency }: Pick<CloseEntry, 'kind' | 'providerId' | 'currency'>) =>
  `${kind} ${providerId} ${currency}`;

/** All money in the providers' lists, whatever the tables say. (LEDGER-03) */
const mapProvided = ({ intents, orders, refunds, disputes }: ProviderLedger): Map<string, CloseEntry> =>
  new Map(
    [
      ...intents
        .filter(({ state }) => state === 'captured')
        .map((intent) => toMoney('captured', { ...intent, minor: intent.receivedMinor })),
      ...orders.map((order) =>
        toMoney('ordered', { ...order, minor: parseMinor(order.amount, order.currency) ?? 0 }),
      ),
      ...refunds.filter(({ state }) => state !== 'failed').map((refund) => toMoney('refunded', refund)),
      ...disputes.map((dispute) => toMoney('disputed', dispute)),
    ].map((money) => [toKey(money), money]),
  );

/** The movements with what the providers say of them, and what the providers have besides, in a transaction that sees one moment. */
export async function readEntries(snapshot: Database, period: Period): Promise<CloseEntry[]> {
  const { from, ledger } = period;
  const movements = await readMovements(snapshot, period);
  const provided = mapProvided(ledger);
  const known = new Set(movements.map(toKey));
  const cancelled = new Set<string | null>(
    ledger.orders.filter(({ isCancelled }) => isCancelled).map(({ id }) => id),
  );
  const matched = movements
    .filter(({ isLate }) => !isLate)
    .map(({ isLate: _, otherMinor = 0, ...movement }) => {
      const money = provided.get(toKey(movement));
      return { ...movement, providerMinor: money ? money.providerMinor - otherMinor : 0 };
    });
  const unmatched = [...provided.values()].filter(
    (money) =>
      // An order that was cancelled without a booking costs nothing.
      !known.has(toKey(money)) &&
      !cancelled.has(money.providerId) &&
      money.day >= from &&
      money.providerMinor !== 0,
  );
  return [...matched, ...unmatched];
}

/** The sums by day, brand and currency. */
function sumDays(entries: readonly CloseEntry[]): DaySums[] {
  const days = new Map<string, DaySums>();
  for (const { kind, day, brand, currency, minor, providerMinor, isBooked, markupMinor = 0 } of entries) {
    const key = `${day} ${brand} ${currency}`;
    const sums = days.get(key) ?? { day, brand, currency, ...noMoney };
    days.set(key, sums);
    if (kind !== 'disputed') sums[`${kind}_minor`] += minor;
    sums[`provider_${kind}_minor`] += providerMinor;
    sums.markup_minor += markupMinor;
    if (isBooked) sums.bookings += 1;
  }
  return [...days.values()];
}

/** Stores the sums of the period's days; those of earlier days stay as they were. (REVIEW-06, LEDGER-03) */
export async function storeDays(
  db: Database,
  { mode, from }: Pick<Period, 'mode' | 'from'>,
  entries: readonly CloseEntry[],
): Promise<void> {
  const rows = sumDays(entries);
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
}

/** The difference in a sentence for an operator. */
export function describeEntry({ kind, day, currency, minor, providerMinor }: CloseEntry): string {
  return `The daily close of ${day} differs: ${kind} ${formatMinorWithCode(minor, currency)} in the tables and ${formatMinorWithCode(providerMinor, currency)} at the provider.`;
}
