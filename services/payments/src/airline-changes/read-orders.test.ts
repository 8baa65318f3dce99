import { randomUUID } from 'node:crypto';
import { Duffel } from '@duffel/api';
import { formatPriceWithCode } from '@fareline/presentation/formats';
import { eventually } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deps } from '../deps.ts';
import { startSharedHarness } from '../testing/harness.ts';
import { createBookingRequest, createCard, createPassenger } from '../testing/requests.ts';
import { sendAttempt } from '../testing/send-request.ts';
import { getOrderReadAge, readOrdersHandler } from './read-orders.job.ts';

const harness = await startSharedHarness();
// Mails are sent by its sweep; its own reading has no turn for a day.
const service = await harness.startPayments({ HOUSEKEEPING_EVERY_MS: '600000' });
const duffel = new Duffel({ token: 'duffel_test_payments', basePath: harness.duffelProgram.url });

/** A confirmed booking that is older than what the comparison of the ledgers lists. */
async function book(search: Record<string, unknown> = {}) {
  const offer = await harness.getFreshOffer(search);
  const passenger = createPassenger();
  const body = createBookingRequest(offer, { cardDetails: createCard() }, [passenger]);
  const booked = await sendAttempt(service, '/api/bookings', body);
  expect(booked.body.status, JSON.stringify(booked.body)).toBe('confirmed');
  const { id, duffelBookingId: orderId } = booked.body;
  await harness.db
    .updateTable('bookings')
    .set({ created_at: sql`now() - interval '90 days'` })
    .where('id', '=', id)
    .execute();
  return { id, orderId: orderId ?? '', email: passenger.email ?? '' };
}
type OwnedBooking = Awaited<ReturnType<typeof book>>;

const setUnread = ({ id }: OwnedBooking, hours: number) =>
  harness.db
    .updateTable('bookings')
    .set({ order_read_at: sql`now() - ${hours} * interval '1 hour'` })
    .where('id', '=', id)
    .execute();
const row = ({ id }: OwnedBooking) =>
  harness.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const isRead = async (booking: OwnedBooking) =>
  Date.now() - (await row(booking)).order_read_at.getTime() < 3_600_000;

/** What the jobs are given, with a spy on the reads of orders. */
function createReading(env: Record<string, string> = {}) {
  const deps = harness.createJobDeps(env);
  const read = vi.fn(deps.flightProvider.readOrderInBudget);
  const reading: Deps = { ...deps, flightProvider: { ...deps.flightProvider, readOrderInBudget: read } };
  return { read, run: () => readOrdersHandler(reading).run({}) };
}
const listRead = ({ read }: ReturnType<typeof createReading>) =>
  read.mock.calls.map(([, orderId]) => orderId);

/** Reads the order of a booking that was not read for a day, and acts on what is new: here, or in the service's sweep, if that is first. */
async function readAfterADay(booking: OwnedBooking): Promise<void> {
  await setUnread(booking, 24.5);
  await createReading().run();
  await eventually(async () => {
    const pending = harness.db.selectFrom('pending_events').where('booking_id', '=', booking.id);
    return (await pending.select('id').executeTakeFirst()) ? undefined : true;
  });
}

const countMails = async ({ id }: OwnedBooking, kind: 'mail_airline_change' | 'mail_airline_cancelled') =>
  (
    await harness.db
      .selectFrom('outbox')
      .select('id')
      .where('subject', '=', id)
      .where('kind', '=', kind)
      .execute()
  ).length;

beforeEach(async () => {
  await harness.db
    .updateTable('bookings')
    .set({ order_read_at: sql`now()`, order_read_lease_until: null })
    .execute();
});

