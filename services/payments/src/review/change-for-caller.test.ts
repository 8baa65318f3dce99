import { randomUUID } from 'node:crypto';
import type { BookingRecord, ChangeOffer, Offer, ReviewedChange } from '@fareline/contracts';
import { eventually } from '@fareline/service-kit/testing';
import { refundFormats } from '@fareline/presentation/formats';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { startSharedHarness } from '../testing/harness.ts';
import { createBookingRequest, createCard, createPassenger, idempotencyHeader } from '../testing/requests.ts';
import { sendAttempt } from '../testing/send-request.ts';

const harness = await startSharedHarness();
const service = await harness.startPayments();
const support = await harness.signUpSupport();
afterEach(() => harness.duffel.clearFaults());

let clients = 0;
/** Each request has a client of its own, so that they do not use up each other's limits. */
const nextAddress = () => ({ 'x-forwarded-for': `10.2.${(clients += 1)}.1` });

async function book(matches: (offer: Offer) => boolean = ({ conditions }) => conditions.changeable === true) {
  const offer = await harness.getFreshOffer({}, matches);
  const passenger = createPassenger();
  const body = createBookingRequest(offer, { cardDetails: createCard() }, [passenger]);
  const booked = await sendAttempt(service, '/api/bookings', { ...body, bookAgain: true });
  expect(booked.body.status, JSON.stringify(booked.body)).toBe('confirmed');
  return {
    ...{
      id: booked.body.id,
      orderId: booked.body.duffelBookingId ?? '',
      email: passenger.email ?? '',
      offer,
    },
    traveller: { cookie: `session=${booked.cookies.session}`, ...nextAddress() },
    agent: { ...support, ...nextAddress() },
  };
}
type Booked = Awaited<ReturnType<typeof book>>;

const call = <Body>(booking: Booked, method: string, path: string, body?: unknown, headers = booking.agent) =>
  harness.send(
    service,
    method,
    `/api/review/bookings/${booking.id}${path}`,
    body,
    headers,
  ) as unknown as Promise<{
    status: number;
    body: Body & { error: string; message: string };
  }>;

const getRecord = async (booking: Booked) => (await call<BookingRecord>(booking, 'GET', '')).body;

const act = (booking: Booked, body: object) =>
  call<BookingRecord>(booking, 'POST', '/actions', { actionId: randomUUID(), ...body });

const createSearch = ({ offer: { slices } }: Booked) => ({
  slices: [
    {
      ...{ index: 0, origin: slices[0]?.origin.iata_code, destination: slices[0]?.destination.iata_code },
      departure_date: new Date(Date.parse((slices[0]?.departure_time ?? '').slice(0, 10)) + 3 * 86_400_000)
        .toISOString()
        .slice(0, 10),
    },
  ],
});

async function quoteFlights(booking: Booked): Promise<ReviewedChange> {
  const found = await call<{ offers: ChangeOffer[] }>(
    booking,
    'POST',
    '/change-offers',
    createSearch(booking),
  );
  const offer = found.body.offers?.[0];
  const { status, body } = await call<ReviewedChange>(booking, 'POST', '/changes', {
    ...{ kind: 'flights', offer_id: offer?.id },
  });
  expect(status, JSON.stringify([found.body, body])).toBe(201);
  return body;
}

/** What the airline asks for the next change of an order; below zero it gives back. */
const setPrice = ({ orderId }: Booked, total_amount: string, refund_to?: string) =>
  harness.duffel.control('POST', `orders/${orderId}`, {
    changes: { total_amount, ...(refund_to && { refund_to }) },
  });

const waitForChange = (booking: Booked, state: string) =>
  eventually(async () => {
    const record = await getRecord(booking);
    return record.changes[0]?.state === state ? record : undefined;
  });

const payAndConfirm = async (
  { id, traveller }: Booked,
  { change }: ReviewedChange,
  headers: Record<string, string> = traveller,
) => {
  const paid = await harness.send(
    ...([service, 'POST', '/api/payments/process-card'] as const),
    {
      ...{ amount: change.charge_amount, currency: change.currency, cardDetails: createCard() },
      change: { bookingId: id, changeId: change.id },
    },
    { ...idempotencyHeader(), ...headers },
  );
  if (paid.status !== 200) return paid;
  const path = `/api/bookings/${id}/changes/${change.id}/confirm`;
  return harness.send(service, 'POST', path, { payment_id: paid.body.paymentId }, headers);
};

/** The new fare may allow no change at all. */
const outdated = ['BOOKING_CHANGE_OUTDATED', 'BOOKING_NOT_CHANGEABLE'];

