import {
  formatMinor,
  formatRoute,
  type BookingData,
  type Mode,
  type ReviewCase,
  type ReviewCaseKind,
} from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { findHandRefund, listDecisions } from './case-decisions.ts';

export interface NewReviewCase {
  kind: ReviewCaseKind;
  /** Our id or the provider's, which names the case together with its kind. */
  subject: string;
  mode: Mode;
  bookingId: string | null;
  paymentId: string | null;
  /** What happened, in a sentence for an operator, without data of a person or card. */
  summary: string;
}

/** The value of a column unless the case is closed. */
const whileOpen = <Value>(column: string) =>
  sql<Value>`case when review_cases.closed_at is null then ${sql.ref(`review_cases.${column}`)} end`;

/**
 * Puts a case into the review queue, or opens the closed case of the same kind and subject again. While it is open only another
 * summary changes it, so it can be repeated. Returns whether it was opened. Without `reopens`, for a state that lasts, such as a finding of the reconciler, a
 * person who closed it has accepted it. (REVIEW-01)
 */
export async function openReviewCase(
  db: Database,
  { kind, subject, mode, bookingId, paymentId, summary }: NewReviewCase,
  { reopens = true } = {},
): Promise<boolean> {
  const row = await db
    .insertInto('review_cases')
    .values({ kind, subject, mode, booking_id: bookingId, payment_id: paymentId, summary })
    .onConflict((conflict) =>
      reopens
        ? conflict
            .columns(['kind', 'subject'])
            .doUpdateSet({
              ...{ summary, closed_at: null, closed_by: null },
              // Who closed it has decided, and that of before is over.
              assignee_id: whileOpen('assignee_id'),
              assignee_name: whileOpen('assignee_name'),
              due_at: whileOpen('due_at'),
              opened_at: sql`coalesce(${whileOpen('opened_at')}, now())`,
            })
            .where((eb) =>
              eb.or([
                eb('review_cases.closed_at', 'is not', null),
                eb('review_cases.summary', '<>', summary),
              ]),
            )
        : conflict.doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Opens a case about a booking, which is the subject by default. */
export const openBookingCase = (
  db: Database,
  { id, mode, payment_id }: { id: string; mode: Mode; payment_id: string },
  { subject = id, ...details }: { kind: ReviewCaseKind; summary: string; subject?: string },
): Promise<boolean> =>
  openReviewCase(db, { ...details, subject, mode, bookingId: id, paymentId: payment_id });

/** The case of a booking or payment whose step cannot be brought to its end. */
export const toStuckSubject = ({ id }: { id: string }): string => `stuck:${id}`;

/** Closes a case by what names it, if it is open. */
export const closeCaseOf = (trx: Database, kind: ReviewCaseKind, subject: string, closedBy: string) =>
  trx
    .updateTable('review_cases')
    .set({ closed_at: sql`now()`, closed_by: closedBy })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('closed_at', 'is', null)
    .execute();

/** Closes what is open of these kinds about a booking. */
export const closeBookingCases = (
  trx: Database,
  bookingId: string,
  kinds: readonly ReviewCaseKind[],
  closedBy: string,
) =>
  trx
    .updateTable('review_cases')
    .set({ closed_at: sql`now()`, closed_by: closedBy })
    .where('booking_id', '=', bookingId)
    .where('kind', 'in', kinds)
    .where('closed_at', 'is', null)
    .execute();

/** Open cases by kind; kinds without one are included, so that a metric falls back to 0. */
export async function countOpenCases(
  db: Database,
  kinds: readonly ReviewCaseKind[],
): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('review_cases')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
    .where('closed_at', 'is', null)
    .groupBy('kind')
    .execute();
  const counts = new Map(rows.map(({ kind, count }) => [kind, Number(count)]));
  return Object.fromEntries(kinds.map((kind) => [kind, counts.get(kind) ?? 0]));
}

/** Age of the oldest open case in seconds; 0 without one. */
export async function getOldestCaseSeconds(db: Database): Promise<number> {
  const { age } = await db
    .selectFrom('review_cases')
    .select(sql<number>`coalesce(extract(epoch from now() - min(opened_at)), 0)::float8`.as('age'))
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return age;
}

const selectCases = (db: Database) =>
  db
    .selectFrom('review_cases')
    .leftJoin('bookings', 'bookings.id', 'review_cases.booking_id')
    .leftJoin('payments', 'payments.id', 'review_cases.payment_id')
    .select([
      'review_cases.id',
      'review_cases.kind',
      'review_cases.mode',
      'review_cases.summary',
      'review_cases.subject',
      'review_cases.opened_at',
      'review_cases.closed_at',
      'review_cases.closed_by',
      'review_cases.assignee_id',
      'review_cases.assignee_name',
      'review_cases.due_at',
      'review_cases.booking_id',
      'bookings.booking_reference',
      'bookings.contact_first_name',
      'bookings.contact_last_name',
      'bookings.amount_minor',
      'bookings.currency',
      sql<BookingData['slices'][number] | undefined>`bookings.booking_data -> 'slices' -> 0`.as('slice'),
      'bookings.state as booking_state',
      'payments.state as payment_state',
      'payments.intent_id',
      // Not `exists`, for which PostgreSQL may read all amendments.
      sql<boolean>`(select count(*) > 0 from amendments
        where amendments.booking_id = review_cases.booking_id and amendments.id::text = review_cases.subject
          and amendments.state = 'unpaid')`.as('is_unpaid'),
    ]);
type CaseQuery = ReturnType<typeof selectCases>;

/** The case with what its decisions depend on. Throws CASE_NOT_FOUND. */
export async function getCase(db: Database, id: string) {
  const row = await selectCases(db).where('review_cases.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('CASE_NOT_FOUND');
  return row;
}
export type StoredCase = Awaited<ReturnType<typeof getCase>>;

/** The case, locked until the transaction ends. Throws CASE_NOT_FOUND. */
export async function lockCase(trx: Database, id: string): Promise<StoredCase> {
  await trx.selectFrom('review_cases').select('id').where('id', '=', id).forUpdate().execute();
  return getCase(trx, id);
}

/** The cases that the filter leaves, the oldest first unless it sorts them. */
export async function listCases(
  db: Database,
  filter: (query: CaseQuery) => CaseQuery,
): Promise<ReviewCase[]> {
  const rows = await filter(selectCases(db)).orderBy('review_cases.opened_at').execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    mode: row.mode,
    summary: row.summary,
    subject: row.subject,
    openedAt: row.opened_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    closedBy: row.closed_by,
    assignee: row.assignee_name,
    dueAt: row.due_at?.toISOString() ?? null,
    decisions: listDecisions(row),
    canBeAdvance: findHandRefund(row) !== undefined,
    booking: row.booking_id
      ? {
          id: row.booking_id,
          reference: row.booking_reference,
          contactName: `${row.contact_first_name} ${row.contact_last_name}`,
          route: formatRoute({ slices: row.slice ? [row.slice] : [] }),
          amount: formatMinor(row.amount_minor ?? 0, row.currency ?? ''),
          currency: row.currency ?? '',
        }
      : null,
  }));
}