describe('[LEDGER-12] the daily read of an order', () => {
  it('ends a booking whose airline has cancelled it without an event, however old, and tells the traveller', async () => {
    const booking = await book();
    await harness.cancelOrder(booking.orderId);
    await readAfterADay(booking);
    expect((await row(booking)).state).toBe('cancelled_by_airline');
    expect(await harness.getOpenCases(booking.id)).toEqual(['airline_change']);
    const [mail] = await harness.waitForMails(booking, 1, 'The airline has cancelled');
    expect(mail?.subject).toContain('cancelled');
  });

  it('records changes without an event, each with one mail, and an answer elsewhere with none', async () => {
    const booking = await book();
    const change = (delay_minutes: number) =>
      harness.duffel.control('POST', `orders/${booking.orderId}`, {
        changed: { delay_minutes, silently: true },
      });
    await change(90);
    await readAfterADay(booking);
    const first = (await row(booking)).booking_data;
    expect(first.airline_change).toMatchObject({ answered_at: null });
    expect(first.slices[0]?.departure_time).not.toBe(first.earlier_slices?.[0]?.departure_time);
    await readAfterADay(booking);
    expect(await countMails(booking, 'mail_airline_change')).toBe(1);
    // Another change that brings no other times.
    await change(0);
    await readAfterADay(booking);
    const { airline_change } = (await row(booking)).booking_data;
    expect(airline_change?.id).not.toBe(first.airline_change?.id);
    expect(await countMails(booking, 'mail_airline_change')).toBe(2);
    await duffel.airlineInitiatedChanges.accept(airline_change?.id ?? '');
    await readAfterADay(booking);
    expect((await row(booking)).booking_data.airline_change?.answered_at).not.toBeNull();
    expect(await harness.getOpenCases(booking.id)).toEqual([]);
    expect(await countMails(booking, 'mail_airline_change')).toBe(2);
  });

  it.each(['90.00', '0.00'])(
    'queues once a bag for %s that the airline sold by hand',
    async (total_amount) => {
      const booking = await book();
      const { provider_amount } = await row(booking);
      await readAfterADay(booking);
      expect(await harness.getOpenCases(booking.id)).toEqual([]);
      await harness.duffel.control('POST', `orders/${booking.orderId}`, { added_bag: { total_amount } });
      for (const _ of ['once', 'again']) await readAfterADay(booking);
      const cases = await harness.db
        .selectFrom('review_cases')
        .select(['kind', 'subject', 'summary'])
        .where('booking_id', '=', booking.id)
        .execute();
      const kind = total_amount === '0.00' ? 'order_services' : 'order_amount';
      const amount = (Number(provider_amount) + Number(total_amount)).toFixed(2);
      const format = (price: string) => `order ${booking.orderId} ${formatPriceWithCode(price, 'USD')}`;
      expect(cases).toEqual([
        {
          kind: 'reconciliation',
          subject: `${kind}:${booking.orderId}`,
          summary: expect.any(String) as string,
        },
      ]);
      const [provider, tables] = cases[0]!.summary.split(' Tables: ');
      expect(provider).toContain(`Provider: ${format(amount)} with bags ser_`);
      expect(tables).toContain(`${format(provider_amount ?? '')} without them.`);
    },
  );

  it('compares no order that was read while its booking was changed, and reads it again', async () => {
    const booking = await book();
    await setUnread(booking, 24.5);
    const reading = createReading();
    const { read } = reading;
    const readOrder = read.getMockImplementation()!;
    read.mockImplementationOnce(async (...args) => {
      await harness.duffel.control('POST', `orders/${booking.orderId}`, {
        added_bag: { total_amount: '9.00' },
      });
      const order = await readOrder(...args);
      const { booking_data: data } = await row(booking);
      const segment_ids = data.slices[0]?.segments.map(({ id }) => id) ?? [];
      const bags = order?.data.bags.map((bag) => ({ ...bag, segment_ids })) ?? [];
      await harness.db
        .updateTable('bookings')
        .set({
          booking_data: JSON.stringify({ ...data, bags }),
          ...{ provider_amount: order?.amount, state_since: sql`now()` },
        })
        .where('id', '=', booking.id)
        .execute();
      return order;
    });
    await reading.run();
    expect(listRead(reading)).toEqual([booking.orderId, booking.orderId]);
    expect(await isRead(booking)).toBe(true);
    expect(await harness.getOpenCases(booking.id)).toEqual([]);
  });

  it('keeps what the airline did until another process is done with the booking', async () => {
    const booking = await book();
    await harness.cancelOrder(booking.orderId);
    const lease = { lease_token: randomUUID(), lease_until: new Date(Date.now() + 600_000) };
    await harness.db.updateTable('bookings').set(lease).where('id', '=', booking.id).execute();
    await setUnread(booking, 24.5);
    await createReading().run();
    expect((await row(booking)).state).toBe('confirmed');
    await harness.db
      .updateTable('bookings')
      .set({ lease_until: null })
      .where('id', '=', booking.id)
      .execute();
    await eventually(async () => ((await row(booking)).state === 'cancelled_by_airline' ? true : undefined));
  });
});

