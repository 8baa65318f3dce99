// Each test makes a booking that a person decides about, whose ledgers are compared afterwards.
import { randomUUID } from 'node:crypto';
import { formatRoute, type ReviewCasePage, type ReviewedBookingPage } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import { formatPriceWithCode } from '@fareline/presentation/formats';
import { credentialHeader } from '@fareline/service-kit/service-client';
import { eventually, testCredential } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { possible, startReviews, toMinor } from '../testing/support.ts';
import { readBookingRecord } from './booking-record.ts';

const reviews = await startReviews();
const { harness, stripe, support, asNewClient, requestQuote } = reviews;
const { get, post, getRecord, getIntentId, book, bookWithoutCapture, untilState } = reviews;
const { act, closeCase, quoteForSupport, readRefunds, findMail } = reviews;
const users = sql.table(`${harness.schema}_accounts.users`);
const [shared, written] = [await book('Lovelace-Search'), await book()];

describe('bookings for support', () => {
  it('[REVIEW-04] are found by reference, id, name, email address and state, and never by a pattern', async () => {
    const { reference, payment, order } = await getRecord(shared);
    const find = async (query: object) => {
      const { body } = await get(`bookings?${new URLSearchParams({ ...query })}`);
      return (body as unknown as ReviewedBookingPage).bookings.map(({ id }) => id);
    };
    const ids = [reference, reference?.toLowerCase(), order.id, shared.id, payment.id, payment.intentId];
    for (const text of [...ids, 'ada lovelace-s', 'LOVELACE-S', shared.email.toUpperCase()])
      expect(await find({ text: text ?? '' }), String(text)).toEqual([shared.id]);
    expect(await find({ text: 'lovelace', state: 'confirmed' })).toEqual([shared.id]);
    expect(await find({ text: 'lovelace', state: 'voided' })).toEqual([]);
    for (const text of ['%lovelace%', '%', '\\', 'lovelace\\'])
      expect(await find({ text }), text).toEqual([]);
  });

  it('[REVIEW-01] [SECURITY-10] have steps, money, mails and provider ids, and no document or secret', async () => {
    await eventually(async () => ((await getRecord(shared)).mails[0]?.sentAt ? true : undefined));
    const record = await getRecord(shared);
    const { orders, captured } = await harness.ledgerFor(shared.offer);
    expect(record).toMatchObject({
      state: 'confirmed',
      amount: shared.offer.total_amount,
      currency: 'USD',
      contactEmail: shared.email,
      reference: orders[0]?.booking_reference,
      order: { id: orders[0]?.id, amount: orders[0]?.total_amount },
      payment: { state: 'captured', intentId: captured[0]?.id, card: { brand: 'visa', last4: '4242' } },
      passengers: ['Ada Lovelace-Search (adult)'],
      refunds: [],
      cases: [],
      openCases: 0,
    });
    for (const flight of record.flights)
      expect(flight).toMatch(/^\w+ [A-Z]{3} to [A-Z]{3}, [A-Z][a-z]{2} \d+, \d{4}, \d\d:\d\d local time$/);
    expect(record.steps.map(({ state }) => state)).toEqual([
      'authorised',
      'ordered',
      'capturing',
      'confirmed',
    ]);
    expect(possible(record)).toEqual(['cancel', 'refund', 'contact', 'write', 'resend', 'note']);
    const text = JSON.stringify(record);
    for (const secret of ['X1234567', '1990-12-10', '4242424242424242', 'claim', 'password'])
      expect(text).not.toContain(secret);
    expect((await get(`bookings/${randomUUID()}`)).body.error).toBe('BOOKING_NOT_FOUND');
  });

  it('[REVIEW-04] are not shown to travellers, not even their own', async () => {
    for (const [session, status] of [
      [shared.session, 403],
      [{}, 401],
    ] as const) {
      expect((await get('cases', session)).status).toBe(status);
      expect((await get(`bookings/${shared.id}`, session)).status).toBe(status);
      expect((await act(shared, { action: 'note', text: 'mine' }, session)).status).toBe(status);
    }
    expect((await getRecord(shared)).history).toEqual([]);
  });
});

