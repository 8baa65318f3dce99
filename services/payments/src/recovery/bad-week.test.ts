// One story: what a restored dump has lost comes back while banks, airlines, travellers and support go on.
import { randomUUID } from 'node:crypto';
import type { BookingDetail, BookingRecord, DailyClose, ReviewCasePage } from '@fareline/contracts';
import { countWaiting, sweepOutboxHandler } from '@fareline/service-kit/outbox';
import { eventually } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { readOrdersHandler } from '../airline-changes/read-orders.job.ts';
import { createOutbox } from '../outbox.ts';
import { reconcileHandler } from '../reconciliation/reconcile.job.ts';
import { hasFee } from '../testing/cancellations.ts';
import { startSharedHarness } from '../testing/harness.ts';
import { createPaidChanges } from '../testing/paid-change.ts';
import { createBookingRequest, createCard, createPassenger } from '../testing/requests.ts';
import { sendAttempt } from '../testing/send-request.ts';
import { createChargeEvent, signHeaders } from '../testing/webhook-events.ts';
import { sweepHandler } from './sweep.job.ts';

const harness = await startSharedHarness();
// The jobs run when the story says so.
const settings = { SWEEP_EVERY_MS: '600000', RECONCILE_EVERY_MS: '600000', GIVE_UP_AFTER_MS: '1' };
const deps = harness.createJobDeps({ RECONCILE_MARGIN_MS: '0' });
const { hostname: host, port } = new URL(harness.stripeProgram.url);
const stripe = new Stripe('sk_test_payments', { host, port, protocol: 'http', telemetry: false });
const support = await harness.signUpSupport();
let service = await harness.startPayments(settings);

type Booking = Awaited<ReturnType<typeof book>>;

let clients = 0;
async function book() {
  const offer = await harness.getFreshOffer({}, (found) => hasFee(found) && !!found.conditions.changeable);
  const passenger = createPassenger();
  const request = createBookingRequest(offer, { cardDetails: createCard() }, [passenger]);
  const { body, cookies } = await sendAttempt(service, '/api/bookings', { ...request, bookAgain: true });
  expect(body.id, JSON.stringify(body)).toBeTruthy();
  clients += 1;
  const headers = { cookie: `session=${cookies.session}`, 'x-forwarded-for': `10.2.0.${clients}` };
  const { id, duffelBookingId: orderId } = body;
  const call = async <Body>(method: string, path: string, content?: unknown) =>
    (await send(method, `/api/bookings/${id}${path}`, content, headers)).body as unknown as Body;
  return { offer, id, orderId: orderId ?? '', email: passenger.email ?? '', headers, call };
}

/** Each request is of another client, because those of one are limited. */
const send = (method: string, path: string, body: unknown, headers: Record<string, string>) => {
  clients += 1;
  return harness.send(service, method, path, body, {
    ...headers,
    'x-forwarded-for': `10.2.1.${clients}`,
  });
};
const act = (id: string, action: object) =>
  send(
    'POST',
    `/api/review/bookings/${id}/actions`,
    { actionId: randomUUID(), text: 'Week', ...action },
    support,
  );
const getRecord = async (id: string) =>
  (await send('GET', `/api/review/bookings/${id}`, undefined, support)).body as unknown as BookingRecord;
const getTrip = ({ call }: Booking) => call<BookingDetail>('GET', '');

async function work(): Promise<void> {
  await readOrdersHandler(deps).run({});
  await reconcileHandler(deps).run({});
  await sweepHandler(deps).run({});
  await sweepOutboxHandler(createOutbox(deps), 0).run({});
}

/** The charges of a booking: its own, and those of its changes. */
const listCharges = async ({ id, offer }: Booking) =>
  (await harness.stripe.ledger()).payment_intents.filter(
    ({ metadata, amount_received }) =>
      amount_received > 0 && (metadata.offer_id === offer.id || metadata.booking_id === id),
  );

