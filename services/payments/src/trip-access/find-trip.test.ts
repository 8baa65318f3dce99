import { randomUUID } from 'node:crypto';
import type { Offer, OpenedTrip } from '@fareline/contracts';
import { brandHeader } from '@fareline/service-kit/http/brand-header';
import { eventually, uniqueName } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { tripCodeLimits } from '../limits.ts';
import { startSharedHarness } from '../testing/harness.ts';
import { createBookingRequest, createPassenger, createPaymentRequest } from '../testing/requests.ts';
import { newVisitor, noVisitor, sendAttempt } from '../testing/send-request.ts';
import { deliverTripCode } from './trip-code.ts';

const harness = await startSharedHarness();
const service = await harness.startPayments();
beforeEach(async () => void (await harness.db.deleteFrom('attempts').execute()));

const isRefundable = ({ conditions }: Offer) => Number(conditions.refund_penalty_amount) > 0;

/** A booking of Ada Byron and Zoë O’Connor-Ølsen, by a browser without an account. */
async function book(email = `${uniqueName('guest')}@example.com`) {
  const offer = await harness.getFreshOffer({ adultsCount: 2 }, isRefundable);
  const paid = await sendAttempt(service, '/api/payments/process-card', createPaymentRequest(offer));
  const passengers = [
    createPassenger({ email }),
    createPassenger({ email, firstName: 'Zoë', lastName: "O'Connor-Ølsen" }),
  ];
  const request = createBookingRequest(offer, { paymentId: paid.body.paymentId }, passengers);
  const { body, cookies } = await sendAttempt(service, '/api/bookings', request);
  expect(body.status, JSON.stringify(body)).toBe('confirmed');
  return {
    id: body.id,
    email,
    search: { reference: body.bookingReference ?? '', lastName: 'Byron' },
    session: { cookie: `session=${cookies.session}` },
  };
}
type Trip = Awaited<ReturnType<typeof book>>;

type Search = Trip['search'];
const find = (search: Search, headers: Record<string, string> = {}) =>
  harness.send(service, 'POST', '/api/bookings/find', search, headers);
const open = (search: Search, code: string, headers: Record<string, string> = {}) =>
  harness.send(service, 'POST', '/api/bookings/open', { ...search, code }, headers);

/** The mail of the booking itself, which comes first. */
const readConfirmation = ({ email }: Pick<Trip, 'email'>) =>
  eventually(async () => (await harness.getEmails(email))[0]);

/** All codes that were mailed to a booking, the newest last, once no request waits. */
const readCodes = ({ email }: Pick<Trip, 'email'>, count: number) =>
  eventually(async () => {
    const waiting = await harness.db
      .selectFrom('outbox')
      .select('id')
      .where('kind', '=', 'trip_code')
      .where('done_at', 'is', null)
      .execute();
    const mails = await harness.getEmails(email);
    const codes = mails.flatMap(({ text }) => /^(\d{6})\r?$/m.exec(text)?.[1] ?? []);
    return waiting.length === 0 && codes.length >= count ? codes.toReversed() : undefined;
  });

async function findCode(trip: Trip, count = 1): Promise<string> {
  expect((await find(trip.search)).status).toBe(200);
  return (await readCodes(trip, count)).at(-1) ?? '';
}

/** Asks for the code as a visitor with that cookie, or a new visitor, and returns the cookie once the code is mailed. */
async function ask(trip: Trip, count = 1, headers: Record<string, string> = noVisitor) {
  const { status, cookies } = await find(trip.search, headers);
  expect(status).toBe(200);
  const code = (await readCodes(trip, count)).at(-1) ?? '';
  return { code, visitor: { cookie: `visitor=${cookies.visitor}` } };
}

const linkOpens = (token: string) => harness.send(service, 'POST', '/api/bookings/open-by-link', { token });

