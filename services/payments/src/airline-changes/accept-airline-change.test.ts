import { randomUUID } from 'node:crypto';
import { Duffel } from '@duffel/api';
import type { BookingData, BookingRecord, Offer, Passenger } from '@fareline/contracts';
import { eventually } from '@fareline/service-kit/testing';
import { describeAnswerBy, formatTime } from '@fareline/presentation/formats';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { startSharedHarness } from '../testing/harness.ts';
import { createBookingRequest, createCard, createPassenger } from '../testing/requests.ts';
import { sendAttempt } from '../testing/send-request.ts';
import { signHeaders } from '../testing/webhook-events.ts';
import { recordAirlineChange } from './record-airline-change.ts';

const harness = await startSharedHarness();
const service = await harness.startPayments();
const duffel = new Duffel({ token: 'duffel_test_payments', basePath: harness.duffelProgram.url });
afterEach(() => harness.duffel.clearFaults());

/** A confirmed booking of a fare that gives nothing back, made more than a day ago. */
async function book(createTraveller: (offer: Offer) => Passenger = () => createPassenger()) {
  const offer = await harness.getFreshOffer({}, ({ conditions }) => conditions.refundable === false);
  const passenger = createTraveller(offer);
  const body = createBookingRequest(offer, { cardDetails: createCard() }, [passenger]);
  const booked = await sendAttempt(service, '/api/bookings', body);
  expect(booked.body.status, JSON.stringify(booked.body)).toBe('confirmed');
  const { id, duffelBookingId } = booked.body;
  const created_at = new Date(Date.now() - 25 * 3_600_000);
  await harness.db.updateTable('bookings').set({ created_at }).where('id', '=', id).execute();
  return {
    ...{ id, orderId: duffelBookingId ?? '', offer, email: passenger.email ?? '' },
    session: { cookie: `session=${booked.cookies.session}` },
  };
}
type OwnedBooking = Awaited<ReturnType<typeof book>>;

/** Sends the provider's event of its latest change. */
async function tell({ orderId }: OwnedBooking): Promise<void> {
  const { data: order } = await duffel.orders.get(orderId);
  const event = JSON.stringify({
    ...{ id: `wev_${randomUUID()}`, type: 'order.airline_initiated_change_detected', live_mode: false },
    data: { object: order.airline_initiated_changes?.at(-1) },
  });
  const sent = await harness.send(
    ...([service, 'POST', '/api/webhooks/duffel', event, signHeaders('duffel', event)] as const),
  );
  expect(sent.status).toBe(200);
}

async function change(
  booking: OwnedBooking,
  changed: Parameters<typeof harness.changeOrder>[1] = { delay_minutes: 90 },
): Promise<void> {
  await harness.changeOrder(booking.orderId, changed);
  await tell(booking);
}

const readTrip = async ({ id, session }: Pick<OwnedBooking, 'id' | 'session'>) =>
  (await harness.send(service, 'GET', `/api/bookings/${id}`, undefined, session)).body;
const readData = async (booking: OwnedBooking) =>
  JSON.parse(String((await readTrip(booking)).bookingData)) as BookingData;
const readChange = async (booking: OwnedBooking) => (await readData(booking)).airline_change;

const accept = ({ id, session }: Pick<OwnedBooking, 'id' | 'session'>, changeId: string | undefined) =>
  harness.send(service, 'POST', `/api/bookings/${id}/accept-change`, { change_id: changeId }, session);

/** Where an acceptance goes, and an answer to it that says nothing. */
const accepts = '/air/airline_initiated_changes/.*/accept';
const ambiguous = {
  ...{ method: 'POST', path: accepts, status: 422 },
  body: {
    meta: { status: 422, request_id: 'x' },
    errors: [{ type: 'airline_error', code: 'airline_internal', title: 'x', message: 'x' }],
  },
};

const readTaken = async ({ orderId }: OwnedBooking) =>
  (await duffel.orders.get(orderId)).data.airline_initiated_changes?.map(({ action_taken }) => action_taken);

