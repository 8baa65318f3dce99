import { tokenLinks } from '@fareline/contracts/testing';
import { countWaiting } from '@fareline/service-kit/outbox';
import { eventually, type Program } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHarness, type Harness } from '../testing/harness.ts';
import {
  createBookingRequest,
  createPassenger,
  createPaymentRequest,
  idempotencyHeader,
} from '../testing/requests.ts';

let harness: Harness;
let service: Program;
/** The first booking, for which an account was created. The later ones have no owner, because the email address has an account. */
let owned: Awaited<ReturnType<typeof book>>;

beforeAll(async () => {
  harness = await startHarness();
  // Trips are completed at start only: a case compares rows while no job changes them.
  service = await harness.startPayments({ HOUSEKEEPING_EVERY_MS: '600000' });
  owned = await book();
}, 90_000);
afterAll(() => harness.stop());

const passenger = createPassenger();

/** A booking of a guest with the token of the claim link in its email. */
async function book() {
  const offer = await harness.getFreshOffer();
  const post = (path: string, body: unknown) =>
    harness.send(service, 'POST', path, body, idempotencyHeader());
  const paid = await post('/api/payments/process-card', createPaymentRequest(offer));
  const request = createBookingRequest(offer, { paymentId: paid.body.paymentId }, [passenger]);
  const booked = await post('/api/bookings', request);
  expect(booked.status, JSON.stringify(booked.body)).toBe(201);
  const token = await eventually(async () => {
    const emails = await harness.getEmails(passenger.email ?? '');
    const email = emails.find(({ text }) => text.includes(booked.body.bookingReference ?? 'none'));
    return /claim=([\w-]+)/.exec(email?.text.replaceAll(/=\r?\n/g, '') ?? '')?.[1];
  });
  return {
    id: booked.body.id,
    token,
    statusToken: booked.body.statusToken,
    session: { cookie: `session=${booked.cookies.session}` },
  };
}

const claim = (token: string, session: Record<string, string>) =>
  harness.send(service, 'POST', '/api/bookings/claim', { token }, session);

const findOwner = async (id: string) =>
  (await harness.db.selectFrom('bookings').select('user_id').where('id', '=', id).executeTakeFirstOrThrow())
    .user_id;

const arriveDaysAgo = (id: string, days: number) =>
  harness.db
    .updateTable('bookings')
    .set({ last_arrival_at: sql<Date>`now() - ${days} * interval '1 day'` })
    .where('id', '=', id)
    .execute();

it('[ACCESS-05] refuses the link of a booking with an owner to everybody else, and says what to do', async () => {
  const { id, token, session } = owned;
  const owner = await findOwner(id);
  expect(owner).not.toBeNull();
  const refused = await claim(token, await harness.signUp());
  expect(refused).toMatchObject({ status: 410, body: { error: 'LINK_INVALID' } });
  expect(refused.body.message).toMatch(/already belongs to an account/);
  expect(await findOwner(id)).toBe(owner);
  expect((await claim(token, session)).body.id).toBe(id);
  expect((await claim(token, session)).status).toBe(410);
  expect(await findOwner(id)).toBe(owner);
});

it('[ACCESS-05, ACCOUNT-05, GUEST-05] assigns a booking to one of two users who open its link at the same time, and records it', async () => {
  const { id, token } = await book();
  expect(await findOwner(id)).toBeNull();
  expect((await harness.dumpTables()).includes(token)).toBe(false);
  const sessions = await Promise.all([harness.signUp(), harness.signUp()]);
  const responses = await Promise.all(sessions.map((session) => claim(token, session)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 410]);
  const owner = await findOwner(id);
  const late = await claim(token, await harness.signUp());
  expect(late.body.message).toMatch(/was used before/);
  expect(await findOwner(id)).toBe(owner);
  const entries = await eventually(async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select actor_id, ip_address from ${sql.table(`${harness.schema}_accounts.audit_entries`)}
      where action = 'booking_claimed' and details->>'booking' = ${id}`.execute(harness.db);
    return rows.length > 0 ? rows : undefined;
  });
  expect(entries).toEqual([{ actor_id: owner, ip_address: expect.stringContaining('127.0.0.1') as string }]);
});

it('[LIMIT-01] refuses the eleventh try of a user in a minute, and says that the link stays valid', async () => {
  const session = await harness.signUp();
  const statuses = [];
  for (let tries = 0; tries < 11; tries += 1) statuses.push((await claim('x'.repeat(43), session)).status);
  expect(statuses).toEqual([...Array<number>(10).fill(410), 429]);
  const refused = await claim(owned.token, session);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect(refused.body.message).toMatch(/^Too many requests\. The link stays valid\. Please try again in /);
});

it('[ACCESS-05] accepts a link until 30 days after the last arrival', async () => {
  const { id, token } = await book();
  const session = await harness.signUp();
  await arriveDaysAgo(id, 31);
  const refused = await claim(token, session);
  expect(refused).toMatchObject({ status: 410, body: { error: 'LINK_INVALID' } });
  expect(refused.body.message).toMatch(/30 days after your last flight/);
  expect(await findOwner(id)).toBeNull();
  await arriveDaysAgo(id, 29);
  expect((await claim(token, session)).body.id).toBe(id);
});

it('[CARE-01] what the pages of mailed links ask for when they are opened changes no row', async () => {
  const { statusToken } = await book();
  // Counters of requests are of the client, and mails and jobs of the booking itself go on.
  const readRows = async () =>
    JSON.stringify(
      await Promise.all(
        (['bookings', 'trip_codes', 'trip_sessions', 'payments', 'outbox'] as const).map((table) =>
          harness.db.selectFrom(table).selectAll().execute(),
        ),
      ),
    );
  const before = await eventually(async () => {
    if ((await countWaiting(harness.db)) > 0) return undefined;
    const rows = await readRows();
    await new Promise((resolve) => setTimeout(resolve, 200));
    return rows === (await readRows()) ? rows : undefined;
  });
  const requests = tokenLinks.flatMap(({ opens }) => opens).filter(({ path }) => /bookings/.test(path));
  expect(requests).toHaveLength(2);
  for (const { method, path } of requests) {
    const body = method === 'POST' ? { token: statusToken } : undefined;
    const { status } = await harness.send(service, method, path, body, owned.session);
    expect(status, path).toBe(200);
  }
  expect(await readRows()).toBe(before);
});
