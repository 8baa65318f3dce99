import type { Mode } from '@fareline/contracts';
import { isUuid } from '@fareline/service-kit/db/is-uuid';
import { defineJob, defineJobHandler } from '@fareline/service-kit/jobs/define-job';
import { sql } from 'kysely';
import { z } from 'zod';
import { endWithCancelledOrder } from '../amendments/cancelled-order.ts';
import { settleLateOrder } from '../bookings/settle-late-order.job.ts';
import { listModes } from '../config.ts';
import { readNow } from '../db/read-now.ts';
import type { Deps } from '../deps.ts';
import { pairEntries, type Pair, type RecordedFacts } from '../ledger/pair-entries.ts';
import type { LedgerOrder, LedgerRefund, ProviderLedger } from '../ledger/provider-ledger.ts';
import { recordDisputes } from '../disputes/record-dispute.ts';
import { recordProviderRefund } from '../refunds/record-refund.ts';
import { describeEntry, readEntries, storeDays, type CloseEntry } from './close-days.ts';
import { comparePairs, isRefunded, type Finding, type FindingKind } from './compare-ledger.ts';
import { describeSides } from './describe-sides.ts';
import { findingSummaries } from './finding-summaries.ts';
import { openUndecidedCase, readDecisions } from './open-undecided-case.ts';
import { isInWork, readRecordedFacts } from './read-recorded-facts.ts';

/**
 * Compares both providers with the tables, voids authorisations that nothing uses and puts every other difference into the
 * review queue, once. The days that the period covers are closed again. Replicas may run it at the same time. (REVIEW-06)
 */
export function reconcileHandler(deps: Deps) {
  let isRunning = false;
  return defineJobHandler({
    job: defineJob({ name: 'reconcile', payload: z.object({}), everyMs: deps.config.RECONCILE_EVERY_MS }),
    async run() {
      // Runs that take longer than the interval would pile up and leave other jobs no worker.
      if (isRunning) return;
      isRunning = true;
      try {
        for (const mode of listModes(deps.config)) await reconcile(deps, mode);
      } finally {
        isRunning = false;
      }
    },
  });
}

/** Days of which the ledger has everything: the period less one, because an amount may be authorised the day before. */
const closedDays = 2;

/** yyyy-MM-dd (UTC). */
const getFirstClosedDay = (now: Date): string =>
  new Date(now.getTime() - (closedDays - 1) * 86_400_000).toISOString().slice(0, 10);

/** Orders that are read at the same time, so that a run does not outlast its interval. */
const parallelReads = 4;

/** The orders of older bookings that were changed on the days that are closed: the provider lists orders by their creation. (TRIP-03) */
async function readChangedOrders(
  { db, flightProvider }: Deps,
  mode: Mode,
  { from, since }: { from: string; since: Date },
): Promise<LedgerOrder[]> {
  const changed = await db
    .selectFrom('bookings')
    .select(['id', 'order_id', 'payment_id', 'created_at'])
    .where('mode', '=', mode)
    .where('created_at', '<', since)
    .where('id', 'in', (query) =>
      query.selectFrom('amendments').select('booking_id').where('made_at', '>=', new Date(from)),
    )
    .execute();
  const orders: LedgerOrder[] = [];
  const queue = changed.values();
  const readQueue = async () => {
    for (const { id: bookingId, order_id, payment_id: paymentId, created_at: createdAt } of queue)
      if (order_id)
        orders.push({ ...(await flightProvider.getOrder(mode, order_id)), bookingId, paymentId, createdAt });
  };
  await Promise.all(Array.from({ length: parallelReads }, readQueue));
  return orders;
}

