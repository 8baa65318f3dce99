// Each test makes a booking with its mails, and compares both ledgers with what is given back.
import { randomUUID } from 'node:crypto';
import { cancellationRefusals, describeNothingBack, refundTerms } from '@fareline/contracts';
import { eventually } from '@fareline/service-kit/testing';
import { refundFormats } from '@fareline/presentation/formats';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { getBooking } from '../bookings/booking.repository.ts';
import { createBookingRequest, idempotencyHeader } from '../testing/requests.ts';
import { payFor } from '../testing/send-request.ts';
import { createCancellations, hasFee, type TestBooking } from '../testing/cancellations.ts';
import { startSharedHarness } from '../testing/harness.ts';
import { acceptQuote } from './accept-quote.ts';
import { findQuote } from '../amendments/amendment.repository.ts';

const harness = await startSharedHarness();
const service = await harness.startPayments();
afterEach(async () => {
  await harness.duffel.clearFaults();
  await harness.stripe.clearFaults();
});

const { bookOffer, createCancellableBooking, requestQuote, cancel, getTrip, getStatus, expectRefundedOnce } =
  createCancellations(harness, service);

/** Fails the next call that confirms a cancellation, with an error in the provider's format. */
const refuseConfirmation = (status: number) =>
  harness.duffel.fault({
    method: 'POST',
    path: '/air/order_cancellations/.*/actions/confirm',
    kind: 'status',
    status,
    body: {
      meta: { status, request_id: 'x' },
      errors: [{ type: 'invalid_state_error', code: 'refused', title: 'No', message: 'No' }],
    },
  });

const getText = ({ text }: { text: string }) => text.replaceAll(/=\r?\n/g, '');
const findCancelledMail = async (booking: TestBooking) =>
  getText(
    await eventually(async () =>
      (await harness.getEmails(booking.email)).find(({ subject }) => subject.includes('is cancelled')),
    ),
  );

/** The audit entries of payments about a booking, oldest first. */
const readEntries = async ({ id }: TestBooking) => {
  const { rows } = await sql<Record<string, unknown>>`
    select action, actor_kind, actor_name, subject, details, ip_address, request_id
    from ${sql.table(`${harness.schema}_accounts.audit_entries`)}
    where details ->> 'booking' = ${id} and action not in ('registered', 'signed_in') order by at`.execute(
    harness.db,
  );
  return rows;
};
const waitForEntries = (booking: TestBooking, count: number) =>
  eventually(async () => {
    const entries = await readEntries(booking);
    return entries.length >= count ? entries : undefined;
  });