async function tell(intentId: string, type: string, object: { id: string; object: string }): Promise<void> {
  const event = createChargeEvent(type, object, intentId);
  expect((await send('POST', '/api/webhooks/stripe', event, signHeaders('stripe', event))).status).toBe(200);
}

/** The bank opens or decides a dispute of the charge of a booking, and the card provider tells. */
async function dispute(booking: Booking, input: object, type: 'created' | 'closed'): Promise<string> {
  const [charge] = await listCharges(booking);
  const intentId = charge?.id ?? '';
  const control = { payment_intent: intentId, ...input };
  const made = (await harness.stripe.control('POST', 'disputes', control)) as { id: string; object: string };
  await tell(intentId, `charge.dispute.${type}`, made);
  return made.id;
}

/** The browser's session is lost with the booking; its traveller opens the trip by a mailed code. */
async function openAgain(booking: Booking): Promise<Booking> {
  const search = { reference: (await getRecord(booking.id)).reference, lastName: 'Byron' };
  expect((await send('POST', '/api/bookings/find', search, {})).status).toBe(200);
  const code = await eventually(async () => {
    const mails = await harness.getEmails(booking.email);
    return mails.flatMap(({ text }) => /^(\d{6})\r?$/m.exec(text)?.[1] ?? [])[0];
  });
  const { cookies } = await send('POST', '/api/bookings/open', { ...search, code }, {});
  Object.assign(booking.headers, { cookie: `trip=${cookies.trip}` });
  return booking;
}