async function reconcile(deps: Deps, mode: Mode): Promise<void> {
  const { db, config, cardGateway, flightProvider, log } = deps;
  const startedAt = await readNow(db);
  const since = new Date(startedAt.getTime() - config.RECONCILE_PERIOD_MS);
  const from = getFirstClosedDay(startedAt);
  const [payments, recentOrders] = await Promise.all([
    cardGateway.listLedger(mode, since),
    flightProvider.listOrders(mode, since),
  ]);
  const orders = [...recentOrders, ...(await readChangedOrders(deps, mode, { from, since }))];
  await recordDisputes(deps, mode, payments.disputes);
  const ledger = { ...payments, orders };
  const decisions = await readDecisions(db);
  const settledBefore = new Date(startedAt.getTime() - config.RECONCILE_MARGIN_MS);
  const period = { mode, since, from, until: startedAt, settledBefore, ledger };
  // A row that changes between two queries would differ from itself.
  const { entries, recorded } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => ({
      entries: await readEntries(snapshot, period),
      recorded: await readRecordedFacts(snapshot, period),
    }));
  await storeDays(db, period, entries);
  const { pairs, byId } = pairEntries(ledger, recorded);
  const findings = comparePairs(pairs.filter((pair) => !isInWork(pair)));
  let repaired = 0;
  for (const finding of findings)
    if (await resolveFinding(deps, mode, finding, { ledger, recorded, decisions })) repaired += 1;
  const found = new Set<Pair | undefined>(findings.map(({ subject }) => byId.get(subject)));
  for (const entry of entries) {
    const { kind, minor, providerMinor, providerId, bookingId, paymentId } = entry;
    const about = [providerId, bookingId, paymentId].flatMap((id) => byId.get(id) ?? []);
    // Of a charge that was refunded in full nothing is left to decide.
    const isReturned = (pair: Pair) =>
      pair.intents.some(
        (intent) =>
          isRefunded(intent, pair) && (intent.id === providerId || (!pair.booking && kind !== 'ordered')),
      );
    const isExplained = about.some((pair) => found.has(pair) || isInWork(pair) || isReturned(pair));
    if (minor !== providerMinor && !isExplained)
      await openDifference(deps, mode, entry, {
        decisions,
        ids: about.flatMap(({ booking }) => booking?.id ?? []),
      });
  }
  const counts = {
    intents: payments.intents.length,
    refunds: payments.refunds.length,
    orders: orders.length,
    findings: findings.length,
    repaired,
  };
  await db
    .insertInto('reconciliations')
    .values({ mode, since, ...counts })
    .execute();
  log.info({ mode, ...counts }, 'providers and tables compared');
}

/** A difference of the daily close that no comparison of rows has found is a case of its own, once. (LEDGER-03) */
async function openDifference(
  { db, log }: Deps,
  mode: Mode,
  entry: CloseEntry,
  known: { decisions: readonly string[]; ids: readonly string[] },
): Promise<void> {
  const { kind, providerId, bookingId, paymentId } = entry;
  const subject = `daily_close:${kind}:${providerId ?? bookingId}`;
  const summary = describeEntry(entry);
  const newCase = { kind: 'reconciliation', subject, mode, bookingId, paymentId, summary } as const;
  if (await openUndecidedCase(db, known, newCase))
    log.fatal({ alert: 'needs_review', mode, subject }, `needs review: ${summary}`);
}

/** What was compared, and what support had decided by then. */
interface Comparison {
  ledger: ProviderLedger;
  recorded: RecordedFacts;
  decisions: readonly string[];
}