describe('cancellation', () => {
  it.each([
    // The runtime's data has no decimals for forints.
    ['HUF', 2],
    ['JPY', 0],
    ['KWD', 3],
  ])(
    '[UNIT-01] [MONEY-21] [PROVIDER-42] [REFUND-01] [EXTRA-02] pays, orders and refunds seat and bags to the minor unit in %s',
    async (currency, decimals) => {
      const toMinor = (amount: string): number => {
        expect(amount.split('.')[1] ?? '').toHaveLength(decimals);
        return Number(amount.replace('.', ''));
      };
      await harness.duffel.control('POST', 'results', { times: 2, currency });
      const offer = await harness.getFreshOffer({}, hasFee);
      const seat = await harness.getPaidSeat(offer);
      const seats = [{ passengerId: seat.passenger_id, seatId: seat.id }];
      const [bag] = await harness.getBags(offer);
      const [passengerId = ''] = bag.passenger_ids;
      const bags = [{ serviceId: bag.id, passengerId, quantity: 2 }];
      const total = toMinor(offer.total_amount) + toMinor(seat.total_amount) + 2 * toMinor(bag.total_amount);
      const amount = (total / 10 ** decimals).toFixed(decimals);
      const booking = await bookOffer(offer, { seats, bags, amount });

      const { captured, orders } = await harness.ledgerFor(offer);
      expect(captured).toMatchObject([{ currency: currency.toLowerCase(), amount_received: total }]);
      const shown = JSON.parse((await getTrip(booking)).bookingData);
      expect(shown).toMatchObject({
        total_amount: amount,
        seats: [{ passenger_id: seat.passenger_id }],
        bags: [{ passenger_id: passengerId, segment_ids: bag.segment_ids, quantity: 2 }],
      });
      expect(toMinor(shown.bags[0].amount)).toBe(2 * toMinor(bag.total_amount));
      const { quote_id, refund_amount, refund_currency, paid_amount } = (await requestQuote(booking)).body;
      expect([refund_currency, paid_amount]).toEqual([currency, amount]);
      // What offer and checkout say of this total.
      expect(refundTerms({ ...offer, total_amount: amount })).toMatchObject({ refund: refund_amount });
      expect((await cancel(booking, { quote_id })).body.success).toBe(true);
      await harness.waitUntilProcessed(offer);

      const { cancellations } = await harness.duffel.ledger();
      const [cancellation] = cancellations.filter(({ order_id }) => order_id === orders[0]?.id);
      const fee = toMinor(orders[0]?.total_amount ?? '') - toMinor(cancellation?.refund_amount ?? '');
      expect(fee).toBeGreaterThan(0);
      expect(toMinor(String(refund_amount))).toBe(total - fee);
      const { refunds } = await harness.stripe.ledger();
      const mine = refunds.filter(({ payment_intent }) => payment_intent === captured[0]?.id);
      expect(mine.map((refund) => refund.amount)).toEqual([total - fee]);
      expect((await getTrip(booking)).refund).toMatchObject({ amount: refund_amount, currency });
      const [, after] = (await findCancelledMail(booking)).split(
        refundFormats.price(String(refund_amount), currency),
      );
      expect(after).toMatch(/^ (was|is being) refunded to/);
    },
  );

  it('[API-58] refuses to quote or cancel the booking of another user', async () => {
    const booking = await createCancellableBooking();
    const otherUser = { ...booking, session: await harness.signUp() };
    expect((await requestQuote(otherUser)).body.error).toBe('BOOKING_NOT_FOUND');
    expect((await cancel(otherUser)).body.error).toBe('BOOKING_NOT_FOUND');
    expect((await cancel({ ...booking, session: {} })).status).toBe(401);
    expect((await cancel({ ...booking, id: 'x' })).status).toBe(404);
    expect(await getStatus(booking)).toBe('confirmed');
  });

  describe('of a fare without a cancellation option', () => {
    const nothingBack = {
      status: 409,
      body: { error: 'BOOKING_NOT_CANCELLABLE', message: cancellationRefusals.non_refundable },
    };
    /** In the sandbox Lufthansa refunds everything within 24 hours of booking, the airlines of the default search with the lowest fares do not. */
    const bookNonRefundable = (isVoided: boolean) =>
      createCancellableBooking(
        isVoided ? { origin: 'MUC', destination: 'FRA' } : {},
        ({ owner, conditions }) => (owner.iata_code === 'LH') === isVoided && conditions.refundable === false,
      );
    /** Makes the booking as old as given, by the database's clock. */
    const age = ({ id }: TestBooking, minutes: number) =>
      harness.db
        .updateTable('bookings')
        .set({ created_at: sql<Date>`now() - ${minutes} * interval '1 minute'` })
        .where('id', '=', id)
        .execute();

    it('[API-59] [REFUND-03] returns 409 with a sentence when the airline refuses or gives nothing back in the first 24 hours', async () => {
      const booking = await bookNonRefundable(false);
      expect(await getTrip(booking)).toMatchObject({ cancellability: 'first_24_hours' });
      const message = describeNothingBack('first_24_hours');
      const refused = { ...nothingBack, body: { ...nothingBack.body, message } };
      expect(await requestQuote(booking)).toMatchObject(refused);
      expect(await cancel(booking)).toMatchObject(refused);
      await harness.duffel.fault({
        ...{ method: 'POST', path: '/air/order_cancellations', kind: 'status', status: 422 },
        body: {
          meta: { status: 422, request_id: 'x' },
          errors: [{ type: 'invalid_state_error', code: 'refused', title: 'No', message: 'No' }],
        },
      });
      expect(await requestQuote(booking)).toMatchObject({
        status: 409,
        body: { error: 'BOOKING_NOT_CANCELLABLE', message: expect.stringContaining('contact us') as string },
      });
      expect((await harness.ledgerFor(booking.offer)).orders).toHaveLength(1);
      expect(await getStatus(booking)).toBe('confirmed');
    });

    it('[REFUND-01] [REFUND-03] refunds everything when the airline voids the order 23:59 after booking', async () => {
      const booking = await bookNonRefundable(true);
      await age(booking, 24 * 60 - 1);
      const { body: list } = await harness.send(service, 'GET', '/api/bookings', undefined, booking.session);
      expect(list).toMatchObject([{ id: booking.id, cancellability: 'first_24_hours' }]);
      const { quote_id, refund_amount } = (await requestQuote(booking)).body;
      expect(refund_amount).toBe(booking.offer.total_amount);
      expect((await cancel(booking, { quote_id })).body.success).toBe(true);
      await expectRefundedOnce(booking, booking.offer.total_amount);
      expect(await getTrip(booking)).toMatchObject({ status: 'cancelled', cancellability: 'cancelled' });
    });

    it('[API-59] [REFUND-03] returns 409 and asks the airline nothing 24:01 after booking', async () => {
      const booking = await bookNonRefundable(true);
      await age(booking, 24 * 60 + 1);
      expect(await getTrip(booking)).toMatchObject({ cancellability: 'non_refundable' });
      for (const response of [await requestQuote(booking), await cancel(booking)])
        expect(response).toMatchObject(nothingBack);
      const [order] = (await harness.ledgerFor(booking.offer)).orders;
      const { cancellations } = await harness.duffel.ledger();
      expect(cancellations.filter(({ order_id }) => order_id === order?.id)).toEqual([]);
    });

    it('[REFUND-03] accepts a valid quote of the first 24 hours after them', async () => {
      const booking = await bookNonRefundable(true);
      const { quote_id } = (await requestQuote(booking)).body;
      await age(booking, 24 * 60 + 1);
      expect((await cancel(booking, { quote_id })).body.success).toBe(true);
      await expectRefundedOnce(booking, booking.offer.total_amount);
    });

    it('[REFUND-03] returns 409 with a sentence for a departed flight, also with a valid quote', async () => {
      const booking = await bookNonRefundable(true);
      const { quote_id } = (await requestQuote(booking)).body;
      const departure = JSON.stringify('2026-01-01T10:00:00');
      await harness.db
        .updateTable('bookings')
        .set({
          booking_data: sql<string>`jsonb_set(booking_data, '{slices,0,segments,0,departing_at}', ${departure}::jsonb)`,
        })
        .where('id', '=', booking.id)
        .execute();
      for (const response of [await requestQuote(booking), await cancel(booking, { quote_id })])
        expect(response).toMatchObject({ status: 409, body: { message: cancellationRefusals.departed } });
    });
  });

  it('[API-58] returns 409 with a sentence for a booking that the airline has not confirmed yet', async () => {
    const session = await harness.signUp();
    const offer = await harness.getFreshOffer();
    const paymentId = await payFor(service, offer);
    await harness.duffel.fault({ method: 'POST', path: '/air/orders', kind: 'status', status: 500 });
    const body = createBookingRequest(offer, { paymentId });
    const headers = { ...idempotencyHeader(), ...session };
    const pending = await harness.send(service, 'POST', '/api/bookings', body, headers);
    expect(pending.status).toBe(202);
    expect(await cancel({ offer, id: pending.body.id, email: '', session })).toMatchObject({
      status: 409,
      body: { error: 'BOOKING_NOT_CANCELLABLE', message: expect.stringContaining('not confirmed') as string },
    });
  });

  it('[PROVIDER-40] [REFUND-03] says before anything is cancelled that the airline gives a credit, and gives its code after consent on trip and mail, and the markup to the card', async () => {
    const booking = await createCancellableBooking(
      { origin: 'LTN', destination: 'SYD' },
      ({ conditions }) => conditions.cancellation_options.length > 0,
    );
    const [order] = (await harness.ledgerFor(booking.offer)).allOrders;
    const readCredit = async () => {
      const { cancellations } = await harness.duffel.ledger();
      const [made] = cancellations.filter(({ order_id }) => order_id === order?.id);
      return made?.airline_credits?.[0];
    };
    const { credits, quote_id, refund_amount } = (await requestQuote(booking)).body;
    const amount = (await readCredit())?.credit_amount;
    expect(credits).toEqual([
      {
        ...{ name: 'Duffel Travel Credit', code: null, amount, currency: 'USD' },
        ...{ passenger: 'Ada Byron', expires_on: null },
      },
    ]);
    expect(Number(refund_amount)).toBeLessThan(Number(amount));
    expect(await getStatus(booking)).toBe('confirmed');
    // Known of the airline before the payment, of the booking since the quote.
    expect(refundTerms(booking.offer)).toEqual({ kind: 'credit_possible' });
    const { bookingData, ...trip } = await getTrip(booking);
    expect(refundTerms(JSON.parse(bookingData))).toEqual({ kind: 'credit' });
    expect(trip).toMatchObject({ cancellability: 'as_credit', refund: null });

    expect((await cancel(booking, { quote_id })).body.success).toBe(true);
    const code = (await readCredit())?.credit_code ?? '';
    expect(code).toMatch(/^[A-Z0-9]+$/);
    expect((await getTrip(booking)).refund?.credits).toMatchObject([{ code, passenger: 'Ada Byron' }]);
    await expectRefundedOnce(booking, refund_amount);
    expect(await findCancelledMail(booking)).toContain(`(Duffel Travel Credit, code ${code}, for Ada Byron)`);
  });

  it('[REFUND-01] [LEDGER-01] quotes by the amounts of the providers although both rows were edited', async () => {
    const booking = await createCancellableBooking();
    const { refund_amount } = (await requestQuote(booking)).body;
    for (const provider_amount of [
      sql<string>`(provider_amount::numeric - 1)::text`,
      sql<string>`(provider_amount::numeric + 2)::text`,
    ]) {
      await harness.db
        .updateTable('bookings')
        .set({ provider_amount })
        .where('id', '=', booking.id)
        .execute();
      expect((await requestQuote(booking)).body.refund_amount).toBe(refund_amount);
    }
    await harness.db
      .updateTable('bookings')
      .set((eb) => ({ amount_minor: eb('amount_minor', '+', 100) }))
      .where('id', '=', booking.id)
      .execute();
    expect((await requestQuote(booking)).body.refund_amount).toBe(refund_amount);
  });

  it('[PROVIDER-40] cancels a booking without a refund when the airline keeps everything', async () => {
    const booking = await createCancellableBooking();
    const { quote_id } = (await requestQuote(booking)).body;
    await harness.db
      .updateTable('amendments')
      .set({ refund_minor: 0 })
      .where('id', '=', String(quote_id))
      .execute();
    expect((await cancel(booking, { quote_id })).body.success).toBe(true);
    await expectRefundedOnce(booking, '0.00');
    expect(await getStatus(booking)).toBe('cancelled');
  });

  it('[API-58] [ACCOUNT-05] keeps a booking whose cancellation the airline refuses, until another attempt succeeds, and audits each acceptance', async () => {
    const booking = await createCancellableBooking();
    const first = (await requestQuote(booking)).body;
    await refuseConfirmation(422);
    expect(await cancel(booking, { quote_id: first.quote_id })).toMatchObject({
      status: 409,
      body: { error: 'BOOKING_NOT_CANCELLABLE' },
    });
    expect(await getStatus(booking)).toBe('confirmed');
    const { quote_id, refund_amount } = (await requestQuote(booking)).body;
    expect((await cancel(booking, { quote_id })).body.success).toBe(true);
    await expectRefundedOnce(booking, refund_amount);
    const entries = await waitForEntries(booking, 3);
    expect(entries.map(({ action }) => action)).toEqual([
      'cancellation_accepted',
      'cancellation_accepted',
      'refund_paid',
    ]);
  });

  it.each([401, 429])('[API-58] retries the cancellation after a %d of the airline', async (status) => {
    const booking = await createCancellableBooking();
    const { quote_id, refund_amount } = (await requestQuote(booking)).body;
    await refuseConfirmation(status);
    expect((await cancel(booking, { quote_id })).status).toBe(503);
    await expectRefundedOnce(booking, refund_amount);
    expect(await getStatus(booking)).toBe('cancelled');
  });

  it('[LEDGER-02] [REVIEW-01] ends as cancelled by the airline, queues the refund and refunds nothing itself when the order was cancelled by someone else', async () => {
    const booking = await createCancellableBooking();
    const { quote_id } = (await requestQuote(booking)).body;
    const [order] = (await harness.ledgerFor(booking.offer)).orders;
    await harness.cancelOrder(order?.id);
    const response = await cancel(booking, { quote_id });
    expect(response).toMatchObject({ status: 409, body: { error: 'BOOKING_NOT_CANCELLABLE' } });
    expect(response.body.message).toMatch(/^The airline has cancelled this booking\./);
    await expectRefundedOnce(booking, '0.00');
    expect(await harness.getOpenCases(booking.id)).toEqual(['airline_change']);
    expect((await getTrip(booking)).refund).toMatchObject({
      ...{ state: 'owed', amount: booking.offer.total_amount },
    });
    const isNotice = ({ subject }: { subject: string }) => subject.startsWith('The airline has cancelled');
    await eventually(async () => (await harness.getEmails(booking.email)).some(isNotice) || undefined);
  });

  it.each(['less_fee', 'full'])(
    '[PROVIDER-40] [REFUND-02] [REFUND-04] [SECURITY-10] quotes the refund stated in the offer (%s), cancels, refunds it once and sends an email',
    async (kind) => {
      const booking = await createCancellableBooking({}, (offer) => refundTerms(offer).kind === kind);
      const offered = await requestQuote(booking);
      expect(offered.status, JSON.stringify(offered.body)).toBe(200);
      const { quote_id, refund_amount, paid_amount } = offered.body;
      expect(paid_amount).toBe(booking.offer.total_amount);
      const terms = refundTerms(booking.offer);
      expect(refund_amount).toBe(terms.kind === 'less_fee' ? terms.refund : booking.offer.total_amount);
      expect(await getStatus(booking)).toBe('confirmed');
      const [order] = (await harness.ledgerFor(booking.offer)).orders;

      const responses = await Promise.all([cancel(booking, { quote_id }), cancel(booking, { quote_id })]);
      expect(responses.some(({ body }) => body.success === true)).toBe(true);
      await expectRefundedOnce(booking, refund_amount);
      expect(await getStatus(booking)).toBe('cancelled');
      const { refund } = await getTrip(booking);
      expect(refund).toMatchObject({
        ...{ amount: refund_amount, currency: 'USD', state: 'paid' },
        card: { brand: 'visa', last4: '4242' },
      });
      expect((await cancel(booking, { quote_id })).body.success).toBe(true);
      await expectRefundedOnce(booking, refund_amount);
      const emails = await eventually(async () => {
        const found = await harness.getEmails(booking.email);
        return found.length > 1 ? found : undefined;
      });
      const cancelledEmails = emails.filter(({ subject }) => subject.includes('is cancelled'));
      expect(cancelledEmails).toHaveLength(1);
      const amount = refundFormats.price(String(refund_amount), booking.offer.total_currency);
      expect(cancelledEmails.map(getText)[0]).toContain(amount);
      // What the airline kept of the order is what was not given back, also in its own books.
      const { cancellations } = await harness.duffel.ledger();
      const ofOrder = cancellations.filter(({ order_id }) => order_id === order?.id);
      const minor = (value: unknown) => Math.round(Number(value) * 100);
      const kept = minor(order?.total_amount) - minor(ofOrder.at(-1)?.refund_amount);
      expect(minor(paid_amount) - minor(refund_amount)).toBe(kept);
    },
  );

  it('[REFUND-04] a refund that the card provider has not taken yet is told as under way', async () => {
    const booking = await createCancellableBooking();
    await harness.stripe.fault({
      ...{ method: 'POST', path: '^/v1/refunds$', kind: 'status', status: 503, times: 100 },
    });
    expect((await cancel(booking)).body.success).toBe(true);
    expect((await getTrip(booking)).refund).toMatchObject({ state: 'pending', returned_amount: null });
    await harness.stripe.clearFaults();
    await eventually(async () => (await getTrip(booking)).refund?.state === 'paid' || undefined);
  });

  it('[PROVIDER-40] returns 409 with a new quote when the airline refunds another amount than accepted', async () => {
    const booking = await createCancellableBooking();
    expect(await cancel(booking, { quote_id: randomUUID() })).toMatchObject({
      status: 409,
      body: { error: 'CANCELLATION_QUOTE_CHANGED' },
    });
    const { quote_id } = (await requestQuote(booking)).body;
    await harness.db
      .updateTable('amendments')
      .set({ expires_at: new Date(Date.now() - 1000), refund_minor: 1 })
      .where('id', '=', String(quote_id))
      .execute();
    const response = await cancel(booking, { quote_id });
    expect(response).toMatchObject({ status: 409, body: { error: 'CANCELLATION_QUOTE_CHANGED' } });
    const again = await cancel(booking, { quote_id: response.body.details.quote_id });
    expect(again.body.success).toBe(true);
    await expectRefundedOnce(booking, response.body.details.refund_amount);
  });

  it('[PROVIDER-40] accepts no quote that has expired since it was looked at', async () => {
    const { id, ...booking } = await createCancellableBooking();
    const { quote_id } = (await requestQuote({ id, ...booking })).body;
    const quote = await findQuote(harness.db, id, String(quote_id));
    await harness.db
      .updateTable('amendments')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', String(quote_id))
      .execute();
    const accepted = acceptQuote(harness.db, await getBooking(harness.db, id), quote!);
    await expect(accepted).rejects.toMatchObject({ code: 'CANCELLATION_QUOTE_CHANGED' });
    expect(await getStatus({ id, ...booking })).toBe('confirmed');
  });

  it('[LEDGER-09] says that nothing was done while another process works on the booking', async () => {
    const booking = await createCancellableBooking();
    const { quote_id } = (await requestQuote(booking)).body;
    const leased = { lease_token: randomUUID(), lease_until: new Date(Date.now() + 60_000) };
    await harness.db.updateTable('bookings').set(leased).where('id', '=', booking.id).execute();
    const busy = await cancel(booking, { quote_id });
    expect([busy.status, busy.body.message]).toEqual([503, expect.stringContaining('nothing was changed')]);
    await harness.db
      .updateTable('bookings')
      .set({ lease_until: null })
      .where('id', '=', booking.id)
      .execute();
    expect((await cancel(booking, { quote_id })).status).toBe(200);
  });

  it('[PROVIDER-40] finds the cancellation after a lost response and refunds once', async () => {
    const booking = await createCancellableBooking();
    const { quote_id, refund_amount } = (await requestQuote(booking)).body;
    const path = '/air/order_cancellations/.*/actions/confirm';
    await harness.duffel.fault({ method: 'POST', path, kind: 'commit_and_drop' });
    await cancel(booking, { quote_id });
    await expectRefundedOnce(booking, refund_amount);
    expect(await getStatus(booking)).toBe('cancelled');
  });

  it('[LIMIT-01] asks the airline for six quotes of a booking in a minute, also when they are requested at the same time', async () => {
    const booking = await createCancellableBooking();
    const countCalls = async () =>
      (await harness.duffel.ledger()).requests.filter(({ path }) => path === '/air/order_cancellations')
        .length;
    const calls = await countCalls();
    const responses = await Promise.all(Array.from({ length: 9 }, () => requestQuote(booking)));
    const refused = responses.filter(({ status }) => status === 429);
    expect([refused.length, (await countCalls()) - calls]).toEqual([3, 6]);
    expect(refused[0]?.body.message).toMatch(
      /^Too many requests\. Your booking is unchanged\. Please try again in /,
    );
  });

  it.each([
    ['a lost response', { kind: 'commit_and_drop', times: 1 }],
    ['a late response', { kind: 'commit_late', times: 1, delayMs: 600 }],
    ['a 500 without effect, also for the next key', { kind: 'status', status: 500, times: 4 }],
    ['a 500 with effect', { kind: 'commit_and_status', status: 500, times: 3 }],
  ])('[PROVIDER-40] refunds once after %s of the card provider', async (_failure, fault) => {
    const booking = await createCancellableBooking();
    const { quote_id, refund_amount } = (await requestQuote(booking)).body;
    await harness.stripe.fault({ method: 'POST', path: '^/v1/refunds$', ...fault });
    await cancel(booking, { quote_id });
    await expectRefundedOnce(booking, refund_amount);
    expect(await getStatus(booking)).toBe('cancelled');
  });

  it('[ACCOUNT-05] audits the accepted cancellation and the refund with amount, booking reference and user', async () => {
    const booking = await createCancellableBooking();
    const [order] = (await harness.ledgerFor(booking.offer)).orders;
    const { quote_id, refund_amount: amount } = (await requestQuote(booking)).body;
    await cancel(booking, { quote_id });
    const entries = await waitForEntries(booking, 2);
    const user = String(entries[0]?.actor_name);
    const details = { booking: booking.id, amount, currency: booking.offer.total_currency, user };
    const common = { subject: order?.booking_reference, details, request_id: expect.any(String) as string };
    expect(user).not.toBe('system');
    expect(entries).toEqual([
      {
        ...common,
        action: 'cancellation_accepted',
        actor_kind: 'user',
        actor_name: user,
        ip_address: expect.stringContaining('10.0.') as string,
      },
      { ...common, action: 'refund_paid', actor_kind: 'system', actor_name: 'system', ip_address: null },
    ]);
  });
});

describe('completed trips', () => {
  it('[PROVIDER-41] completes a booking after its last flight has landed and refuses to cancel it', async () => {
    const cancelled = await createCancellableBooking();
    expect((await cancel(cancelled)).body.success).toBe(true);
    const booking = await createCancellableBooking();
    await harness.waitUntilProcessed(cancelled.offer);
    await harness.db
      .updateTable('bookings')
      .set({ last_arrival_at: new Date(Date.now() - 1000) })
      .where('id', 'in', [cancelled.id, booking.id])
      .execute();
    await eventually(async () => ((await getStatus(booking)) === 'completed' ? true : undefined));
    expect(await getStatus(cancelled)).toBe('cancelled');
    expect((await cancel(booking)).body.error).toBe('BOOKING_NOT_CANCELLABLE');
    const rows = await harness.db
      .selectFrom('bookings')
      .select('passport_expiries')
      .where('id', 'in', [cancelled.id, booking.id])
      .execute();
    expect(rows.map(({ passport_expiries }) => passport_expiries)).toEqual([{}, {}]);
  });
});
