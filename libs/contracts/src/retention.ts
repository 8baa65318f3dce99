import { contactCaseDays, idempotencyHours } from './periods.ts';
import {
  accessKept,
  accountDataKept,
  bookingDataKept,
  contactCasesKept,
  countsKept,
  mailsKept,
  passportsKept,
  recordsKept,
  savedTravellersKept,
  searchesKept,
} from './promises/privacy.ts';

/** Read alike by PostgreSQL and by travellers. */
type Period = `${number} ${keyof typeof unitHours}`;

const unitHours = { minutes: 1 / 60, hours: 1, days: 24, years: 365 * 24 };

/** The sentence of the privacy page, which may say the period; null where no person can be told from what is kept. */
type Told = string | ((period: string) => string) | null;

/** What is deleted once all these columns are older than the period: rows, or only what the column `clears` has. */
export interface PeriodEnd {
  /** Default: at the time that the column says. */
  after?: Period;
  since: readonly [string, ...string[]];
  /** A condition in SQL besides. */
  where?: string;
  clears?: string;
  told: Told;
}

/** A row ends with a row of another table, whose id is in the column `by`. */
export interface ParentEnd {
  with: string;
  by: string;
  where?: string;
  /** Only the column ends. */
  clears?: string;
}

/** The service ends it at once when this happens. */
export interface EventEnd {
  on: string;
  clears?: string;
  told: Told;
}

/** A function of the service with this name says which rows have ended. */
interface RuleEnd {
  rule: string;
  told: Told;
}

/** Redis deletes it. */
interface RedisEnd {
  expires: Period;
  told: Told;
}

/** A table; without ends it has nothing about a person, and is kept. */
export type RetainedTable = readonly (PeriodEnd | ParentEnd | EventEnd | RuleEnd)[];

const ofBooking = { with: 'bookings', by: 'booking_id' };
const ofAccount = { with: 'users', by: 'user_id' };

/** A person still has to decide about the row, or money of it is still to move. */
const isOpen = (ofCase: string, ofMoney: string) =>
  `(exists (select from review_cases where review_cases.${ofCase} and closed_at is null)
    or exists (select from refunds where refunds.${ofMoney} and state in ('due', 'pending'))
    or exists (select from disputes where disputes.${ofMoney} and state = 'open'))`;

/**
 * How long each table of each service keeps its rows, and what flights keeps of visitors in Redis. The purges of the services do what it
 * says, and the privacy page says it, in this order; a test of each service compares it with the database. (GUARD-06, POLICY-09)
 */
