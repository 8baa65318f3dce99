import { randomUUID } from 'node:crypto';
import type { BookingChange, BookingDetail, BookingRecord, ChangeOffer, Offer } from '@fareline/contracts';
import { tableWindow } from '@fareline/service-kit/limits/table-window';
import { eventually } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { getBooking } from '../bookings/booking.repository.ts';
import { unconfirmedAddressesHandler } from '../bookings/unconfirmed-addresses.job.ts';
import { sendBookingMail } from '../mail/send-booking-mail.ts';
import { changeContact } from '../review/change-contact.ts';
import { startSharedHarness } from '../testing/harness.ts';
import { createBookingRequest, createCard, createPassenger, idempotencyHeader } from '../testing/requests.ts';
import { newVisitor, noVisitor } from '../testing/send-request.ts';
import { signHeaders } from '../testing/webhook-events.ts';
import { tripCodeLimits } from '../limits.ts';

const harness = await startSharedHarness();
const service = await harness.startPayments();
const support = await harness.signUpSupport();
beforeEach(async () => void (await harness.db.deleteFrom('attempts').execute()));

type Headers = Record<string, string>;
const send = (method: string, path: string, body?: object, headers: Headers = noVisitor) =>
  harness.send(service, method, `/api/bookings${path}`, body, headers);
const newAddress = () => `${randomUUID()}@example.com`;
const mask = (email: string) => `${email.charAt(0)}…@example.com`;

/** A confirmed booking of a fare that costs something to cancel and to change. */
async function book(search: Record<string, unknown> = {}) {
  const matches = ({ conditions }: Offer) =>
    Number(conditions.refund_penalty_amount) > 0 && conditions.changeable === true;
  const offer = await harness.getFreshOffer(search, matches);
  const email = newAddress();
  const request = createBookingRequest(offer, { cardDetails: createCard() }, [createPassenger({ email })]);
  const headers = { ...idempotencyHeader(), ...newVisitor() };
  const sent = await harness.send(service, 'POST', '/api/bookings', request, headers);
  expect(sent.body.status, JSON.stringify(sent.body)).toBe('confirmed');
  const { id, bookingReference: reference, duffelBookingId: orderId } = sent.body;
  return {
    ...{ id, email, offer, orderId: orderId ?? '' },
    search: { reference: reference ?? '', lastName: 'Byron' },
    visitor: { cookie: headers.cookie },
    session: { cookie: [`session=${sent.cookies.session}`, noVisitor.cookie].join('; ') },
  };
}
type Booked = Awaited<ReturnType<typeof book>>;

const act = ({ id }: Booked, action: object) =>
  harness.send(
    ...([service, 'POST', `/api/review/bookings/${id}/actions`] as const),
    { actionId: randomUUID(), text: 'As the caller asks', ...action },
    support,
  );
const getRecord = async ({ id }: Booked) =>
  (await harness.send(service, 'GET', `/api/review/bookings/${id}`, undefined, support))
    .body as unknown as BookingRecord;

async function correct(booked: Booked, email = newAddress()): Promise<string> {
  const { status, body } = await act(booked, { action: 'contact', email });
  expect(status, JSON.stringify(body)).toBe(200);
  return email;
}

const readMails = async (email: string) =>
  (await harness.getEmails(email)).map(({ subject, text }) => ({
    ...{ subject, text: text.replaceAll(/=\r?\n/g, '') },
  }));
const findInMails = (email: string, pattern: RegExp) =>
  eventually(async () => (await readMails(email)).map(({ text }) => pattern.exec(text)?.[1]).find(Boolean));
