import type { BookingData } from '@fareline/contracts';
import { createSandboxControl } from '@fareline/service-kit/testing';
import type { Pool } from 'pg';
import type { Product } from '../local/product.ts';
import type { Facts, LedgerOrder, TripFacts } from './invariants.ts';

export type Sandboxes = ReturnType<typeof connectSandboxes>;

/** The control of the sandboxes of both providers. */
export const connectSandboxes = ({ duffelUrl = '', stripeUrl = '' }: Partial<Product>) => ({
  duffel: createSandboxControl<{ orders: LedgerOrder[] }>({ url: duffelUrl }),
  stripe: createSandboxControl<{ payment_intents: Omit<Facts['intents'][number], 'lost'>[] }>({
    url: stripeUrl,
  }),
});

export interface World extends Sandboxes {
  product: Product;
  pool: Pool;
}

const readJson = async <T>(url: string, headers: Record<string, string> = {}): Promise<T> =>
  (await (await fetch(url, { headers })).json()) as T;

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
async function readOrder(duffelUrl: string, order: LedgerOrder): Promise<Facts['orders'][number]> {
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

/** An intent of the ledger with what the bank has given back of it. */
async function readIntent(
  stripeUrl: string,
  intent: Omit<Facts['intents'][number], 'lost'>,
): Promise<Facts['intents'][number]> {
  const { data } = await readJson<{ data: { status: string; amount: number }[] }>(
    `${stripeUrl}/v1/disputes?payment_intent=${intent.id}`,
    { authorization: 'Bearer sk_test_sandbox' },
  );
  const lost = data.reduce((sum, { status, amount }) => sum + (status === 'lost' ? amount : 0), 0);
  return { ...intent, lost };
}

interface Message {
  subject: string;
  headers: Record<string, string>;
}

const bookingQuery = `select id, state, order_id, provider_amount::text, amount_minor::int, was_pending, booking_data,
  (select refund_minor::int from payments.amendments
    where booking_id = bookings.id and kind = 'cancellation' and state = 'done') as refund_minor
  from payments.bookings where created_at >= $1`;

/**
 * What a lost dispute has left of a refund rests. An authorisation that no booking has used is voided after a time of its own; that of a booking that needs review, or of a change that
 * support decides on, rests in whatever state it is.
 */
const unfinishedQuery = `select (
  (select count(*) from payments.outbox where done_at is null)
  + (select count(*) from accounts.outbox where done_at is null)
  + (select count(*) from payments.refunds where state = 'due' and not exists (
      select from payments.disputes where disputes.payment_id = refunds.payment_id and disputes.state = 'lost'))
  + (select count(*) from payments.payments left join payments.bookings on bookings.id = booking_id
      where payments.state in ('authorising', 'challenged', 'capturing', 'voiding', 'authorised')
      and bookings.state is distinct from 'needs_review'
      and not exists (select from payments.amendments
        where payment_id = payments.id and amendments.state = 'unpaid'))
  + (select count(*) from payments.bookings where state not in
      ('risk_review', 'confirmed', 'voided', 'needs_review', 'cancelled', 'cancelled_by_airline', 'completed'))
)::int as unfinished`;

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

const query = async <Row extends object>(pool: Pool, text: string, values: unknown[] = []) =>
  (await pool.query<Row>(text, values)).rows;

export const countUnfinished = async (pool: Pool): Promise<number> =>
  (await query<{ unfinished: number }>(pool, unfinishedQuery))[0]!.unfinished;

/** Reads what providers, tables and mails to an email address have then, and did not have when it was created. */
export async function createFactsReader(
  { product, pool, duffel, stripe }: World,
  email: string,
): Promise<() => Promise<Omit<Facts, 'pages' | 'told'>>> {
  const readLedgers = async () => {
    const [{ orders }, { payment_intents: intents }] = await Promise.all([duffel.ledger(), stripe.ledger()]);
    return { orders, intents };
  };
  const before = await readLedgers();
  const known = new Set([...before.orders, ...before.intents].map(({ id }) => id));
  const [since] = await query<{ now: Date }>(pool, 'select now()');
  const readSince = <Row extends object>(text: string) => query<Row>(pool, text, [since!.now]);
  return async () => {
    const { orders, intents } = await readLedgers();
    const mails = `${product.mailUrl}/messages?to=${encodeURIComponent(email)}`;
    const openCases = await readSince<{ kind: string }>(
      'select kind from payments.review_cases where opened_at >= $1 and closed_at is null',
    );
    return {
      orders: await Promise.all(
        orders.filter(({ id }) => !known.has(id)).map((order) => readOrder(product.duffelUrl!, order)),
      ),
      intents: await Promise.all(
        intents.filter(({ id }) => !known.has(id)).map((intent) => readIntent(product.stripeUrl!, intent)),
      ),
      bookings: (await readSince<BookingRow>(bookingQuery)).map(toBooking),
      payments: await readSince('select state, intent_id from payments.payments where created_at >= $1'),
      openCases: openCases.map(({ kind }) => kind),
      unfinished: await countUnfinished(pool),
      // Those that were agreed.
      changes: await readSince(
        `select kind, state, charge_minor::int, refund_minor::int from payments.amendments
          where created_at >= $1 and kind in ('flights', 'bags') and state <> 'quoted'`,
      ),
      mails: (await readJson<Message[]>(mails)).map(({ subject, headers }) => ({
        ...{ subject, messageId: headers['message-id'] ?? subject },
      })),
    };
  };
}