describe('[LEDGER-12] the turns of orders', () => {
  const one = { ORDER_READS_PER_MINUTE: '1' };

  it('begin with the longest unread, and with the nearest departure while not all have their turn within a day', async () => {
    const far = await book({
      departureDate: new Date(Date.now() + 200 * 86_400_000).toISOString().slice(0, 10),
    });
    const near = await book();
    await setUnread(far, 24.9);
    await setUnread(near, 24.5);
    const first = createReading(one);
    await first.run();
    expect(listRead(first)).toEqual([far.orderId]);
    await setUnread(far, 30);
    expect(await getOrderReadAge(harness)).toBeGreaterThan(29 * 3600);
    const behind = createReading(one);
    await behind.run();
    expect(listRead(behind)).toEqual([near.orderId]);
    await createReading(one).run();
    expect(await getOrderReadAge(harness)).toBeLessThan(3600);
  });

  it('do not wait for a booking that another process holds', async () => {
    const [held, other] = [await book(), await book()];
    await setUnread(held, 24.9);
    await setUnread(other, 24.5);
    const reading = createReading(one);
    await harness.db.transaction().execute(async (trx) => {
      await trx.selectFrom('bookings').select('id').where('id', '=', held.id).forUpdate().execute();
      await reading.run();
    });
    expect(listRead(reading)).toEqual([other.orderId]);
  });

  it('are of one replica each, in the number of a minute, and of upcoming bookings only', async () => {
    const bookings = [await book(), await book(), await book()];
    const over = await book();
    for (const booking of bookings) await setUnread(booking, 24.5);
    await setUnread(over, 24.9);
    await harness.db
      .updateTable('bookings')
      .set({ last_arrival_at: sql`now() - interval '1 minute'` })
      .where('id', '=', over.id)
      .execute();
    const replicas = [createReading({ ORDER_READS_PER_MINUTE: '2' }), createReading(one)];
    await Promise.all(replicas.map(({ run }) => run()));
    expect(replicas.map((replica) => listRead(replica).length)).toEqual([2, 1]);
    expect(replicas.flatMap(listRead).toSorted()).toEqual(bookings.map(({ orderId }) => orderId).toSorted());
  });

  it('are given up while the budget is short, and come back with it', async () => {
    const bookings = [await book(), await book()];
    for (const booking of bookings) await setUnread(booking, 24.5);
    const short = createReading();
    short.read.mockImplementation(async () => undefined);
    await short.run();
    expect(await Promise.all(bookings.map(isRead))).toEqual([false, false]);
    await createReading().run();
    expect(await Promise.all(bookings.map(isRead))).toEqual([true, true]);
  });

  it('come again in an hour for an order that cannot be read, which keeps none from its turn', async () => {
    const [broken, other] = [await book(), await book()];
    await setUnread(broken, 24.9);
    await setUnread(other, 24.5);
    await harness.duffel.fault({
      path: `/air/orders/${broken.orderId}`,
      kind: 'status',
      status: 500,
      times: 1,
    });
    for (const _ of ['first', 'second']) await createReading(one).run();
    expect([await isRead(broken), await isRead(other)]).toEqual([false, true]);
    const minuteLater = createReading();
    await minuteLater.run();
    expect(listRead(minuteLater)).toEqual([]);
    await harness.db
      .updateTable('bookings')
      .set({ order_read_lease_until: sql`order_read_lease_until - interval '1 hour'` })
      .where('id', '=', broken.id)
      .execute();
    await createReading().run();
    expect(await isRead(broken)).toBe(true);
  });
});