const listTables = async () => {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = ${harness.schema} and table_type = 'BASE TABLE'`.execute(harness.db);
  return rows.map(({ name }) => ({
    table: sql.table(`${harness.schema}.${name}`),
    copy: sql.table(`${harness.schema}_dump.${name}`),
  }));
};

async function dump(): Promise<void> {
  await sql`create schema ${sql.id(`${harness.schema}_dump`)}`.execute(harness.db);
  for (const { table, copy } of await listTables())
    await sql`create table ${copy} as table ${table}`.execute(harness.db);
}

const restore = () =>
  harness.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    const tables = await listTables();
    for (const { table } of tables) await sql`delete from ${table}`.execute(trx);
    for (const { table, copy } of tables)
      await sql`insert into ${table} overriding system value table ${copy}`.execute(trx);
    await sql`drop schema ${sql.id(`${harness.schema}_dump`)} cascade`.execute(trx);
  });

const toMinor = (amount: string | null | undefined) => Math.round(Number(amount ?? 0) * 100);
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Both ledgers, the tables, the screens of traveller and support, and the mails tell the same of a booking. */
async function expectAgreed(
  booking: Booking,
  expected: { end?: string; goodwill?: number; mails: Record<string, number> },
) {
  const charges = await listCharges(booking);
  const ids = charges.map(({ id }) => id);
  const [{ orders, cancellations }, record, trip, mails] = await Promise.all([
    harness.duffel.ledger(),
    getRecord(booking.id),
    getTrip(booking),
    harness.getEmails(booking.email),
  ]);
  const rows = await harness.db
    .selectFrom('payments')
    .select(['id', 'intent_id', 'amount_minor'])
    .where('booking_id', '=', booking.id)
    .where('state', '=', 'captured')
    .execute();
  const order = orders.find(({ id }) => id === booking.orderId);
  const made = [];
  for (const id of ids) made.push(...(await stripe.refunds.list({ payment_intent: id, limit: 100 })).data);
  const given = made.filter(({ status }) => status !== 'failed');
  const byRow = await harness.db
    .selectFrom('refunds')
    .select(['provider_id', 'amount_minor', 'refunds.state'])
    .where(
      'payment_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  const lost = await harness.db
    .selectFrom('disputes')
    .select('amount_minor')
    .where(
      'payment_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('state', '=', 'lost')
    .execute();
  const back = sum([...given.map(({ amount }) => amount), ...lost.map(({ amount_minor }) => amount_minor)]);
  const byOrder = cancellations.find(
    ({ order_id, confirmed_at }) => order_id === booking.orderId && confirmed_at,
  );
  // What the traveller has paid in the end is what the airline keeps.
  if (byOrder)
    expect(sum(charges.map(({ amount_received }) => amount_received)) - back).toBe(
      toMinor(order?.total_amount) - toMinor(byOrder.refund_amount) - (expected.goodwill ?? 0),
    );
  expect({
    order: order?.status === 'cancelled',
    charges: charges.map(({ id, amount_received }) => [id, amount_received]).toSorted(),
    refunds: made.map(({ id, amount, status }) => [id, amount, status]).toSorted(),
    shown: toMinor(record.amount),
    toSupport: sum(
      record.refunds.filter(({ state }) => state === 'succeeded').map(({ amount }) => toMinor(amount)),
    ),
    toTraveller: toMinor(trip.refund?.amount) + toMinor(trip.refund?.returned_amount),
    state: record.state,
    status: trip.status,
    cases: record.cases.filter(({ closedAt }) => closedAt === null).map(({ subject }) => subject),
    mails: Object.fromEntries(
      Object.keys(expected.mails).map((text) => [
        text,
        mails.filter(({ subject }) => subject.includes(text)).length,
      ]),
    ),
  }).toEqual({
    order: expected.end !== undefined,
    charges: rows.map(({ intent_id, amount_minor }) => [intent_id, amount_minor]).toSorted(),
    refunds: byRow
      .map(({ provider_id, amount_minor, state }) => [provider_id, amount_minor, state])
      .toSorted(),
    shown: sum(charges.map(({ amount_received }) => amount_received)),
    toSupport: sum(given.map(({ amount }) => amount)),
    toTraveller: sum(given.map(({ amount }) => amount)),
    state: expected.end ?? 'confirmed',
    status: expected.end ? 'cancelled' : 'confirmed',
    cases: [],
    mails: expected.mails,
  });
}

/** Nothing differs, and each day is closed with what both providers have. */
async function expectClosed(): Promise<void> {
  const run = await harness.db
    .selectFrom('reconciliations')
    .select(['findings', 'repaired'])
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(run).toEqual({ findings: 0, repaired: 0 });
  const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);
  const range = `from=${toDay(Date.now() - 86_400_000)}&to=${toDay(Date.now())}`;
  const { body } = await send('GET', `/api/review/daily-closes?${range}`, undefined, support);
  const closes = body.closes as DailyClose[];
  expect(closes.length).toBeGreaterThan(0);
  for (const { captured, ordered, refunded, provider } of closes)
    expect({ captured, ordered, refunded }).toEqual({
      ...{ captured: provider.captured, ordered: provider.ordered, refunded: provider.refunded },
    });
}

const listCases = async () => {
  const { body } = await send('GET', '/api/review/cases', undefined, support);
  return (body as unknown as ReviewCasePage).cases;
};

it('[LEDGER-12] [LEDGER-13] [LEDGER-14] [LEDGER-16] a bad week ends with both ledgers, tables, screens and mails that agree', async () => {
  const disputed = await book();
  const failing = await book();
  const silent = await book();
  const contested = await book();
  const changed = await book();
  const cancelled = await book();
  const refunded = await book();
  expect((await act(failing.id, { action: 'refund', amount: '25.00' })).status).toBe(200);
  await work();
  // A mail that is on its way would be sent again after the dump.
  await eventually(async () => (await countWaiting(harness.db)) === 0 || undefined);
  await dump();

  // What the dump does not have.
  const changes = createPaidChanges(harness, service);
  const paid = await changes.payFor(
    changed,
    await changes.findFlights(changed, ({ charge_amount }) => Number(charge_amount) > 0),
  );
  const confirmed = await changed.call('POST', `/changes/${paid.change.id}/confirm`, {
    payment_id: paid.paymentId,
  });
  expect(confirmed).toMatchObject({ state: 'done' });
  expect(await cancelled.call('POST', '/cancel')).toMatchObject({ success: true });
  expect((await act(refunded.id, { action: 'refund', amount: '15.00' })).status).toBe(200);
  const lost = await book();
  await work();
  await service.kill();
  await restore();
  service = await harness.startPayments(settings);

  // The same week: two disputes, a refund that fails, an order cancelled without a word.
  const first = await dispute(disputed, { status: 'needs_response', amount: 3000 }, 'created');
  const second = await dispute(
    disputed,
    { status: 'needs_response', amount: 4000, isAnother: true },
    'created',
  );
  const [charge] = await listCharges(failing);
  const [refund] = (await stripe.refunds.list({ payment_intent: charge?.id ?? '' })).data;
  await harness.stripe.control('POST', 'refunds', { refund: refund?.id, status: 'failed' });
  await tell(charge?.id ?? '', 'refund.failed', { id: refund?.id ?? '', object: 'refund' });
  await harness.cancelOrder(silent.orderId);
  await harness.db
    .updateTable('bookings')
    .set({ order_read_at: sql`now() - interval '2 days'` })
    .where('id', '=', silent.id)
    .execute();
  const [answer] = await Promise.all([
    contested.call<{ success: boolean; error?: string }>('POST', '/cancel'),
    act(contested.id, { action: 'refund', amount: '20.00', isRepeat: true }),
    act(contested.id, { action: 'refund', amount: '20.00', isRepeat: true }),
  ]);
  // A refund that came first changes what is agreed to.
  if (answer.error) {
    expect(answer.error).toBe('CANCELLATION_QUOTE_CHANGED');
    expect(await contested.call('POST', '/cancel')).toMatchObject({ success: true });
  }
  expect(await disputed.call('POST', '/cancel')).toMatchObject({ success: true });
  await work();

  // Support ends what is left.
  const orphan = (await listCases()).find(({ subject }) => subject === `booking_unknown:${lost.id}`);
  expect(
    (await send('POST', `/api/review/cases/${orphan?.id}/join`, { text: 'Restored' }, support)).status,
  ).toBe(200);
  expect((await act(changed.id, { action: 'correct' })).status).toBe(200);
  await dispute(disputed, { status: 'lost', dispute: first }, 'closed');
  await work();
  expect((await getRecord(disputed.id)).refunds).toMatchObject([{ state: 'disputed' }]);
  await dispute(disputed, { status: 'won', dispute: second }, 'closed');
  expect((await act(failing.id, { action: 'refund', amount: '25.00' })).status).toBe(200);
  const owed = (await getRecord(silent.id)).actions.find(({ action }) => action === 'refund')?.maxAmount;
  expect(owed).toBe(silent.offer.total_amount);
  expect((await act(silent.id, { action: 'refund', amount: owed })).status).toBe(200);
  for (const { kind, id } of await listCases()) {
    expect(['dispute', 'airline_change']).toContain(kind);
    await send('POST', `/api/review/cases/${id}/close`, { text: 'Done' }, support);
  }
  await work();
  await work();

  const confirmation = { 'is confirmed': 1 };
  const cancellation = { ...confirmation, 'is cancelled': 1 };
  await expectAgreed(disputed, { end: 'cancelled', mails: { ...cancellation, 'A refund': 1 } });
  await expectAgreed(failing, { mails: { ...confirmation, 'A refund': 3 } });
  const byAirline = { ...confirmation, 'The airline has cancelled': 1, 'A refund': 1 };
  await expectAgreed(silent, { end: 'cancelled_by_airline', mails: byAirline });
  await expectAgreed(contested, {
    end: 'cancelled',
    goodwill: 4000,
    mails: { ...cancellation, 'A refund': 2 },
  });
  await expectAgreed(changed, { mails: { ...confirmation, 'is changed': 1 } });
  await expectAgreed(cancelled, { end: 'cancelled', mails: cancellation });
  await expectAgreed(refunded, { mails: { ...confirmation, 'A refund': 1 } });
  await expectAgreed(await openAgain(lost), { mails: confirmation });
  await expectClosed();
});
