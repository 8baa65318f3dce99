import type { BookingData } from '@fareline/contracts';
import pg, { type Pool } from 'pg';
import type { Facts, LedgerOrder, TripFacts } from './invariants.ts';
import { waitFor } from './wait-for.ts';

interface Ledgers {
  orders: LedgerOrder[];
  intents: Facts['intents'];
}

const readJson = async <T>(url: string, headers: Record<string, string> = {}): Promise<T> =>
  (await (await fetch(url, { headers })).json()) as T;

/** All orders and intents of both providers. */
export async function readLedgers(sandboxes: { duffel: string; stripe: string }): Promise<Ledgers> {
  const { orders } = await readJson<Pick<Ledgers, 'orders'>>(`${sandboxes.duffel}/_sandbox/ledger`);
  const { payment_intents: intents } = await readJson<{ payment_intents: Facts['intents'] }>(
    `${sandboxes.stripe}/_sandbox/ledger`,
  );
  return { orders, intents };
}

interface Flight {
  origin: { iata_code: string | null };
  destination: { iata_code: string | null };
  departing_at: string | null;
  arriving_at: string | null;
}

const listFlights = (slices: readonly { segments: Flight[] }[]): string[] =>
  slices.flatMap(({ segments }) =>
    segments.map(({ origin, destination, departing_at, arriving_at }) =>
      [origin.iata_code, destination.iata_code, departing_at, arriving_at].join(' '),
    ),
  );
const sumQuantities = (items: readonly { quantity: number }[]) =>
  items.reduce((sum, { quantity }) => sum + quantity, 0);

interface AirlineOrder {
  slices: { segments: Flight[] }[];
  services: { type: string; quantity: number }[];
  changes: string[];
  airline_initiated_changes: { action_taken: string | null }[];
}

const duffelHeaders = { authorization: 'Bearer duffel_test_sandbox', 'duffel-version': 'v2' };

/** An order of the ledger with what a client of the airline reads of it. */
export async function readOrder(duffelUrl: string, order: LedgerOrder): Promise<Facts['orders'][number]> {
  const { data } = await readJson<{ data: AirlineOrder }>(
    `${duffelUrl}/air/orders/${order.id}`,
    duffelHeaders,
  );
  const answer = data.airline_initiated_changes.at(-1)?.action_taken;
  return {
    ...order,
    flights: listFlights(data.slices),
    bags: sumQuantities(data.services.filter(({ type }) => type === 'baggage')),
    isAnswered: answer === undefined ? null : answer !== null,
    changes: data.changes.length,
  };
}

interface Message {
  subject: string;
  headers: Record<string, string>;
}

export async function readMails(mailUrl: string, to: string): Promise<Facts['mails']> {
  const messages = await readJson<Message[]>(`${mailUrl}/messages?to=${encodeURIComponent(to)}`);
  return messages.map(({ subject, headers }) => ({ subject, messageId: headers['message-id'] ?? subject }));
}

const bookingQuery = `select id, state, order_id, provider_amount::text, amount_minor::int, was_pending, booking_data,
  (select refund_minor::int from payments.cancellations
    where booking_id = bookings.id and confirmed_at is not null) as refund_minor
  from payments.bookings where created_at >= $1`;

/**
 * An authorisation that no booking has used is voided after a time of its own; that of a booking that needs review rests in whatever
 * state it is.
 */
const unfinishedQuery = `select (
  (select count(*) from payments.outbox where done_at is null)
  + (select count(*) from accounts.outbox where done_at is null)
  + (select count(*) from payments.refunds where state = 'due')
  + (select count(*) from payments.payments left join payments.bookings on bookings.id = booking_id
      where payments.state in ('authorising', 'challenged', 'capturing', 'voiding', 'authorised')
      and bookings.state is distinct from 'needs_review')
  + (select count(*) from payments.bookings where state not in
      ('risk_review', 'confirmed', 'voided', 'needs_review', 'cancelled', 'cancelled_by_airline', 'completed'))
)::int as unfinished`;

type Rows = Pick<Facts, 'bookings' | 'openCases' | 'payments' | 'unfinished'>;

type BookingRow = Omit<Facts['bookings'][number], keyof TripFacts> & { booking_data: BookingData };

const toBooking = ({ booking_data, ...row }: BookingRow): Facts['bookings'][number] => {
  const { slices, bags, airline_change: change } = booking_data;
  return {
    ...row,
    flights: listFlights(slices),
    bags: sumQuantities(bags),
    isAnswered: change ? change.answered_at !== null : null,
  };
};

/** The changes of bookings since a time that were agreed. */
export const readChanges = async (pool: Pool, since: Date): Promise<Facts['changes']> =>
  (
    await pool.query<Facts['changes'][number]>(
      `select kind, state, charge_minor::int, refund_minor::int from payments.booking_changes
        where created_at >= $1 and state <> 'quoted'`,
      [since],
    )
  ).rows;

/** What the tables have of everything since a time. */
export async function readRows(pool: Pool, since: Date): Promise<Rows> {
  const query = async <Row extends object>(text: string, values: unknown[] = [since]) =>
    (await pool.query<Row>(text, values)).rows;
  const [unfinished] = await query<{ unfinished: number }>(unfinishedQuery, []);
  return {
    bookings: (await query<BookingRow>(bookingQuery)).map(toBooking),
    payments: await query<Facts['payments'][number]>(
      'select state, intent_id from payments.payments where created_at >= $1',
    ),
    openCases: (
      await query<{ kind: string }>(
        'select kind from payments.review_cases where opened_at >= $1 and closed_at is null',
      )
    ).map(({ kind }) => kind),
    unfinished: unfinished?.unfinished ?? 0,
  };
}

/** What a ledger has now and did not have before. */
export function listNew<Entry extends { id: string }>(
  now: readonly Entry[],
  before: readonly { id: string }[],
): Entry[] {
  const known = new Set(before.map(({ id }) => id));
  return now.filter(({ id }) => !known.has(id));
}

/** Waits until no job has anything left to do; false when that takes too long. */
export async function waitUntilSettled(databaseUrl: string, timeoutMs: number): Promise<boolean> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const isSettled = await waitFor(timeoutMs, async () =>
    (await readRows(pool, new Date())).unfinished === 0 ? true : undefined,
  );
  await pool.end();
  return isSettled ?? false;
}