const findCode = (email: string) => findInMails(email, /^(\d{6})\r?$/m);
const findAnswer = (email: string) => findInMails(email, /address-change#([\w-]{43})\b/);

const open = ({ search }: Booked, code: string) => send('POST', '/open', { ...search, code });
/** Enters the code of the address; returns the browser in which the trip is open. */
async function openTrip(booked: Booked, email: string): Promise<{ cookie: string }> {
  const { status, body, cookies } = await open(booked, await findCode(email));
  expect(status, JSON.stringify(body)).toBe(200);
  return { cookie: [`trip=${cookies.trip}`, noVisitor.cookie].join('; ') };
}
const say = (token: string) => send('POST', '/address-change', { token });

const getTrip = async ({ id }: Booked, headers: Headers) =>
  (await send('GET', `/${id}`, undefined, headers)).body as unknown as BookingDetail;
const quote = ({ id }: Booked, headers: Headers) =>
  send('POST', `/${id}/cancellation-quote`, undefined, headers);
const cancel = ({ id }: Booked, headers: Headers, quote_id?: unknown) =>
  send('POST', `/${id}/cancel`, quote_id === undefined ? undefined : { quote_id }, headers);

const correctedAgo = ({ id }: Booked, hours: number) =>
  harness.db
    .updateTable('contact_corrections')
    .set({ corrected_at: sql<Date>`now() - make_interval(secs => ${hours * 3600})` })
    .where('booking_id', '=', id)
    .execute();
/** The fare gives less after the first day, which ends so many hours from now. */
const firstDayEndsIn = ({ id }: Booked, hours: number) =>
  harness.db
    .updateTable('bookings')
    .set({ created_at: sql<Date>`now() - make_interval(secs => ${(24 - hours) * 3600})` })
    .where('id', '=', id)
    .execute();

const waits = { status: 409, body: { error: 'ADDRESS_UNCONFIRMED' } };

describe('[GUARD-11] a corrected address', () => {
  it('without its code is queued for support once a mail has waited for an hour, until the code is entered', async () => {
    const booked = await book();
    const email = await correct(booked);
    const cases = harness.db
      .selectFrom('review_cases')
      .select(['kind', 'closed_at'])
      .where('booking_id', '=', booked.id);
    const { run } = unconfirmedAddressesHandler(harness.createJobDeps());
    expect((await act(booked, { action: 'write', text: 'Your seats are 12A and 12B.' })).status).toBe(200);
    await run({});
    expect(await cases.execute()).toEqual([]);
    await harness.db
      .updateTable('outbox')
      .set({ created_at: sql<Date>`now() - interval '61 minutes'` })
      .where('subject', '=', booked.id)
      .where('done_at', 'is', null)
      .execute();
    await run({});
    await run({});
    expect(await cases.execute()).toEqual([{ kind: 'mail_bounced', closed_at: null }]);
    await openTrip(booked, email);
    expect(await cases.execute()).toEqual([{ kind: 'mail_bounced', closed_at: expect.any(Date) }]);
  });

  it('opens nothing and gets nothing of the trip before its code, nor does the one before, which is told', async () => {
    const booked = await book();
    await eventually(async () => (await readMails(booked.email))[0]);
    const email = await correct(booked);
    const mail = await eventually(async () => (await readMails(email))[0]);
    for (const fact of [booked.search.reference, 'Ada', 'JFK', 'LHR', 'London', 'New York'])
      expect(`${mail.subject}${mail.text}`).not.toContain(fact);
    await send('POST', `/${booked.id}/confirmation-mail`, undefined, booked.visitor);
    expect((await act(booked, { action: 'write', text: 'Your seats are 12A and 12B.' })).status).toBe(200);
    expect((await act(booked, { action: 'resend', mail: 'mail_confirmed' })).status).toBe(200);
    const told = await eventually(async () =>
      (await readMails(booked.email)).find(({ subject }) => subject.includes('another address')),
    );
    expect(told.text).toContain(mask(email));
    expect(told.text).not.toContain(email);
    // A code that is asked for goes to the new address too.
    const before = (await readMails(booked.email)).length;
    await send('POST', '/find', booked.search);
    await eventually(async () => (await readMails(email)).length === 2 || undefined);
    expect((await readMails(booked.email)).length).toBe(before);
    expect(await getRecord(booked)).toMatchObject({
      ...{ contactEmail: booked.email, addressCorrection: { pending: email, former: booked.email } },
    });
    expect((await readMails(email)).map(({ subject }) => subject)).toEqual(
      Array<string>(2).fill('Please confirm this email address'),
    );
    expect((await send('GET', `/${booked.id}`, undefined, booked.session)).status).toBe(404);
    const waiting = harness.db.selectFrom('outbox').select(['kind', 'attempts']).where('done_at', 'is', null);
    expect(await waiting.where('subject', '=', booked.id).orderBy('kind').execute()).toEqual([
      { kind: 'mail_confirmed', attempts: 0 },
      { kind: 'mail_message', attempts: 0 },
    ]);
    const row = await getBooking(harness.db, booked.id);
    const confirmation = { kind: 'mail_confirmed' as const, payload: null };
    await expect(sendBookingMail(harness.createJobDeps(), row, confirmation)).rejects.toThrow(
      'waits for its code',
    );
    // What has waited is sent then.
    const traveller = await openTrip(booked, email);
    expect((await getTrip(booked, traveller)).id).toBe(booked.id);
    await eventually(async () => {
      const subjects = (await readMails(email)).map(({ subject }) => subject);
      return subjects.some((subject) => /is confirmed$/.test(subject)) &&
        subjects.some((subject) => subject.startsWith('About your booking'))
        ? true
        : undefined;
    });
    const record = await getRecord(booked);
    expect(record.contactEmail).toBe(email);
    expect(record.actions.map(({ mail: kind }) => kind)).not.toContain('mail_contact_code');
  });

  it('is effective by the link in place of the code, once', async () => {
    const booked = await book();
    const email = await correct(booked);
    const token = await findInMails(email, /find-trip#([\w-]{43})\b/);
    expect((await send('POST', '/open-by-link', { token })).body.id).toBe(booked.id);
    expect((await send('POST', '/open-by-link', { token })).status).toBe(410);
    expect(await getRecord(booked)).toMatchObject({
      ...{ contactEmail: email, addressCorrection: { pending: null } },
    });
  });

  it('takes no code that has expired, and another one that support sends within the measure of the mailbox', async () => {
    const booked = await book();
    const email = await correct(booked);
    const first = await findCode(email);
    await harness.db
      .updateTable('trip_codes')
      .set({ expires_at: sql<Date>`now()` })
      .where('booking_id', '=', booked.id)
      .execute();
    expect((await open(booked, first)).status).toBe(400);
    await eventually(
      async () =>
        (await getRecord(booked)).actions.some(({ mail }) => mail === 'mail_contact_code') || undefined,
    );
    const again = { action: 'resend', mail: 'mail_contact_code' };
    await harness.countMails(email, 30);
    expect((await act(booked, again)).status).toBe(200);
    const second = await eventually(async () => {
      const code = await findCode(email);
      return code === first ? undefined : code;
    });
    const ofSupport = { ...tripCodeLimits.mailsOfSupport, subject: email };
    for (let mails = 0; mails < 30; mails += 1) await tableWindow(harness.db).count([ofSupport]);
    expect(await act(booked, again)).toMatchObject({ status: 409, body: { error: 'ACTION_NOT_POSSIBLE' } });
    expect((await open(booked, second)).status).toBe(200);
    expect((await act(booked, again)).body.message).toBe('The code was entered already.');
  });

  it('is corrected once more: the code of the one before opens nothing, and the first address is asked', async () => {
    const booked = await book();
    const wrong = await correct(booked);
    const code = await findCode(wrong);
    const outdated = await findAnswer(booked.email);
    expect(await act(booked, { action: 'contact', email: wrong })).toMatchObject({ status: 409 });
    const email = await correct(booked);
    expect((await open(booked, code)).status).toBe(400);
    expect((await say(outdated)).status).toBe(410);
    await openTrip(booked, email);
    const third = await correct(booked);
    // Who got the trip by a correction that nobody has confirmed must not confirm the next one.
    await eventually(
      async () => (await readMails(email)).some(({ text }) => text.includes(mask(third))) || undefined,
    );
    expect(JSON.stringify(await readMails(email))).not.toContain('address-change');
    expect((await getRecord(booked)).addressCorrection).toMatchObject({ former: booked.email });
    const traveller = await openTrip(booked, third);
    expect(await cancel(booked, traveller)).toMatchObject(waits);
  });

  it('is corrected back: the code from there ends the wait', async () => {
    const booked = await book();
    await openTrip(booked, await correct(booked));
    await correct(booked, booked.email);
    const traveller = await openTrip(booked, booked.email);
    expect((await getRecord(booked)).addressCorrection).toBeNull();
    expect((await quote(booked, traveller)).status).toBe(200);
  });

  it('opens nothing by a code that is taken while support corrects it again', async () => {
    const booked = await book();
    const code = await findCode(await correct(booked));
    const user = { username: 'support' };
    const opened = await harness.db.transaction().execute(async (trx) => {
      const locked = trx.selectFrom('bookings').selectAll().where('id', '=', booked.id).forUpdate();
      const row = await locked.executeTakeFirstOrThrow();
      const taking = open(booked, code);
      // It waits for the lock.
      await eventually(async () => {
        const { rows } = await sql`select from pg_locks where not granted`.execute(harness.db);
        return rows.length > 0 || undefined;
      });
      const change = { actionId: randomUUID(), email: newAddress(), isOfAccount: false };
      await changeContact(trx, harness.createJobDeps(), row, change, user);
      return { taking };
    });
    expect((await opened.taking).status).toBe(400);
    const sessions = await harness.db
      .selectFrom('trip_sessions')
      .selectAll()
      .where('booking_id', '=', booked.id)
      .execute();
    expect(sessions).toEqual([]);
    expect((await getRecord(booked)).contactEmail).toBe(booked.email);
  });

  it('is entered in two tabs, of which one opens the trip', async () => {
    const booked = await book();
    const code = await findCode(await correct(booked));
    const tabs = await Promise.all([open(booked, code), open(booked, code)]);
    expect(tabs.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });
});

describe('[GUARD-11] after a correction, cancelling by the traveller', () => {
  it('waits with a sentence that says until when, and goes on after a press from the former address', async () => {
    const booked = await book();
    const { body: quoted } = await quote(booked, booked.session);
    const traveller = await openTrip(booked, await correct(booked));
    const refused = await cancel(booked, traveller, quoted['quote_id']);
    expect(refused).toMatchObject(waits);
    expect(refused.body.message).toContain(mask(booked.email));
    expect(refused.body.message).toMatch(/wait until \w+ \d+, \d{4}, \d\d:\d\d UTC/);
    expect(await quote(booked, traveller)).toMatchObject(waits);
    expect((await getTrip(booked, traveller)).address_correction).toEqual({
      pending: null,
      wait: { until: expect.any(String), text: refused.body.message },
    });
    const token = await findAnswer(booked.email);
    // The press opens nothing, and is repeatable, as by another tab.
    const presses = await Promise.all([say(token), say(token)]);
    expect(presses.map(({ status, cookies }) => [status, cookies])).toEqual([
      [200, {}],
      [200, {}],
    ]);
    expect((await say(token)).status).toBe(200);
    expect((await getTrip(booked, traveller)).address_correction).toBeNull();
    expect((await cancel(booked, traveller, quoted['quote_id'])).status).toBe(200);
  });

  it('waits 24 hours at most', async () => {
    const booked = await book();
    const traveller = await openTrip(booked, await correct(booked));
    await correctedAgo(booked, 23.9);
    await firstDayEndsIn(booked, -48);
    expect(await quote(booked, traveller)).toMatchObject(waits);
    await correctedAgo(booked, 24.1);
    expect((await quote(booked, traveller)).status).toBe(200);
  });

  it('goes on two hours before less comes back', async () => {
    const booked = await book();
    await firstDayEndsIn(booked, 5);
    const traveller = await openTrip(booked, await correct(booked));
    expect(await quote(booked, traveller)).toMatchObject(waits);
    const { until } = (await getTrip(booked, traveller)).address_correction?.wait ?? {};
    expect(Math.abs(Date.parse(until ?? '') - Date.now() - 3 * 3600_000)).toBeLessThan(60_000);
    await firstDayEndsIn(booked, 1.9);
    await correctedAgo(booked, 1);
    expect((await quote(booked, traveller)).status).toBe(200);
    expect((await cancel(booked, traveller)).status).toBe(200);
  });

  it('waits where support corrects the address while the request is under way', async () => {
    const booked = await book();
    const { body: quoted } = await quote(booked, booked.session);
    await harness.db
      .transaction()
      .execute(async (trx) => {
        const locked = trx.selectFrom('bookings').selectAll().where('id', '=', booked.id).forUpdate();
        const row = await locked.executeTakeFirstOrThrow();
        const cancelling = cancel(booked, booked.session, quoted['quote_id']);
        await eventually(async () => {
          const { rows } = await sql`select from pg_locks where not granted`.execute(harness.db);
          return rows.length > 0 || undefined;
        });
        const change = { actionId: randomUUID(), email: newAddress(), isOfAccount: true };
        await changeContact(trx, harness.createJobDeps(), row, change, { username: 'support' });
        return { cancelling };
      })
      .then(async ({ cancelling }) => expect(await cancelling).toMatchObject(waits));
    expect((await getRecord(booked)).state).toBe('confirmed');
  });

  it('does not wait for support, whose record says that the traveller does', async () => {
    const booked = await book();
    await correct(booked);
    expect((await getRecord(booked)).addressCorrection?.until).toEqual(expect.any(String));
    const quoted = await harness.send(
      ...([service, 'POST', `/api/review/bookings/${booked.id}/cancellation-quote`] as const),
      ...([undefined, support] as const),
    );
    expect(quoted.status, JSON.stringify(quoted.body)).toBe(200);
    expect((await act(booked, { action: 'cancel', quoteId: quoted.body['quote_id'] })).status).toBe(200);
  });

  it('does not hold what the airline cancels, nor its refund', async () => {
    const booked = await book();
    await correct(booked);
    await harness.cancelOrder(booked.orderId);
    const event = JSON.stringify({
      ...{ id: `wev_${randomUUID()}`, type: 'order_cancellation.confirmed', live_mode: false },
      data: { object: { order_id: booked.orderId } },
    });
    await harness.send(service, 'POST', '/api/webhooks/duffel', event, signHeaders('duffel', event));
    await eventually(async () => (await getRecord(booked)).state === 'cancelled_by_airline' || undefined);
    const refund = { action: 'refund', amount: booked.offer.total_amount };
    expect((await act(booked, refund)).status).toBe(200);
    await eventually(async () => (await getRecord(booked)).refunds[0]?.state === 'succeeded' || undefined);
  });
});

describe('[GUARD-11] after a correction, changing by the traveller', () => {
  const searchFlights = ({ id, offer }: Booked, headers: Headers) => {
    const [slice] = offer.slices;
    const day = new Date(Date.parse(slice?.departure_time ?? '') + 4 * 86_400_000);
    const places = { origin: slice?.origin.iata_code, destination: slice?.destination.iata_code };
    const departure_date = day.toISOString().slice(0, 10);
    return send(
      'POST',
      `/${id}/change-offers`,
      { slices: [{ index: 0, ...places, departure_date }] },
      headers,
    );
  };

  it('waits before a card is asked, and goes on after a press; bags do not wait', async () => {
    const booked = await book();
    const { offers } = (await searchFlights(booked, booked.session)).body as unknown as {
      offers: ChangeOffer[];
    };
    const flights = {
      kind: 'flights',
      offer_id: offers.find(({ charge_amount }) => Number(charge_amount) > 0)?.id,
    };
    const quoted = await send('POST', `/${booked.id}/changes`, flights, booked.session);
    const change = quoted.body as unknown as BookingChange;
    expect(quoted.status, JSON.stringify(quoted.body)).toBe(201);
    const traveller = await openTrip(booked, await correct(booked));
    const payer = { cookie: traveller.cookie.replace(noVisitor.cookie, booked.visitor.cookie) };
    const pay = () =>
      harness.send(
        ...([service, 'POST', '/api/payments/process-card'] as const),
        {
          ...{ amount: change.charge_amount, currency: change.currency, cardDetails: createCard() },
          change: { bookingId: booked.id, changeId: change.id },
        },
        { ...idempotencyHeader(), ...payer },
      );
    const confirm = (payment_id?: string) =>
      send('POST', `/${booked.id}/changes/${change.id}/confirm`, { payment_id }, payer);
    expect(await searchFlights(booked, traveller)).toMatchObject(waits);
    expect(await send('POST', `/${booked.id}/changes`, flights, traveller)).toMatchObject(waits);
    expect(await pay()).toMatchObject(waits);
    expect(await confirm()).toMatchObject(waits);
    const shown = await send('GET', `/${booked.id}/changes/${change.id}`, undefined, traveller);
    expect(shown.body).toMatchObject({ state: 'failed', failure: expect.stringContaining('UTC') });
    expect((await send('GET', `/${booked.id}/later-bags`, undefined, traveller)).status).toBe(200);
    expect((await say(await findAnswer(booked.email))).status).toBe(200);
    const paid = await pay();
    expect(paid.status, JSON.stringify(paid.body)).toBe(200);
    const done = await confirm(paid.body.paymentId);
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    expect(done.body['state']).toBe('done');
  });

  it('waits with an answer to the airline, and goes on after a press', async () => {
    const booked = await book();
    await harness.changeOrder(booked.orderId, { delay_minutes: 90 });
    const traveller = await openTrip(booked, await correct(booked));
    const accept = () => send('POST', `/${booked.id}/accept-change`, { change_id: 'aic_1' }, traveller);
    expect(await accept()).toMatchObject(waits);
    expect((await say(await findAnswer(booked.email))).status).toBe(200);
    expect((await accept()).body.error).toBe('AIRLINE_CHANGE_OUTDATED');
  });
});