describe('actions of support', () => {
  it('[REVIEW-02] retry goes on from the step that stopped, closes the case, and does so once for two presses', async () => {
    const booking = await bookWithoutCapture(500);
    const before = await getRecord(booking);
    const { reference, contactName, amount, currency, trip } = before;
    const known = { reference, contactName, route: formatRoute(trip), amount, currency };
    expect(before.cases).toMatchObject([{ kind: 'booking', closedAt: null, booking: known }]);
    expect(before).toMatchObject({ route: known.route });
    expect(before.actions[0]).toEqual({
      action: 'retry',
      effect: 'Tries again to charge the card for the order that exists.',
    });
    expect(possible(before)).not.toContain('void');
    const request = { action: 'retry', actionId: randomUUID(), text: 'Stripe is back' };
    const presses = await Promise.all([act(booking, request), act(booking, request)]);
    expect(presses.map(({ status }) => status)).toEqual([200, 200]);
    await harness.waitUntilProcessed(booking.offer);
    const record = await getRecord(booking);
    expect(record).toMatchObject({ state: 'confirmed', openCases: 0, payment: { state: 'captured' } });
    expect(record.cases[0]?.closedBy).toMatch(/^user/);
    expect(record.history).toMatchObject([{ action: 'retry', text: 'Stripe is back' }]);
    const { captured, orders } = await harness.ledgerFor(booking.offer);
    expect([captured.length, orders.length]).toEqual([1, 1]);
    expect((await act(booking, { action: 'retry' })).body.error).toBe('ACTION_NOT_POSSIBLE');
  });

  it('[REVIEW-02] [REVIEW-03] voids the payment of a booking without an order, and not while the airline has one', async () => {
    const { duffel, ledgerFor } = harness;
    await duffel.fault({ method: 'POST', path: '/air/orders', kind: 'commit_and_drop' });
    await duffel.fault({ method: 'GET', path: '^/air/orders$', kind: 'status', status: 500, times: 100 });
    const booking = await book();
    await untilState(booking, 'needs_review');
    expect((await act(booking, { action: 'void' })).body.error).toBe('PROVIDER_UNAVAILABLE');
    await duffel.clearFaults();
    expect(possible(await getRecord(booking))).toContain('void');
    const refused = await act(booking, { action: 'void' });
    expect(refused).toMatchObject({ status: 409, body: { error: 'ACTION_NOT_POSSIBLE' } });
    const { orders, uncaptured: authorised } = await ledgerFor(booking.offer);
    expect(authorised).toHaveLength(1);

    await harness.cancelOrder(orders[0]?.id);
    expect((await act(booking, { action: 'void' })).status).toBe(200);
    await harness.waitUntilProcessed(booking.offer);
    expect((await getRecord(booking)).state).toBe('voided');
    const { uncaptured, captured } = await ledgerFor(booking.offer);
    expect([uncaptured.length, captured.length]).toEqual([0, 0]);
    const failed = 'Your booking could not be completed';
    await findMail(booking, failed);
    const subjects = (await harness.getEmails(booking.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === failed)).toHaveLength(1);
    expect(subjects).toContain('We are looking at your booking');
    const again = await act(booking, { action: 'resend', mail: 'mail_review' });
    expect(again.body.message).toBe('No person is looking at this booking any more.');
  });

  it('[REVIEW-02] [REFUND-02] cancel gives back what its quote and that of the traveller say, once for two presses', async () => {
    const booking = await book();
    const asked = await requestQuote(booking);
    const { body: quote } = await quoteForSupport(booking);
    const { refund_amount: amount, quote_id: quoteId } = quote;
    expect(quote).toMatchObject({ ...asked.body, quote_id: quoteId, expires_at: expect.any(String) });
    const paid = Number(booking.offer.total_amount);
    const { order } = await getRecord(booking);
    const kept = Number(order.amount) - Number(quote.airline_refund_amount);
    expect(Number(amount)).toBeCloseTo(paid - kept, 2);
    expect(Number(quote.markup_amount)).toBeCloseTo(paid - Number(order.amount), 2);

    const press = { action: 'cancel', quoteId, actionId: randomUUID(), text: 'Called us' };
    const presses = await Promise.all([act(booking, press), act(booking, press)]);
    expect(presses.map(({ status }) => status)).toEqual([200, 200]);
    await harness.waitUntilProcessed(booking.offer);
    expect((await act(booking, press)).status).toBe(200);
    const again = await act(booking, { ...press, actionId: randomUUID() });
    expect(again.body.error).toBe('BOOKING_NOT_CANCELLABLE');
    const record = await getRecord(booking);
    expect(record).toMatchObject({ state: 'cancelled', refunds: [{ amount, by: 'Cancellation' }] });
    expect(record.history).toMatchObject([
      { action: 'cancel', text: `${formatPriceWithCode(String(amount), 'USD')}: Called us` },
    ]);
    expect(possible(record)).not.toContain('cancel');
    expect(await readRefunds(booking)).toEqual([Math.round(Number(amount) * 100)]);
    expect((await harness.ledgerFor(booking.offer)).orders).toEqual([]);
    await findMail(booking, 'cancelled');
    const mails = await harness.getEmails(booking.email);
    expect(mails.filter(({ subject }) => subject.includes('cancelled'))).toHaveLength(1);
  });

  it('[REVIEW-02] [REFUND-02] [LEDGER-01] cancel does nothing without a quote, or when it has changed by an advance, or by its failure, which is told', async () => {
    const booking = await book();
    const { body: quote } = await quoteForSupport(booking);
    await act(booking, { action: 'refund', amount: '20.00', isAdvance: true });
    const press = { action: 'cancel', quoteId: quote.quote_id, actionId: randomUUID() };
    const cancel = (quoteId: unknown) => act(booking, { ...press, quoteId }, asNewClient(support));
    const changed = await cancel(quote.quote_id);
    expect(changed).toMatchObject({ status: 409, body: { error: 'CANCELLATION_QUOTE_CHANGED' } });
    expect((await act(booking, { action: 'cancel' })).body.error).toBe('VALIDATION_ERROR');
    const { state, refunds } = await getRecord(booking);
    expect(state).toBe('confirmed');
    expect((await harness.ledgerFor(booking.offer)).orders).toHaveLength(1);
    await harness.stripe.control('POST', 'refunds', { refund: refunds[0]?.id, status: 'failed' });
    await eventually(async () => (await getRecord(booking)).refunds[0]?.state === 'failed' || undefined);
    expect(await reviews.readTripRefund(booking)).toMatchObject({ amount: '20.00', state: 'failed' });
    const failed = 'The refund of $20 (USD) to your Visa card ending 4242 has failed, so it is still owed';
    const texts = (await harness.waitForMails(booking, 2, 'A refund')).map(({ text }) =>
      text.replaceAll(/=\r?\n/g, ''),
    );
    expect(texts.filter((text) => text.includes(failed))).toEqual([
      expect.not.stringContaining('if you cancel'),
    ]);
    expect((await cancel(changed.body.details.quote_id)).body).toMatchObject({
      error: 'CANCELLATION_QUOTE_CHANGED',
      message: 'A refund of this booking has failed. Please look at the new amount.',
      details: { refund_amount: quote.refund_amount },
    });
    await act(booking, { action: 'refund', amount: '20.00' });
    expect(await reviews.untilTripRefund(booking, 'paid')).toMatchObject({ amount: '20.00' });
    const renewed = (await quoteForSupport(booking)).body.quote_id;
    expect((await cancel(renewed)).status).toBe(200);
    await harness.waitUntilProcessed(booking.offer);
    expect((await getRecord(booking)).state).toBe('cancelled');
  });

  it('[GUARD-02] [GUARD-12] [REVIEW-02] [ACCOUNT-05] ask for a recent password, refuse the id of another one, and are audited with who, what and why', async () => {
    const refund = { action: 'refund', amount: '5.00', text: 'Goodwill' };
    const sessions = sql.table(`${harness.schema}_accounts.sessions`);
    await sql`update ${sessions} set authenticated_at = now() - interval '10 minutes'`.execute(harness.db);
    const refused = await act(shared, refund);
    expect(refused).toMatchObject({ status: 403, body: { error: 'PASSWORD_REQUIRED' } });
    expect(await readRefunds(shared)).toEqual([]);
    const closed = await closeCase(randomUUID(), 'Done');
    expect(closed).toMatchObject({ status: 403, body: { error: 'PASSWORD_REQUIRED' } });
    await sql`update ${sessions} set authenticated_at = now()`.execute(harness.db);
    const note = { actionId: randomUUID(), action: 'note', text: 'Called the airline' };
    for (const press of [note, note]) expect((await act(shared, press)).status).toBe(200);
    const other = await act(shared, { ...refund, actionId: note.actionId });
    for (const answer of [await act(written, note), other])
      expect(answer).toMatchObject({ status: 409, body: { error: 'IDEMPOTENCY_KEY_REUSED' } });
    expect((await getRecord(written)).history).toEqual([]);
    expect((await act(shared, refund)).status).toBe(200);
    expect(await readRefunds(shared)).toEqual([500]);

    const { reference } = await getRecord(shared);
    const rows = await eventually(async () => {
      const found = await sql<{ actor_name: string; details: Record<string, string> }>`
        select actor_name, details from ${sql.table(`${harness.schema}_accounts.audit_entries`)}
        where action = 'booking_reviewed' and subject = ${reference} order by at`.execute(harness.db);
      return found.rows.length === 2 ? found.rows : undefined;
    });
    expect(rows.map(({ details }) => details)).toMatchObject([
      { action: 'note', reason: 'Called the airline' },
      { action: 'refund', amount: '5.00', currency: 'USD', reason: 'Goodwill' },
    ]);
    expect(rows.every(({ actor_name }) => actor_name.startsWith('user'))).toBe(true);
  });
});