const waitForMails = (booking: OwnedBooking, count: number) =>
  harness.waitForMails(booking, count, 'The airline');

describe('[TRIP-05] a change by the airline', () => {
  it('is accepted by nobody but the owner of the booking', async () => {
    const [booking, other] = [await book(), await book()];
    await change(booking);
    const { id: changeId } = (await readChange(booking)) ?? {};
    expect((await accept({ ...booking, session: other.session }, changeId)).status).toBe(404);
    expect((await accept({ ...booking, session: { cookie: '' } }, changeId)).status).toBe(401);
    expect(await readTaken(booking)).toEqual([null]);
  });

  it('is not accepted unless it was shown', async () => {
    const booking = await book();
    expect((await accept(booking, 'aic_1')).body.error).toBe('AIRLINE_CHANGE_OUTDATED');
    expect((await accept(booking, undefined)).body.error).toBe('VALIDATION_ERROR');
    await change(booking);
    const { id } = (await readChange(booking)) ?? {};
    await harness.changeOrder(booking.orderId, { delay_minutes: 30 });
    const outdated = await accept(booking, id);
    expect(outdated.body).toMatchObject({
      error: 'AIRLINE_CHANGE_OUTDATED',
      message: 'The airline has changed the flights again. Please look at them.',
    });
    expect((await readChange(booking))?.id).not.toBe(id);
    await waitForMails(booking, 2);
  });

  it('[RULE-01] is not accepted, nor by support, on flights that arrive after a passport has expired', async () => {
    const arrival = ({ slices }: Offer) => slices[0]?.segments.at(-1)?.arriving_at?.slice(0, 10);
    const booking = await book((offer) => createPassenger({ passportExpiryDate: arrival(offer) }));
    await change(booking, { delay_minutes: 2 * 24 * 60 });
    const { id } = (await readChange(booking)) ?? {};
    const refused = await accept(booking, id);
    expect([refused.status, refused.body.error]).toEqual([409, 'AIRLINE_CHANGE_REFUSED']);
    expect(refused.body.message).toMatch(
      /^Ada Byron: Passport must be valid until the last arrival, on .* Please choose other flights, or call us\.$/,
    );
    const support = await harness.signUpSupport();
    const path = `/api/review/bookings/${booking.id}/actions`;
    const action = { actionId: randomUUID(), action: 'accept_change', changeId: id };
    const sent = await harness.send(service, 'POST', path, action, support);
    expect(sent.body).toMatchObject({ error: 'AIRLINE_CHANGE_REFUSED', message: refused.body.message });
    expect(await readTaken(booking)).toEqual([null]);
    expect((await readTrip(booking)).status).toBe('confirmed');
    // With a passport that is valid longer they are.
    await harness.db
      .updateTable('bookings')
      .set({ passport_expiries: '{}' })
      .where('id', '=', booking.id)
      .execute();
    expect((await accept(booking, id)).status).toBe(200);
  });

  it.each([
    ['cannot be asked', { path: '/air/airline_initiated_changes', kind: 'status', status: 500, times: 3 }],
    ['takes it without an answer', { path: accepts, kind: 'commit_late', status: 0, delayMs: 1000 }],
    ['answers nothing that is clear', { ...ambiguous, kind: 'commit_late', delayMs: 1000 }],
  ])('[LEDGER-09] is accepted once when the airline %s at first', async (_, fault) => {
    const booking = await book();
    await change(booking);
    const { id } = (await readChange(booking)) ?? {};
    await harness.duffel.fault(fault);
    const sent = await accept(booking, id);
    expect([sent.status, sent.body.isPending]).toEqual([202, true]);
    expect(await readTrip(booking)).toMatchObject({ change_options: { changeability: 'under_way' } });
    await eventually(async () => ((await readChange(booking))?.answered_at ? true : undefined));
    expect(await readTaken(booking)).toEqual(['accepted']);
    expect(await harness.getOpenCases(booking.id)).toEqual([]);
    expect((await accept(booking, id)).status).toBe(200);
  });

  it('[LEDGER-09] is not said to be accepted before the airline shows it, nor while something else is under way', async () => {
    const booking = await book();
    await change(booking);
    const { id } = (await readChange(booking)) ?? {};
    const leased = { lease_token: randomUUID(), lease_until: new Date(Date.now() + 60_000) };
    await harness.db.updateTable('bookings').set(leased).where('id', '=', booking.id).execute();
    expect((await accept(booking, id)).body.error).toBe('SERVICE_UNAVAILABLE');
    await harness.db
      .updateTable('bookings')
      .set({ lease_until: null })
      .where('id', '=', booking.id)
      .execute();
    const data = { id, order_id: booking.orderId };
    await harness.duffel.fault({ path: accepts, kind: 'status', status: 200, body: { data } });
    expect((await accept(booking, id)).body.isPending).toBe(true);
    await eventually(async () => ((await readChange(booking))?.answered_at ? true : undefined));
    expect(await readTaken(booking)).toEqual(['accepted']);
  });

  it('is read again when the traveller has changed the flights meanwhile', async () => {
    const booking = await book();
    const deps = harness.createJobDeps();
    await change(booking);
    const before = await readData(booking);
    const getBookedOrder: typeof deps.flightProvider.getBookedOrder = async (...args) => {
      const order = await deps.flightProvider.getBookedOrder(...args);
      await harness.db
        .updateTable('bookings')
        .set({ flights_version: sql`flights_version + 1` })
        .where('id', '=', booking.id)
        .execute();
      return order;
    };
    const slow = { ...deps, flightProvider: { ...deps.flightProvider, getBookedOrder } };
    const changed = { mode: 'test', orderId: booking.orderId, eventId: 'wev_1' } as const;
    await expect(recordAirlineChange(slow, changed)).rejects.toThrow('while the order was read');
    expect(await readData(booking)).toEqual(before);
  });

  it('that the airline settles otherwise is refused with a sentence', async () => {
    const booking = await book();
    await change(booking, { delay_minutes: 90, actions: ['update'] });
    const { id, actions } = (await readChange(booking)) ?? {};
    expect(actions).toEqual([]);
    expect((await accept(booking, id)).body.error).toBe('AIRLINE_CHANGE_REFUSED');
    expect((await readTrip(booking)).cancellability).toBe('non_refundable');
    const [mail] = await waitForMails(booking, 1);
    expect(mail?.text).toContain(' * call us, and we ask the airline what it offers');
  });

  it('that brings no other times is told by a mail that does not have those of the change before', async () => {
    const booking = await book();
    const [earlier] = (await readData(booking)).slices;
    await change(booking);
    await waitForMails(booking, 1);
    const [slice] = (await readData(booking)).slices;
    await change(booking, { delay_minutes: 0 });
    const [second, first] = await waitForMails(booking, 2);
    const texts = [first, second].map((mail) => mail!.text.replaceAll(/=\r?\n/g, ''));
    const before = formatTime(earlier?.departure_time ?? null);
    const now = formatTime(slice?.departure_time ?? null);
    expect(texts.map((text) => [text.includes(before), text.includes(now)])).toEqual([
      [true, true],
      [false, true],
    ]);
    expect(texts[1]).toContain('the times are those of its change before');
    expect((await readData(booking)).earlier_slices).toHaveLength(1);
    await change(booking, { delay_minutes: 45 });
    const [third] = await waitForMails(booking, 3);
    expect(third?.text).toContain(now);
    expect(third?.text).not.toContain(before);
  });

  it('is accepted once, closes its case, and the fare decides again what comes back', async () => {
    const booking = await book();
    const before = await readData(booking);
    await change(booking);
    const { earlier_slices, slices, airline_change } = await readData(booking);
    expect(earlier_slices).toEqual(before.slices);
    expect(slices).not.toEqual(before.slices);
    expect((await readTrip(booking)).cancellability).toBe('airline_change');
    expect(await harness.getOpenCases(booking.id)).toEqual(['airline_change']);
    const [mail] = await waitForMails(booking, 1);
    for (const text of [describeAnswerBy(airline_change!), `/my-trips/${booking.id}`])
      expect(mail?.text.replaceAll(/=\r?\n/g, '')).toContain(text);

    for (const _ of ['once', 'again'])
      expect((await accept(booking, airline_change?.id)).body).toEqual({
        success: true,
        message: 'You have accepted the new flights.',
      });
    expect(await readTaken(booking)).toEqual(['accepted']);
    expect((await readChange(booking))?.answered_at).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(await harness.getOpenCases(booking.id)).toEqual([]);
    expect((await readTrip(booking)).cancellability).toBe('non_refundable');
    await waitForMails(booking, 1);
  });

  it.each(['before:call:accept-change', 'after:call:accept-change'])(
    '[TRIP-08] is accepted once after a crash at %s',
    async (point) => {
      const booking = await book();
      await change(booking);
      const { id } = (await readChange(booking)) ?? {};
      const path = `/api/bookings/${booking.id}/accept-change`;
      await harness.crashAt(point, path, { change_id: id }, booking.session);
      expect((await readChange(booking))?.answered_at).toBeNull();
      await eventually(async () => ((await readChange(booking))?.answered_at ? true : undefined));
      expect((await accept(booking, id)).status).toBe(200);
      expect(await readTaken(booking)).toEqual(['accepted']);
      expect(await harness.getOpenCases(booking.id)).toEqual([]);
      await waitForMails(booking, 1);
    },
  );

  it('gives all back whatever the fare, and closes its case', async () => {
    const booking = await book();
    await change(booking, { delay_minutes: null, actions: ['accept', 'cancel', 'change'] });
    expect(await readChange(booking)).toMatchObject({ is_cancelled: true, actions: ['cancel', 'change'] });
    const [mail] = await waitForMails(booking, 1);
    expect(mail?.subject).toMatch(/^The airline has cancelled flights of your booking/);
    expect(mail?.text).not.toContain('- accept');
    const path = `/api/bookings/${booking.id}`;
    const quote = await harness.send(
      service,
      'POST',
      `${path}/cancellation-quote`,
      undefined,
      booking.session,
    );
    expect(quote.body.refund_amount, JSON.stringify(quote.body)).toBe(booking.offer.total_amount);
    const body = { quote_id: quote.body.quote_id };
    expect((await harness.send(service, 'POST', `${path}/cancel`, body, booking.session)).status).toBe(200);
    await eventually(async () =>
      ((await readTrip(booking)).refund as { state: string } | null)?.state === 'paid' ? true : undefined,
    );
    expect(await harness.getOpenCases(booking.id)).toEqual([]);
    expect(await readTaken(booking)).toEqual(['cancelled']);
  });

  it('[TRIP-07] is accepted by support for a caller, once and with a trace', async () => {
    const booking = await book();
    await change(booking);
    const { id: changeId } = (await readChange(booking)) ?? {};
    const support = await harness.signUpSupport();
    const path = `/api/review/bookings/${booking.id}`;
    const readRecord = async () =>
      (await harness.send(service, 'GET', path, undefined, support)).body as unknown as BookingRecord;
    expect((await readRecord()).actions).toContainEqual(
      expect.objectContaining({ action: 'accept_change', changeId }),
    );
    const action = {
      actionId: randomUUID(),
      action: 'accept_change',
      changeId,
      text: 'said so on the phone',
    };
    for (const _ of ['once', 'again'])
      expect((await harness.send(service, 'POST', `${path}/actions`, action, support)).status).toBe(200);
    expect(await readTaken(booking)).toEqual(['accepted']);
    const record = await readRecord();
    expect(record.actions.map((possible) => possible.action)).not.toContain('accept_change');
    expect(record.history).toMatchObject([{ action: 'accept_change', text: 'said so on the phone' }]);
    expect(record.cases).toMatchObject([{ kind: 'airline_change', closedBy: record.history[0]?.by }]);
  });
});