async function readLinks({ email }: Trip): Promise<string[]> {
  const mails = await harness.getEmails(email);
  return mails.flatMap(
    ({ text }) => /find-trip#([\w-]{43})\b/.exec(text.replaceAll(/=\r?\n/g, ''))?.[1] ?? [],
  );
}

/** Wrong tries of strangers, each from a client and with a cookie of its own. */
async function guess({ search }: Trip, code: string, count: number) {
  for (let tries = 0; tries < count; tries += 1) {
    const from = { 'x-forwarded-for': `198.51.${tries}.7`, ...newVisitor() };
    expect(await open(search, other(code), from)).toMatchObject(refusal);
  }
}

async function openTrip(trip: Trip) {
  const { body, cookies, headers } = await open(trip.search, await findCode(trip));
  expect(body.id, JSON.stringify(body)).toBe(trip.id);
  return { cookie: `trip=${cookies.trip}`, setCookie: headers.getSetCookie() };
}

const expireIn = ({ id }: Trip, seconds: number) =>
  harness.db
    .updateTable('trip_codes')
    .set({ expires_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('booking_id', '=', id)
    .execute();

const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const sentence =
  'If a trip with this reference and name exists, we have sent a code to the email address of the booking.';
const refusal = {
  status: 400,
  body: { error: 'CODE_INVALID', message: expect.stringContaining('does not open a trip') },
};

describe('[TRIP-06] the code of a booking', () => {
  it('is mailed for no other name, reference or brand, and the answer does not tell', async () => {
    const trip = await book();
    const { reference, lastName } = trip.search;
    const answers = [
      await find({ reference, lastName: 'Lovelace' }),
      await find({ reference, lastName: '’' }),
      await find({ reference: 'NOSUCH', lastName }),
      await find(trip.search, { [brandHeader]: 'sunhop' }),
    ];
    for (const { status, body } of answers)
      expect({ status, body }).toEqual({ status: 200, body: { success: true, message: sentence } });
    expect(await readCodes(trip, 0)).toEqual([]);
    expect((await find(trip.search)).body).toEqual(answers[0]?.body);
    expect(await readCodes(trip, 1)).toHaveLength(1);
  });

  it('is not mailed for an attempt that has failed', async () => {
    const trip = await book();
    await harness.db.updateTable('bookings').set({ state: 'voided' }).where('id', '=', trip.id).execute();
    expect((await find(trip.search)).status).toBe(200);
    expect(await readCodes(trip, 0)).toEqual([]);
  });

  it('is mailed by the name of any passenger, without accents, case, hyphens and apostrophes', async () => {
    const trip = await book();
    const { reference } = trip.search;
    await find({
      reference: ` ${reference.slice(0, 3)} ${reference.slice(3).toLowerCase()}`,
      lastName: 'o connor olsen',
    });
    expect(await readCodes(trip, 1)).toHaveLength(1);
    const [mail] = (await harness.getEmails(trip.email)).filter(({ subject }) => subject.includes('code'));
    expect(mail?.subject).toBe(`Your code for the booking ${reference}`);
  });

  it('is mailed three times an hour for a network, twelve times for all, so that a stranger leaves some to the traveller', async () => {
    const trip = await book();
    const ask = (network: number) =>
      find(trip.search, { 'x-forwarded-for': `198.51.${network}.7`, ...newVisitor() });
    for (let asked = 1; asked <= 4; asked += 1) expect((await ask(1)).body.message).toBe(sentence);
    expect(await readCodes(trip, 3)).toHaveLength(3);
    await ask(2);
    const codes = await readCodes(trip, 4);
    expect((await open(trip.search, codes.at(-1) ?? '')).status).toBe(200);
    for (let network = 2; network <= 6; network += 1)
      for (let asked = 1; asked <= 3; asked += 1) await ask(network);
    expect(await readCodes(trip, 12)).toHaveLength(12);
  });

  it('[LIMIT-05] is, with all other mails that anyone can ask for, mailed thirty times a day to one mailbox; confirmations always are', async () => {
    const mailbox = uniqueName('guest');
    const trip = await book(`${mailbox}+trip@gmail.com`);
    await readConfirmation(trip);
    // One tells of the account, another one is a reset.
    const email = `${mailbox.replace('g', 'G.')}@googlemail.com`;
    await harness.send(harness.accounts, 'POST', '/api/auth/forgot-password', { email });
    await harness.countMails(`${mailbox}+x@gmail.com`, 27);
    const within = await find(trip.search);
    expect(await readCodes(trip, 1)).toHaveLength(1);
    const beyond = await find(trip.search);
    expect(await readCodes(trip, 1)).toHaveLength(1);
    expect([beyond.status, beyond.body]).toEqual([within.status, within.body]);
    const another = await book(trip.email);
    await eventually(async () =>
      (await harness.getEmails(trip.email)).some(({ subject }) => subject.includes(another.search.reference)),
    );
  });

  it('[LIMIT-05] is mailed while accounts does not answer, within the limits of the booking', async () => {
    const trip = await book();
    await readConfirmation(trip);
    const deps = harness.createJobDeps({ ACCOUNTS_URL: 'http://127.0.0.1:9' });
    const payload = { ...trip.search, brand: 'default', network_hash: 'a', visitor_hash: 'b' };
    for (let asked = 0; asked < 4; asked += 1) await deliverTripCode(deps, { id: randomUUID(), payload });
    expect(await readCodes(trip, 3)).toHaveLength(3);
  });

  it('is mailed once the mail server answers again, as one of the three', async () => {
    const trip = await book();
    await readConfirmation(trip);
    await harness.mail.refuse(true);
    await find(trip.search);
    await eventually(async () => {
      const row = await harness.db
        .selectFrom('outbox')
        .select('attempts')
        .where('kind', '=', 'trip_code')
        .where('done_at', 'is', null)
        .executeTakeFirst();
      return (row?.attempts ?? 0) > 3 || undefined;
    });
    const code = await harness.db
      .selectFrom('trip_codes')
      .select('visitor_hashes')
      .where('booking_id', '=', trip.id)
      .executeTakeFirstOrThrow();
    expect(code.visitor_hashes).toEqual([]);
    await harness.mail.refuse(false);
    const [mailed = ''] = await readCodes(trip, 1);
    expect((await open(trip.search, mailed)).body.id).toBe(trip.id);
  });

  it('opens nothing once it has expired or was used, or for another booking', async () => {
    const [trip, another] = [await book(), await book()];
    const first = await findCode(trip);
    expect(await open(another.search, first)).toMatchObject(refusal);
    expect(await open({ ...trip.search, lastName: 'Lovelace' }, first)).toMatchObject(refusal);
    expect(await open(trip.search, first, { [brandHeader]: 'sunhop' })).toMatchObject(refusal);
    expect((await open(trip.search, first)).body.id).toBe(trip.id);
    expect(await open(trip.search, first)).toMatchObject(refusal);
    const second = await findCode(trip, 2);
    await expireIn(trip, 0);
    expect(await open(trip.search, second)).toMatchObject(refusal);
  });

  it('[CARE-03] is stored, with its link, as hashes for 15 minutes, and leaves no trace of the search', async () => {
    const trip = await book();
    const code = await findCode(trip);
    const stored = await harness.db
      .selectFrom('trip_codes')
      .select([
        'nonce',
        'link_hash',
        sql<number>`extract(epoch from expires_at - now())::float`.as('seconds'),
      ])
      .where('booking_id', '=', trip.id)
      .executeTakeFirstOrThrow();
    expect(stored.nonce + stored.link_hash).not.toContain(code);
    const [token = ''] = await readLinks(trip);
    expect((await harness.dumpTables()).includes(token)).toBe(false);
    expect(stored.seconds).toBeGreaterThan(840);
    expect(stored.seconds).toBeLessThanOrEqual(900);
    const rows = await harness.db.selectFrom('outbox').selectAll().where('kind', '=', 'trip_code').execute();
    expect(JSON.stringify(rows)).not.toMatch(/Byron/);
  });

  it('[CARE-03] is mailed again unchanged while it lasts, for another 15 minutes, and anew then', async () => {
    const trip = await book();
    await Promise.all([find(trip.search), find(trip.search)]);
    const [first = '', second] = await readCodes(trip, 2);
    expect(second).toBe(first);
    expect(new Set(await readLinks(trip)).size).toBe(1);
    await expireIn(trip, 30);
    expect(await findCode(trip, 3)).toBe(first);
    await harness.db.deleteFrom('attempts').execute();
    const { expires_at } = await harness.db
      .selectFrom('trip_codes')
      .select('expires_at')
      .where('booking_id', '=', trip.id)
      .executeTakeFirstOrThrow();
    expect(expires_at.getTime() - Date.now()).toBeGreaterThan(60_000);
    await expireIn(trip, 0);
    expect(await findCode(trip, 4)).not.toBe(first);
    expect(await open(trip.search, first)).toMatchObject(refusal);
  });

  it('[CARE-03] opens for who asked after 30 wrong tries of strangers, and for nobody else', async () => {
    const trip = await book();
    const { code, visitor } = await ask(trip);
    await guess(trip, code, 30);
    const statuses = [];
    for (let tries = 0; tries < 11; tries += 1)
      statuses.push((await open(trip.search, code, noVisitor)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
    expect((await open(trip.search, code, visitor)).body.id).toBe(trip.id);
  });

  it('[CARE-03] takes 20 tries of all others together', async () => {
    const trip = await book();
    const { code } = await ask(trip);
    await guess(trip, code, 19);
    expect((await open(trip.search, code, noVisitor)).body.id).toBe(trip.id);
    const { code: next } = await ask(trip, 2);
    await guess(trip, next, 20);
    expect(await open(trip.search, next, noVisitor)).toMatchObject(refusal);
  });

  it('[CARE-03] takes five tries of who asked, also when it is asked for again', async () => {
    const trip = await book();
    const { code, visitor } = await ask(trip);
    for (let tries = 0; tries < 5; tries += 1)
      expect(await open(trip.search, other(code), visitor)).toMatchObject(refusal);
    expect(await open(trip.search, code, visitor)).toMatchObject(refusal);
    expect((await ask(trip, 2, visitor)).code).toBe(code);
    expect(await open(trip.search, code, visitor)).toMatchObject(refusal);
    // The tries of the others are left.
    expect((await open(trip.search, code, noVisitor)).body.id).toBe(trip.id);
  });

  it('[CARE-03] gives tries of their own to as many who ask as mails are sent in an hour', async () => {
    const trip = await book();
    const asked = [];
    for (let count = 1; count <= 4; count += 1) asked.push(await ask(trip, Math.min(count, 3)));
    const code = asked[0]?.code ?? '';
    await guess(trip, code, 20);
    expect(await open(trip.search, code, asked[3]?.visitor)).toMatchObject(refusal);
    expect((await open(trip.search, code, asked[2]?.visitor)).body.id).toBe(trip.id);
  });

  it('[CARE-03] has a cookie for whoever asks, whether there is such a trip or not', async () => {
    const trip = await book();
    for (const search of [trip.search, { reference: 'NOSUCH', lastName: 'Byron' }]) {
      const { headers } = await find(search, noVisitor);
      expect(headers.getSetCookie()).toEqual([
        expect.stringMatching(/^visitor=[\w-]{24}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/),
      ]);
    }
  });

  it('[CARE-03] is mailed with a link that opens the trip once, whatever was tried', async () => {
    const trip = await book();
    const { code } = await ask(trip);
    await guess(trip, code, 30);
    const [token = ''] = await readLinks(trip);
    const opened = await linkOpens(token);
    expect(opened.body.id).toBe(trip.id);
    const cookie = `trip=${opened.cookies.trip}`;
    const { status } = await harness.send(service, 'GET', `/api/bookings/${trip.id}`, undefined, { cookie });
    expect(status).toBe(200);
    expect(await linkOpens(token)).toMatchObject({ status: 410, body: { error: 'LINK_INVALID' } });
    await ask(trip, 2);
    const [next = ''] = (await readLinks(trip)).filter((link) => link !== token);
    await expireIn(trip, 0);
    expect((await linkOpens(next)).status).toBe(410);
  });

  it('[CARE-03, LIMIT-01] links are tried twenty times a minute by client', async () => {
    const statuses = [];
    for (let tries = 0; tries < 21; tries += 1)
      statuses.push((await linkOpens(uniqueName('no-such'))).status);
    expect(statuses).toEqual([...Array<number>(20).fill(410), 429]);
  });

  it('opens the trip once when it is sent several times at the same moment', async () => {
    const trip = await book();
    const code = await findCode(trip);
    const answers = await Promise.all(Array.from({ length: 4 }, () => open(trip.search, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
  });

  it.each([
    ['find', { reference: ' ', lastName: 'Byron' }, 'reference'],
    ['find', { reference: 'ABC123', lastName: '' }, 'lastName'],
    ['open', { reference: 'ABC123', lastName: 'Byron', code: '12345' }, 'code'],
    ['open', { reference: 'ABC123', lastName: 'Byron', code: '12345x' }, 'code'],
  ])('is asked for with all that it needs: %s %o', async (path, body, field) => {
    const { status, body: answer } = await harness.send(service, 'POST', `/api/bookings/${path}`, body);
    expect(status).toBe(400);
    expect(answer).toMatchObject({ error: 'VALIDATION_ERROR', fields: [{ path: field }] });
  });

  it('is asked for from no other site', async () => {
    const { status } = await find(
      { reference: 'ABC123', lastName: 'Byron' },
      { origin: 'https://evil.example' },
    );
    expect(status).toBe(403);
  });

  it('[LIMIT-01] is asked for five times a minute by search and network and ten times by client, and tried twice as often', async () => {
    const from = (last: number) => ({ 'x-forwarded-for': `203.0.113.${last}` });
    const missing = { reference: 'NOSUCH', lastName: 'Byron' };
    const statuses = [];
    for (let asked = 0; asked < 6; asked += 1) statuses.push((await find(missing, from(1))).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const refused = await find({ reference: 'no such', lastName: 'BYRON' }, from(1));
    expect(refused.body.message).toMatch(
      /^Too many requests\. A code that was sent works for 15 minutes\. Please try again in /,
    );
    for (let asked = 0; asked < 10; asked += 1)
      expect((await find({ reference: `NONE${asked}`, lastName: 'Byron' }, from(20))).status).toBe(200);
    expect((await find({ reference: 'ANOTHER', lastName: 'Byron' }, from(20))).status).toBe(429);

    const tried = [];
    for (let tries = 0; tries < 11; tries += 1)
      tried.push((await open(missing, '123456', { ...noVisitor, ...from(30) })).status);
    expect(tried).toEqual([...Array<number>(10).fill(400), 429]);
  });

  it('[CARE-03] [LIMIT-01] is not locked by strangers who know the reference, for its owner in any browser', async () => {
    const trip = await book();
    const from = (index: number) => ({ ...noVisitor, 'x-forwarded-for': `203.0.${index}.7` });
    const guess = { ...trip.search, lastName: 'Lovelace' };
    for (let index = 0; index < 4; index += 1) {
      for (let tries = 0; tries < 11; tries += 1) await open(guess, '123456', from(index));
      for (let asked = 0; asked < 6; asked += 1) await find(guess, from(index));
    }
    expect((await find(trip.search, from(50))).status).toBe(200);
    const [code = ''] = await readCodes(trip, 1);
    expect((await open(trip.search, code, from(51))).body.id).toBe(trip.id);
  });

  it('[LIMIT-06] is not asked for while a thousand requests wait', async () => {
    await sql`
      insert into outbox (kind, subject, next_attempt_at)
      select 'trip_code', 'waiting ' || n, now() + interval '1 day' from generate_series(1, ${tripCodeLimits.waiting}::int) n`.execute(
      harness.db,
    );
    const refused = await find({ reference: 'ABC123', lastName: 'Byron' });
    expect(refused).toMatchObject({
      status: 503,
      body: { message: 'Our mail is delayed right now. Please try again in a minute.' },
    });
    await harness.db.deleteFrom('outbox').where('subject', 'like', 'waiting %').execute();
  });
});

describe('[TRIP-06] the trip that a code has opened', () => {
  const read = (id: string, headers: Record<string, string>) =>
    harness.send(service, 'GET', `/api/bookings/${id}`, undefined, headers);

  it('is one booking for two hours, in a cookie that no script reads', async () => {
    const [trip, another] = [await book(), await book()];
    const { cookie, setCookie } = await openTrip(trip);
    expect(setCookie.find((line) => line.startsWith('trip='))).toMatch(
      /^trip=[\w-]{43}; Max-Age=7200; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect((await harness.dumpTables()).includes(cookie.slice(5))).toBe(false);

    expect((await read(trip.id, { cookie })).body.id).toBe(trip.id);
    const unknown = await read('9e7a6b1c-3f36-4d3b-8a57-3f2f5d0c9b11', { cookie });
    expect(await read(another.id, { cookie })).toMatchObject({
      status: 404,
      body: { message: unknown.body.message },
    });
    expect((await harness.send(service, 'GET', '/api/bookings', undefined, { cookie })).status).toBe(401);

    const signedIn = { cookie: `${cookie}; ${another.session.cookie}` };
    expect((await read(trip.id, signedIn)).status).toBe(200);
    expect((await read(another.id, signedIn)).status).toBe(200);

    await harness.db
      .updateTable('trip_sessions')
      .set({ expires_at: sql<Date>`now()` })
      .execute();
    expect((await read(trip.id, { cookie })).status).toBe(401);
    expect((await read(trip.id, { cookie: 'trip=' })).status).toBe(401);
    expect((await read(trip.id, { cookie: 'trip=unknown' })).status).toBe(401);
    await eventually(async () => {
      const rows = await harness.db.selectFrom('trip_sessions').select('booking_id').execute();
      return rows.length === 0 || undefined;
    });
  });

  it('[GUARD-07] is seen and closed by the owner of the booking alone, at once', async () => {
    const [trip, another] = [await book(), await book()];
    const { cookie } = await openTrip(trip);
    const list = (headers: Record<string, string>) =>
      harness.send(service, 'GET', '/api/bookings/opened', undefined, headers);
    const close = (body: object, headers: Record<string, string>) =>
      harness.send(service, 'POST', '/api/bookings/opened/close', body, headers);
    for (const headers of [noVisitor, { cookie }])
      expect([(await list(headers)).status, (await close({}, headers)).status]).toEqual([401, 401]);
    expect((await list(another.session)).body).toEqual({ trips: [] });
    expect((await close({ id: trip.id }, another.session)).status).toBe(404);
    expect((await close({}, another.session)).status).toBe(200);
    expect((await read(trip.id, { cookie })).status).toBe(200);

    const trips = (await list(trip.session)).body['trips'] as OpenedTrip[];
    expect(trips).toMatchObject([{ id: trip.id, reference: trip.search.reference, browsers: 1 }]);
    expect(Math.abs(Date.now() - Date.parse(trips[0]!.openedAt))).toBeLessThan(10 * 60_000);
    const opened = await harness.db
      .selectFrom('trip_sessions')
      .selectAll()
      .where('booking_id', '=', trip.id)
      .execute();
    expect((await close({ id: trip.id }, trip.session)).status).toBe(200);
    expect((await read(trip.id, { cookie })).status).toBe(401);
    expect((await close({ id: trip.id }, trip.session)).status).toBe(404);
    await harness.db.insertInto('trip_sessions').values(opened).execute();
    expect((await read(trip.id, { cookie })).status).toBe(200);
    expect((await close({}, trip.session)).status).toBe(200);
    expect((await read(trip.id, { cookie })).status).toBe(401);
    const { length } = await harness.db
      .selectFrom('outbox')
      .select('id')
      // The payload of one that is delivered is removed.
      .where('kind', '=', 'audit_event')
      .where('subject', '=', trip.search.reference)
      .execute();
    expect(length).toBe(2);
  });

  it('[GUARD-16] stands in for the account before a body is read, and nothing else does', async () => {
    const trip = await book();
    const { cookie } = await openTrip(trip);
    const answers = (headers: Record<string, string>) =>
      Promise.all(
        ['accept-change', 'changes', 'change-offers', 'cancel'].map(async (path) => {
          const sent = await harness.send(service, 'POST', `/api/bookings/${trip.id}/${path}`, [], headers);
          return sent.status;
        }),
      );
    expect(await answers({})).toEqual([401, 401, 401, 401]);
    expect(await answers({ cookie: 'trip=unknown' })).toEqual([401, 401, 401, 401]);
    expect(await answers({ cookie })).toEqual([400, 400, 400, 400]);
    expect(await answers(trip.session)).toEqual([400, 400, 400, 400]);
  });

  it('is closed in this browser by a press, and stays open in another', async () => {
    const trip = await book();
    const [{ cookie }, other] = [await openTrip(trip), await openTrip(trip)];
    const close = (headers: Record<string, string>) =>
      harness.send(service, 'POST', '/api/bookings/close', undefined, headers);
    expect((await close({ cookie, origin: 'https://evil.example' })).status).toBe(403);
    expect((await read(trip.id, { cookie })).status).toBe(200);
    const closed = await close({ cookie });
    expect([closed.status, closed.cookies.trip]).toEqual([200, '']);
    // A copy of the cookie does not work either.
    expect((await read(trip.id, { cookie })).status).toBe(401);
    expect((await read(trip.id, { cookie: other.cookie })).status).toBe(200);
    expect((await close({})).status).toBe(200);
  });

  it('has its tickets, its confirmation and its cancellation, of no other booking', async () => {
    const [trip, another] = [await book(), await book()];
    const { cookie } = await openTrip(trip);
    const send = (method: string, id: string, path: string, body?: unknown) =>
      harness.send(service, method, `/api/bookings/${id}/${path}`, body, { cookie });
    for (const [method, path] of [
      ['GET', 'tickets'],
      ['POST', 'confirmation-mail'],
      ['POST', 'cancellation-quote'],
      ['POST', 'cancel'],
    ] as const)
      expect((await send(method, another.id, path)).status, path).toBe(404);

    expect((await send('GET', trip.id, 'tickets')).status).toBe(200);
    expect((await send('POST', trip.id, 'confirmation-mail')).status).toBe(200);
    const quote = await send('POST', trip.id, 'cancellation-quote');
    expect(quote.status, JSON.stringify(quote.body)).toBe(200);
    const from = { cookie, origin: 'https://evil.example' };
    const foreign = await harness.send(service, 'POST', `/api/bookings/${trip.id}/cancel`, {}, from);
    expect(foreign.status).toBe(403);
    const cancelled = await send('POST', trip.id, 'cancel', { quote_id: quote.body.quote_id });
    expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200);
    const entries = await eventually(async () => {
      const { rows } = await sql<{ actor_id: string | null }>`
        select actor_id from ${sql.table(`${harness.schema}_accounts.audit_entries`)}
        where action = 'cancellation_accepted' and details->>'booking' = ${trip.id}`.execute(harness.db);
      return rows.length > 0 ? rows : undefined;
    });
    expect(entries).toEqual([{ actor_id: null }]);
  });
});