describe('a booking whose order is not paid', () => {
  const afterCharge = ['refund', 'settle', 'contact', 'write', 'note'];
  /** The mail that a person is looking may be sent by now, or not. */
  const withoutResend = (actions: string[]) => actions.filter((action) => action !== 'resend');

  it('[LEDGER-05] is charged again, or cancelled whatever the airline keeps; its case cannot be closed before', async () => {
    const charged = await bookWithoutCapture(402);
    const { actions, cases } = await getRecord(charged);
    expect(possible({ actions }).slice(0, 4)).toEqual(['retry', 'charge', 'cancel_order', 'settle']);
    expect(cases.map(({ decisions }) => decisions)).toEqual([[]]);
    const closed = await closeCase(cases[0]?.id, 'Done');
    expect(closed).toMatchObject({ status: 409, body: { error: 'ACTION_NOT_POSSIBLE' } });
    const press = { action: 'charge', actionId: randomUUID() };
    await Promise.all([act(charged, press), act(charged, press)]);
    await harness.waitUntilProcessed(charged.offer);
    expect(await getRecord(charged)).toMatchObject({ state: 'confirmed', openCases: 0 });
    expect((await harness.ledgerFor(charged.offer)).captured).toHaveLength(1);

    const cancelled = await bookWithoutCapture(402);
    await act(cancelled, { action: 'retry' });
    await untilState(cancelled, 'needs_review');
    expect((await harness.ledgerFor(cancelled.offer)).orders).toHaveLength(1);
    await act(cancelled, { action: 'cancel_order', text: 'The card stays refused' });
    await harness.waitUntilProcessed(cancelled.offer);
    expect(await getRecord(cancelled)).toMatchObject({ state: 'voided', openCases: 0 });
    const { orders, captured, uncaptured } = await harness.ledgerFor(cancelled.offer);
    expect([orders.length, captured.length, uncaptured.length]).toEqual([0, 0, 0]);
    const isFailure = ({ text }: { text: string }) => text.includes('Nothing was charged');
    await eventually(async () => (await harness.getEmails(cancelled.email)).some(isFailure) || undefined);
  });

  it('[LEDGER-05] is neither cancelled as unpaid nor charged again once it was charged by hand', async () => {
    const booking = await bookWithoutCapture(402);
    await stripe.paymentIntents.capture(await getIntentId(booking));
    for (const action of ['cancel_order', 'charge'])
      expect((await act(booking, { action })).body.error, action).toBe('ACTION_NOT_POSSIBLE');
    const record = await getRecord(booking);
    expect(record).toMatchObject({ state: 'needs_review', payment: { state: 'captured' } });
    expect(withoutResend(possible(record))).toEqual(afterCharge);
    await act(booking, { action: 'settle', amount: booking.offer.total_amount, text: 'Charged there' });
    expect(await getRecord(booking)).toMatchObject({ state: 'confirmed', openCases: 0 });
  });

  it('[LEDGER-05] can be refunded if it was charged by hand without an order', async () => {
    const booking = await book('Byron', '4000000000009235');
    expect(await getRecord(booking)).toMatchObject({ state: 'risk_review' });
    await stripe.paymentIntents.capture(await getIntentId(booking));
    await act(booking, { action: 'void' });
    await untilState(booking, 'needs_review');
    // Another record is read, because the first one may have the charge as it was while the authorisation was being voided.
    const record = await getRecord(booking);
    expect(record.payment).toMatchObject({ state: 'captured' });
    expect(withoutResend(possible(record))).toEqual(afterCharge);
    const amount = booking.offer.total_amount;
    expect((await act(booking, { action: 'refund', amount })).status).toBe(200);
    expect(await readRefunds(booking)).toEqual([toMinor(booking.offer)]);
    expect((await act(booking, { action: 'settle', amount: '0', text: 'Paid back' })).status).toBe(200);
    expect(await getRecord(booking)).toMatchObject({ state: 'cancelled', openCases: 0 });
  });

  it('[LEDGER-05] is settled by hand with amount and reason: the order stands, and the authorisation is no payment', async () => {
    const booking = await bookWithoutCapture(402);
    for (const body of [{ amount: '10.00' }, { text: 'Paid by transfer' }, { amount: '-1', text: 'x' }])
      expect((await act(booking, { action: 'settle', ...body })).body.error).toBe('VALIDATION_ERROR');
    const settle = { action: 'settle', amount: booking.offer.total_amount, text: 'Paid by transfer' };
    await act(booking, settle);
    const record = await getRecord(booking);
    expect(record).toMatchObject({ state: 'confirmed', openCases: 0, payment: { state: 'settled' } });
    expect(record.history).toMatchObject([
      { action: 'settle', text: `${formatPriceWithCode(settle.amount, 'USD')}: Paid by transfer` },
    ]);
    expect(possible(record)).not.toContain('refund');
    expect((await act(booking, settle)).body.error).toBe('ACTION_NOT_POSSIBLE');
    await findMail(booking, 'confirmed');
  });
});