/** Whether the difference no longer exists; else it is in the review queue. */
export async function resolveFinding(
  deps: Deps,
  mode: Mode,
  finding: Finding,
  sides: Comparison,
): Promise<boolean> {
  const { kind, subject, bookingId, paymentId } = finding;
  if (kind === 'authorisation_left' && paymentId && (await voidLeftAuthorisation(deps, mode, finding)))
    return true;
  if (kind === 'order_without_booking' && bookingId && (await settleOrder(deps, bookingId))) return true;
  if (kind === 'order_cancelled' && (await endWithCancelledOrder(deps, mode, subject))) return true;
  const refund = sides.ledger.refunds.find(({ id }) => id === subject);
  if (refund) {
    await correctRefund(deps, kind, refund);
    await recordProviderRefund(deps, mode, refund);
    if (kind === 'refund_state') await correctRefundState(deps, mode, refund);
    if (kind !== 'refund_unknown' || (await isKnownAgain(deps, refund))) return true;
  }
  const isAboutRefund = kind.startsWith('refund_');
  const isNew = await openUndecidedCase(
    deps.db,
    { decisions: sides.decisions, ids: [subject, bookingId, paymentId] },
    {
      kind: 'reconciliation',
      subject: `${kind}:${subject}`,
      mode,
      bookingId,
      paymentId,
      summary: isAboutRefund
        ? findingSummaries[kind]
        : `${findingSummaries[kind]} ${describeSides(finding, sides)}`,
    },
  );
  if (isNew)
    deps.log.fatal({ alert: 'needs_review', mode, finding }, `needs review: ${findingSummaries[kind]}`);
  return false;
}

/** Takes over id and amount of a refund whose row was edited. (LEDGER-01) */
async function correctRefund(
  { db }: Deps,
  kind: FindingKind,
  { id, refundId, minor, currency }: LedgerRefund,
): Promise<void> {
  if (kind !== 'refund_id' && kind !== 'refund_amount') return;
  await db
    .updateTable('refunds')
    .set({ provider_id: id, amount_minor: minor, currency })
    .where(kind === 'refund_id' ? 'id' : 'provider_id', '=', kind === 'refund_id' ? refundId : id)
    .execute();
}

/**
 * Takes over a state to which no refund goes at the card provider, because its row was edited. What was listed may be older than the
 * row, so it is read again after the row. (LEDGER-04)
 */
async function correctRefundState(
  { db, cardGateway }: Deps,
  mode: Mode,
  { id }: Pick<LedgerRefund, 'id'>,
): Promise<void> {
  const row = await db.selectFrom('refunds').select('state').where('provider_id', '=', id).executeTakeFirst();
  const refund = row && (await cardGateway.readRefund(mode, id));
  if (!refund || refund.state === row.state || refund.state === 'failed') return;
  await db
    .updateTable('refunds')
    .set({ state: refund.state })
    .where('provider_id', '=', id)
    .where('state', '=', row.state)
    .execute();
}

/** Whether it is one of ours; a second one of the same id is not, because its row has the first. */
async function isKnownAgain({ db }: Deps, { id, refundId }: LedgerRefund): Promise<boolean> {
  if (!refundId || !isUuid(refundId)) return false;
  const refunds = db.selectFrom('refunds').select('id').where('id', '=', refundId);
  return (await refunds.where('provider_id', '=', id).executeTakeFirst()) !== undefined;
}

/** Whether the booking had ended without the order, which is now cancelled or in the queue as such. */
const settleOrder = (deps: Deps, bookingId: string): Promise<boolean> =>
  settleLateOrder(deps, bookingId).catch((error: unknown) => {
    deps.log.warn({ err: error, booking: bookingId }, 'order of no booking not settled');
    return false;
  });

async function voidLeftAuthorisation(
  { cardGateway, log }: Deps,
  mode: Mode,
  { subject, paymentId }: Finding,
): Promise<boolean> {
  if (!paymentId) return false;
  try {
    // Another number at each run, because an answer is replayed for the same key.
    await cardGateway.voidAuthorisation(mode, paymentId, subject, Date.now());
    const { kind } = await cardGateway.readIntent(mode, subject);
    log.warn({ payment: paymentId, intent: subject, kind }, 'authorisation of no booking voided');
    return kind === 'voided';
  } catch (error) {
    log.warn({ err: error, payment: paymentId, intent: subject }, 'authorisation of no booking not voided');
    return false;
  }
}

export async function getReconciliationAges({ db }: Pick<Deps, 'db'>): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('reconciliations')
    .select(['mode', sql<number>`extract(epoch from now() - max(finished_at))::float8`.as('age')])
    .groupBy('mode')
    .execute();
  return Object.fromEntries(rows.map(({ mode, age }) => [mode, age]));
}