export const retention = {
  payments: {
    bookings: [
      {
        after: '7 years',
        // A booking is made before its last flight; its index finds the few that are old enough.
        since: ['created_at', 'last_arrival_at'],
        where: `state in ('voided', 'cancelled', 'cancelled_by_airline', 'completed') and not ${isOpen('booking_id = bookings.id', 'payment_id in (select payments.id from payments where payments.booking_id = bookings.id)')}`,
        told: bookingDataKept,
      },
      { on: 'order made', clears: 'order_plan', told: passportsKept },
      { on: 'order refused', clears: 'order_plan', told: passportsKept },
      { on: 'trip over or cancelled', clears: 'passport_expiries', told: passportsKept },
      // Of a request with passports; a repeat with its own key is recognised by that, and lasts no longer.
      {
        after: `${idempotencyHours} hours`,
        since: ['created_at'],
        clears: 'request_hash',
        told: countsKept,
      },
    ],
    payments: [
      { with: 'bookings', by: 'booking_id' },
      {
        after: '7 years',
        since: ['created_at'],
        where: `booking_id is null and not ${isOpen('payment_id = payments.id', 'payment_id = payments.id')}`,
        told: bookingDataKept,
      },
      { after: '2 years', since: ['created_at'], clears: 'ip_address', told: recordsKept },
    ],
    booking_steps: [ofBooking],
    pending_events: [ofBooking],
    booking_locks: [ofBooking],
    // What support has offered is part of the record of the booking.
    amendments: [
      ofBooking,
      {
        after: '2 days',
        since: ['expires_at'],
        where: "kind in ('flights', 'bags') and state = 'quoted' and offered_at is null",
        told: null,
      },
    ],
    refunds: [{ with: 'payments', by: 'payment_id' }],
    disputes: [{ with: 'payments', by: 'payment_id' }],
    review_cases: [ofBooking, { with: 'payments', by: 'payment_id' }],
    booking_actions: [ofBooking],
    travel_documents: [ofBooking],
    // Nothing waits for an answer by then.
    contact_corrections: [ofBooking, { after: '7 days', since: ['corrected_at'], told: mailsKept }],
    trip_codes: [ofBooking, { since: ['expires_at'], told: accessKept }],
    trip_sessions: [ofBooking, { since: ['expires_at'], told: accessKept }],
    // Mails of a booking are part of its record.
    outbox: [
      { with: 'bookings', by: 'subject', where: "kind <> 'audit_event'" },
      {
        after: '7 days',
        since: ['done_at'],
        where: "kind in ('audit_event', 'trip_code')",
        told: mailsKept,
      },
    ],
    idempotency_keys: [{ after: `${idempotencyHours} hours`, since: ['created_at'], told: countsKept }],
    card_attempts: [{ after: '2 days', since: ['at'], told: countsKept }],
    attempts: [{ since: ['window_ends_at'], told: countsKept }],
    webhook_events: [{ after: '30 days', since: ['received_at'], told: null }],
    webhook_tokens: [{ after: '30 days', since: ['received_at'], told: null }],
    reconciliations: [{ after: '30 days', since: ['finished_at'], told: null }],
    daily_closes: [],
  },
  accounts: {
    saved_travellers: [ofAccount, { on: 'deleted by the user', told: savedTravellersKept }],
    users: [{ on: 'account deleted', told: accountDataKept }],
    factors: [ofAccount],
    recovery_codes: [ofAccount],
    // Without the user it only says that the booking has had an account.
    guest_accounts: [{ ...ofAccount, clears: 'user_id' }],
    sessions: [ofAccount, { rule: 'sessionsEnded', told: accessKept }],
    mailed_tokens: [ofAccount, { since: ['expires_at'], told: accessKept }],
    outbox: [
      { after: '7 days', since: ['done_at'], told: mailsKept },
      { on: 'mail sent or given up', clears: 'payload', told: mailsKept },
    ],
    contact_cases: [
      { after: `${contactCaseDays} days`, since: ['closed_at'], told: contactCasesKept },
      { on: 'account deleted', told: contactCasesKept },
    ],
    audit_entries: [{ after: '2 years', since: ['at'], told: recordsKept }],
    attempts: [{ since: ['window_ends_at'], told: countsKept }],
    brands: [],
    session_keys: [],
    settings: [],
  },
  /** Of payments and of accounts, in a database of their own. */
  keys: { row_keys: [{ on: 'nothing to open any more', told: null }] },
  flights: {
    budget: [{ expires: '2 minutes', told: countsKept }],
    streams: [{ expires: '2 minutes', told: countsKept }],
    calendar: [{ expires: '7 days', told: searchesKept }],
    searchedRoutes: [{ expires: '7 days', told: searchesKept }],
  },
} as const satisfies Record<'accounts' | 'payments' | 'keys', Readonly<Record<string, RetainedTable>>> & {
  flights: Readonly<Record<string, readonly RedisEnd[]>>;
};

const toHours = (period: Period): number => {
  const [count, unit] = period.split(' ') as [string, keyof typeof unitHours];
  return Number(count) * unitHours[unit];
};

/** What the privacy page says: each sentence once, with the longest of its periods. (POLICY-09) */
export function describeRetention(): string[] {
  const periods = new Map<NonNullable<Told>, Period>();
  const ends = Object.values(retention)
    .flatMap((tables) => Object.values<RetainedTable | readonly RedisEnd[]>(tables))
    .flat();
  for (const end of ends) {
    if (!('told' in end) || end.told === null) continue;
    const period = ('expires' in end ? end.expires : 'after' in end && end.after) || '0 days';
    const longest = periods.get(end.told) ?? period;
    periods.set(end.told, toHours(period) > toHours(longest) ? period : longest);
  }
  return [...periods].map(([told, period]) => (typeof told === 'string' ? told : told(period)));
}