describe('mails of support', () => {
  it('[REVIEW-02] resend sends a mail that was sent before again, as another message', async () => {
    const other = await act(written, { action: 'resend', mail: 'mail_cancelled' });
    expect(other.body.error).toBe('ACTION_NOT_POSSIBLE');
    await harness.waitForMails(written, 1);
    expect((await act(written, { action: 'resend', mail: 'mail_confirmed' })).status).toBe(200);
    const mails = await harness.waitForMails(written, 2);
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(1);
    expect(new Set(mails.map(({ headers }) => headers['message-id'])).size).toBe(2);
  });

  it('[TRIP-07] write mails a message once, whose answer goes to the mailbox of the brand', async () => {
    expect((await act(written, { action: 'write', text: ' ' })).status).toBe(400);
    const message = { actionId: randomUUID(), action: 'write', text: 'Your seats are 12A and 12B.' };
    for (const press of [message, message]) expect((await act(written, press)).status).toBe(200);
    const mails = await harness.waitForMails(written, 1, 'About your booking');
    expect(mails.map(({ text, headers }) => [text.includes(message.text), headers['reply-to']])).toEqual([
      [true, defaultBrand.contact.email],
    ]);
    const { history, actions } = await getRecord(written);
    expect(history.filter(({ action }) => action === 'write')).toMatchObject([{ text: message.text }]);
    const again = actions.find(({ mail }) => mail === 'mail_message');
    expect(again?.effect).toContain('last message of support');
  });

  it('[TRIP-07] contact sends later mails to another address, tells the one until now, and no traveller can', async () => {
    const email = `${randomUUID()}@example.com`;
    const change = { actionId: randomUUID(), action: 'contact', email, text: 'A letter was missing' };
    expect((await act(written, change, written.session)).status).toBe(403);
    expect((await act(written, { ...change, email: 'nowhere' })).status).toBe(400);
    const opened = { booking_id: written.id, expires_at: new Date(Date.now() + 3_600_000) };
    await harness.db
      .insertInto('trip_codes')
      .values({ ...opened, nonce: 'n', link_hash: randomUUID() })
      .execute();
    await harness.db
      .insertInto('trip_sessions')
      .values({ ...opened, token_hash: randomUUID() })
      .execute();
    for (const press of [change, change]) expect((await act(written, press)).status).toBe(200);
    expect(await act(written, { ...change, actionId: randomUUID() })).toMatchObject({
      ...{ status: 409, body: { error: 'ACTION_NOT_POSSIBLE' } },
    });
    const [codes, sessions] = (['trip_codes', 'trip_sessions'] as const).map((table) =>
      harness.db.selectFrom(table).selectAll().where('booking_id', '=', written.id).execute(),
    );
    expect(await sessions).toEqual([]);
    expect(await codes).not.toMatchObject([{ nonce: 'n' }]);
    expect(await findMail(written, 'go to another address')).not.toContain(email);
    await act(written, { action: 'write', text: 'Is it right now?' });
    await eventually(async () => (await harness.getEmails(email))[0]);
    const record = await getRecord(written);
    expect(record).toMatchObject({ contactEmail: written.email, addressCorrection: { pending: email } });
    expect(record.history.filter(({ action }) => action === 'contact')).toMatchObject([
      { text: `${written.email} → ${email}: ${change.text}` },
    ]);
    expect(record.actions.map(({ mail }) => mail)).not.toContain('mail_contact');
  });
});