describe('[TRIP-07] a change for a caller', () => {
  it('[REVIEW-04] is not quoted for travellers, not even for their own booking', async () => {
    const booking = await book();
    // Whoever signs up later is a traveller.
    const other = { ...(await harness.signUp()), ...nextAddress() };
    for (const headers of [booking.traveller, other]) {
      expect((await call(booking, 'POST', '/change-offers', createSearch(booking), headers)).status).toBe(
        403,
      );
      expect((await call(booking, 'GET', '/later-bags', undefined, headers)).status).toBe(403);
      expect(
        (await call(booking, 'POST', '/changes', { kind: 'flights', offer_id: 'oco_1' }, headers)).body.error,
      ).toBe('FORBIDDEN');
    }
  });

  it('[RULE-01] is neither offered nor made on flights that arrive after a passport has expired', async () => {
    const booking = await book();
    const { change, action } = await quoteFlights(booking);
    await sql`update ${sql.table(`${harness.schema}.bookings`)}
      set passport_expiries = jsonb_build_object(booking_data->'passengers'->0->>'id', ${booking.offer.slices[0]?.arrival_time?.slice(0, 10)}::text)
      where id = ${booking.id}`.execute(harness.db);
    const refused = [
      await call(booking, 'POST', '/change-offers', createSearch(booking)),
      await act(booking, { action, changeId: change.id }),
    ];
    for (const { status, body } of refused)
      expect([status, body.error, body.message]).toEqual([
        ...[409, 'BOOKING_NOT_CHANGEABLE'],
        expect.stringContaining('Ada Byron: Passport must be valid until the last arrival, on '),
      ]);
  });

  it('is refused with the reason where the fare cannot be changed, and for an unknown or foreign quote', async () => {
    const fixed = await book(({ conditions }) => conditions.changeable === false);
    const refused = await call(fixed, 'POST', '/change-offers', createSearch(fixed));
    expect([refused.status, refused.body.error]).toEqual([409, 'BOOKING_NOT_CHANGEABLE']);
    expect((await getRecord(fixed)).changeOptions).toEqual({
      ...{ changeability: 'not_allowed', slices: [], bags: true },
    });
    const { change } = await quoteFlights(await book());
    for (const changeId of [change.id, randomUUID()])
      expect((await act(fixed, { action: 'offer_change', changeId })).body.error).toBe(
        'BOOKING_CHANGE_NOT_FOUND',
      );
    expect((await getRecord(fixed)).changes).toEqual([]);
  });

  it('[MONEY-21] that costs something is never made without its payment, nor offered after its price has ended', async () => {
    const booking = await book();
    await setPrice(booking, '45.00');
    const quoted = await quoteFlights(booking);
    const { id: changeId } = quoted.change;
    expect(quoted).toMatchObject({ action: 'offer_change', change: { charge_amount: '45.00' } });
    expect(quoted.effect).toMatch(
      /^Mails .+ what was chosen \(\w+ on \w{3} \d+, \d{4}.+\), its price of \$45 \(USD\)/,
    );
    const unpaid = await act(booking, { action: 'change', changeId });
    expect([unpaid.status, unpaid.body.error]).toEqual([409, 'ACTION_NOT_POSSIBLE']);
    await harness.db
      .updateTable('amendments')
      .set({ expires_at: sql<Date>`now()` })
      .where('id', '=', changeId)
      .execute();
    const late = await act(booking, { action: 'offer_change', changeId });
    expect([late.status, late.body.error]).toEqual([409, 'BOOKING_CHANGE_OUTDATED']);
    const record = await getRecord(booking);
    expect([record.changes, record.history, record.mails.map(({ kind }) => kind)]).toEqual([
      ...[[], [], ['mail_confirmed']],
    ]);
  });

  it('that costs something is offered once, paid by the traveller alone, and seen as done', async () => {
    const booking = await book();
    await setPrice(booking, '45.00');
    const quoted = await quoteFlights(booking);
    const { id: changeId } = quoted.change;
    const action = { actionId: randomUUID(), action: 'offer_change', changeId, text: 'Called' };
    const [first] = await Promise.all([act(booking, action), act(booking, action)]);
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect((await act(booking, action)).status).toBe(200);
    const again = await act(booking, { action: 'offer_change', changeId });
    expect(again.body.message).toBe('This change was offered to the traveller before.');
    const offered = await getRecord(booking);
    expect(offered.changes).toMatchObject([{ id: changeId, state: 'quoted', charge_amount: '45.00' }]);
    expect(offered.changes[0]?.offeredAt).toBeTruthy();
    expect(offered.history).toMatchObject([
      { action: 'offer_change', text: expect.stringMatching(/for \$45 \(USD\): Called$/) },
    ]);
    const subject = `Pay the change of your booking ${offered.reference}`;
    const mails = await harness.waitForMails(booking, 1, subject);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`/booking/change/${booking.id}/${changeId}\n`);
    expect(offered.actions.filter(({ mail }) => mail === 'mail_change_offered')).toEqual([]);

    const byAgent = await payAndConfirm(booking, quoted, booking.agent);
    expect(byAgent.body.error).toBe('BOOKING_NOT_FOUND');
    const paid = await payAndConfirm(booking, quoted);
    expect([paid.status, paid.body.state], JSON.stringify(paid.body)).toEqual([200, 'done']);
    const { changes } = await getRecord(booking);
    expect(changes).toMatchObject([{ state: 'done', card: { brand: 'visa', last4: '4242' } }]);
    const late = await act(booking, { action: 'offer_change', changeId });
    expect(outdated).toContain(late.body.error);
  });

  it.each([
    ['-12.00', undefined, '$12 (USD) goes back to the Visa card ending 4242.', '12.00'],
    ['0.00', undefined, 'It costs nothing.', '0.00'],
    ['-12.00', 'voucher', 'The airline gives $12 (USD) as credit for a later flight', '0.00'],
  ])(
    'that costs %s (%s) is made once, with what comes back told before',
    async (total, to, sentence, back) => {
      const booking = await book();
      await setPrice(booking, total, to);
      const quoted = await quoteFlights(booking);
      expect(quoted.action).toBe('change');
      expect(quoted.effect).toContain(sentence);
      const { id: changeId } = quoted.change;
      expect((await act(booking, { action: 'offer_change', changeId })).body.error).toBe(
        'ACTION_NOT_POSSIBLE',
      );
      const action = { actionId: randomUUID(), action: 'change', changeId, text: 'Called' };
      const first = await act(booking, action);
      expect(first.status, JSON.stringify(first.body)).toBe(200);
      expect((await act(booking, action)).status).toBe(200);
      const record = await waitForChange(booking, 'done');
      expect(record.state).toBe('confirmed');
      expect(record.changes).toMatchObject([{ refund_amount: back, offeredAt: null }]);
      expect(record.history).toMatchObject([{ action: 'change' }]);
      expect(record.refunds).toMatchObject(
        back === '0.00' ? [] : [{ amount: back, by: 'Change of flights' }],
      );
      const { body: again } = await act(booking, { ...action, actionId: randomUUID() });
      expect(outdated).toContain(again.error);
      await harness.waitForMails(booking, 1, `Your booking ${record.reference} is changed`);
    },
  );

  it('that the airline refuses leaves the booking as it was, and the record says why', async () => {
    const booking = await book();
    await setPrice(booking, '0.00');
    const { change } = await quoteFlights(booking);
    await harness.duffel.control('POST', `orders/${booking.orderId}`, { changes: 'expired' });
    expect((await act(booking, { action: 'change', changeId: change.id })).status).toBe(200);
    const record = await waitForChange(booking, 'failed');
    expect([record.state, record.changes[0]?.failure]).toEqual([
      'confirmed',
      'The price held too short a time. Nothing was changed or charged. Please choose again.',
    ]);
  });

  it('of bags is offered and paid in the same way', async () => {
    const booking = await book(() => true);
    const { body } = await call<{ bags: { id: string; passenger_ids: string[] }[] }>(
      ...([booking, 'GET', '/later-bags'] as const),
    );
    const [bag] = body.bags;
    const quoted = await call<ReviewedChange>(booking, 'POST', '/changes', {
      kind: 'bags',
      bags: [{ serviceId: bag?.id, passengerId: bag?.passenger_ids[0], quantity: 1 }],
    });
    expect([quoted.status, quoted.body.action]).toEqual([201, 'offer_change']);
    const { id: changeId } = quoted.body.change;
    expect((await act(booking, { action: 'offer_change', changeId })).status).toBe(200);
    const [mail] = await harness.waitForMails(booking, 1, 'Pay the bags of your booking');
    expect(mail?.text).toContain(`It costs ${refundFormats.price(quoted.body.change.charge_amount, 'USD')}.`);
    expect((await payAndConfirm(booking, quoted.body)).body.state).toBe('done');
    expect((await getRecord(booking)).changes).toMatchObject([{ kind: 'bags', state: 'done' }]);
  });

  it('[ACCOUNT-05] is audited with its amounts', async () => {
    const booking = await book();
    await setPrice(booking, '45.00');
    const { change } = await quoteFlights(booking);
    const action = { action: 'offer_change', changeId: change.id, text: 'Called' };
    expect((await act(booking, action)).status).toBe(200);
    const { reference } = await getRecord(booking);
    const [entry] = await eventually(async () => {
      const { rows } = await sql<{ details: object }>`
        select details from ${sql.table(`${harness.schema}_accounts.audit_entries`)}
        where action = 'booking_reviewed' and subject = ${reference}`.execute(harness.db);
      return rows.length > 0 ? rows : undefined;
    });
    expect(entry?.details).toMatchObject({
      ...{ action: 'offer_change', change: change.id, charge: '45.00', refund: '0.00', currency: 'USD' },
      reason: 'Called',
    });
  });
});