describe('a case', () => {
  const insertCase = async (opened_at = new Date()) => {
    const row = {
      kind: 'payment' as const,
      subject: randomUUID(),
      mode: 'test' as const,
      summary: 'A case.',
    };
    const { id } = await harness.db
      .insertInto('review_cases')
      .values({ ...row, opened_at })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const plan = (id: string, body: object, session = support) => post(`cases/${id}/plan`, body, session);
  const list = async (query = '') => (await get(`cases${query}`)).body as unknown as ReviewCasePage;

  it('[REVIEW-02] is closed with a reason, and stays closed', async () => {
    const intentId = await getIntentId(written);
    const warning = (await harness.stripe.control('POST', 'fraud_warnings', {
      payment_intent: intentId,
    })) as { id: string; object: string };
    await reviews.tellStripe('radar.early_fraud_warning.created', warning, intentId);
    const { id } = (await getRecord(written)).cases[0]!;
    const queued = await list();
    expect(queued.cases.map((queuedCase) => queuedCase.id)).toContain(id);
    expect((await closeCase(id, ' ')).body.error).toBe('VALIDATION_ERROR');
    expect((await closeCase(randomUUID(), 'Solved by phone')).body.error).toBe('CASE_NOT_FOUND');
    expect((await closeCase(id, 'Solved by phone')).body.message).toBe('The case is closed.');
    expect((await closeCase(id, 'Twice')).body.message).toBe('The case was closed before.');
    expect((await list()).total).toBe(queued.total - 1);
    expect((await list('?status=closed')).cases[0]).toMatchObject({ id });
  });

  it('[TRIP-07] is taken, due and given back; the overdue come first, and none that is closed is planned', async () => {
    const older = await insertCase(new Date('2026-01-01'));
    const newer = await insertCase(new Date('2026-01-02'));
    const listBoth = async (query?: string) =>
      (await list(query)).cases.filter(({ id }) => [older, newer].includes(id));
    expect((await plan(newer, { dueAt: 'soon' })).status).toBe(400);
    expect((await plan(randomUUID(), { assignee: 'me' })).body.error).toBe('CASE_NOT_FOUND');
    expect((await plan(newer, { assignee: 'me' }, {})).status).toBe(401);
    expect((await listBoth()).map(({ id }) => id)).toEqual([older, newer]);
    const dueAt = '2026-02-01T10:00:00.000Z';
    expect(await plan(newer, { dueAt })).toMatchObject({
      ...{ status: 400, body: { message: 'The due time is in the past.' } },
    });
    expect((await plan(newer, { assignee: 'me' })).status).toBe(200);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect((await plan(newer, { dueAt: later })).status).toBe(200);
    expect(await listBoth('?status=mine')).toMatchObject([{ id: newer, dueAt: later }]);
    const past = { due_at: new Date(dueAt) };
    await harness.db.updateTable('review_cases').set(past).where('id', '=', newer).execute();
    expect((await listBoth()).map(({ id }) => id)).toEqual([newer, older]);
    expect(await listBoth('?status=mine')).toMatchObject([
      { id: newer, dueAt, assignee: expect.any(String) },
    ]);
    expect((await plan(newer, { assignee: 'nobody', dueAt: null })).status).toBe(200);
    expect(await listBoth('?status=mine')).toEqual([]);
    const [, given] = await listBoth();
    expect(given).toMatchObject({ id: newer, dueAt: null, assignee: null });
    const entries = await eventually(async () => {
      const { rows } = await sql<{ details: object }>`
        select details from ${sql.table(`${harness.schema}_accounts.audit_entries`)}
        where action = 'case_planned' and subject = ${given?.subject} order by at`.execute(harness.db);
      return rows.length === 3 ? rows : undefined;
    });
    expect(entries.map(({ details }) => details)).toMatchObject([
      { kind: 'payment', assignee: { from: null, to: expect.any(String) } },
      { kind: 'payment', due: { from: null, to: later } },
      {
        ...{ kind: 'payment', assignee: { from: expect.any(String), to: null } },
        due: { from: dueAt, to: null },
      },
    ]);
    for (const id of [older, newer]) await closeCase(id, 'Done');
    expect(await plan(older, { assignee: 'me' })).toMatchObject({
      ...{ status: 409, body: { message: 'The case was closed before.' } },
    });
  });

  it('[TRIP-07] [ACCOUNT-05] is given back by its assignee or an administrator, and taken over by anyone', async () => {
    const id = await insertCase();
    const colleague = await harness.signUpSupport();
    const assign = (assignee: string, session = support) => plan(id, { assignee }, session);
    expect((await assign('me')).status).toBe(200);
    const refused = await assign('nobody', colleague);
    expect([refused.status, refused.body.message]).toEqual([
      ...[409, 'A colleague has this case: take it over, or ask them to give it back.'],
    ]);
    expect((await assign('me', colleague)).status).toBe(200);
    expect((await assign('nobody')).status).toBe(409);
    expect((await assign('nobody', colleague)).status).toBe(200);
    expect((await assign('me')).status).toBe(200);
    await sql`update ${users} set is_admin = true`.execute(harness.db);
    expect((await assign('nobody', colleague)).status).toBe(200);
    await sql`update ${users} set is_admin = false`.execute(harness.db);
    await closeCase(id, 'Done');
  });

  it('[TRIP-07] is not taken from a colleague who has taken it since the list was read', async () => {
    const id = await insertCase();
    const colleague = await harness.signUpSupport();
    const take = (takenFrom: string | null, session = support) =>
      plan(id, { assignee: 'me', takenFrom }, session);
    expect((await take(null, colleague)).status).toBe(200);
    const refused = await take(null);
    expect(refused.status).toBe(409);
    const [, name = ''] = /^(\S+) has taken this case meanwhile\.$/.exec(refused.body.message ?? '') ?? [];
    expect((await take(name)).status).toBe(200);
    // A second press, or another tab.
    expect((await take(name)).status).toBe(200);
    await closeCase(id, 'Done');
  });

  it('[GUARD-07] is given back when accounts takes the role of its assignee away, once, and no other is', async () => {
    const colleague = await harness.signUpSupport();
    const [open, closed, other] = [await insertCase(), await insertCase(), await insertCase()];
    for (const id of [open, closed]) await plan(id, { assignee: 'me' }, colleague);
    await plan(other, { assignee: 'me' });
    await closeCase(closed, 'Done');
    const readAssignee = async (id: string) =>
      (
        await harness.db
          .selectFrom('review_cases')
          .select('assignee_id')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).assignee_id;
    const user_id = await readAssignee(open);
    const giveBack = (headers: Record<string, string>) =>
      harness.send(reviews.service, 'POST', '/internal/review/give-back', { user_id }, headers);
    expect((await giveBack(support)).status).toBe(404);
    expect(await readAssignee(open)).toBe(user_id);
    for (let call = 0; call < 2; call += 1)
      expect((await giveBack({ [credentialHeader]: testCredential('accounts') })).status).toBe(200);
    expect(await readAssignee(open)).toBeNull();
    expect(await readAssignee(closed)).toBe(user_id);
    expect(await readAssignee(other)).not.toBeNull();
    const { subject } = await harness.db
      .selectFrom('review_cases')
      .select('subject')
      .where('id', '=', open)
      .executeTakeFirstOrThrow();
    const entries = await eventually(async () => {
      const { rows } = await sql<{ actor_kind: string; details: object }>`
        select actor_kind, details from ${sql.table(`${harness.schema}_accounts.audit_entries`)}
        where action = 'case_planned' and subject = ${subject} and actor_kind = 'system'`.execute(harness.db);
      return rows.length > 0 ? rows : undefined;
    });
    expect(entries).toMatchObject([
      {
        actor_kind: 'system',
        details: { kind: 'payment', assignee: { from: expect.any(String), to: null } },
      },
    ]);
    for (const id of [open, other]) await closeCase(id, 'Done');
  });
});

describe('a booking that goes on while it is read', () => {
  const setState = (state: 'capturing' | 'completed' | 'confirmed') =>
    harness.db.updateTable('bookings').set({ state }).where('id', '=', shared.id).execute();

  /** Reads the record while something happens after each read of the booking. */
  const readWhile = (goOn: (reads: number) => Promise<void>) => {
    let reads = 0;
    const db = harness.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows[0]?.order_plan !== undefined) await goOn((reads += 1));
        return result;
      },
    });
    return readBookingRecord({ ...harness.createJobDeps(), db }, shared.id);
  };

  it('[REVIEW-01] is shown with state and steps of one moment', async () => {
    let changes = 0;
    const record = await readWhile(async () => {
      const state = (['completed', 'confirmed'] as const)[changes++ % 2] ?? 'confirmed';
      await setState(state);
      await harness.db.insertInto('booking_steps').values({ booking_id: shared.id, state }).execute();
    });
    expect(changes).toBeGreaterThan(0);
    expect(record.steps.at(-1)?.state).toBe(record.state);
  });

  it('[REVIEW-02] offers what it allows once its step is over while its charge is read', async () => {
    const lease = { lease_until: new Date(Date.now() + 60_000) };
    await harness.db.updateTable('bookings').set(lease).where('id', '=', shared.id).execute();
    await setState('capturing');
    // The second read is after the state by which it is decided whether the charge is read.
    const record = await readWhile(async (reads) => {
      if (reads === 2) await setState('confirmed');
    });
    expect(possible(record)).toContain('refund');
  });
});
