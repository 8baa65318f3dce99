import { eventually } from '@fareline/service-kit/testing';
import { toKeysSchema } from '@fareline/service-kit/db/row-keys';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { readPlan } from './order-plan.ts';
import { startSharedHarness } from '../testing/harness.ts';
import { createBookingRequest, createCard, createPassenger, idempotencyHeader } from '../testing/requests.ts';

const harness = await startSharedHarness();
const { db } = harness;
const keyTable = sql.table(`${toKeysSchema(harness.schema)}.row_keys`);

const countKeys = async () => (await sql`select from ${keyTable}`.execute(db)).rows.length;
const destroyKeys = () => sql`delete from ${keyTable}`.execute(db);
const readPlans = () =>
  db.selectFrom('bookings').select('order_plan').where('order_plan', 'is not', null).execute();

const noSweep = { SWEEP_EVERY_MS: '600000' };

async function createRequest(passport = 'X1234567') {
  const offer = await harness.getFreshOffer();
  const passenger = createPassenger({ passportNumber: passport });
  return {
    offer,
    passenger,
    request: createBookingRequest(offer, { cardDetails: createCard() }, [passenger]),
  };
}

/** The files of the write-ahead log, and of the tables of all schemas of the test, that contain a text. */
async function findFiles(text: string): Promise<string[]> {
  await sql`checkpoint`.execute(db);
  const { rows } = await sql<{ name: string }>`
    with files as (
      select 'pg_wal/' || name as name from pg_ls_waldir()
      union
      select pg_relation_filepath(oid) from pg_class
      where relkind in ('r', 't', 'i') and pg_relation_filepath(oid) is not null
        and (relnamespace::regnamespace::text like ${`${harness.schema}%`} or relnamespace = 'pg_toast'::regnamespace)
    )
    select name from files
    where position(convert_to(${text}, 'UTF8') in coalesce(pg_read_binary_file(name, true), '')) > 0`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

it('[GUARD-06] leaves no passport number in tables, heap files or the write-ahead log', async () => {
  const service = await harness.startPayments();
  const { passenger, request } = await createRequest('QX7391824');
  const { status, body } = await harness.send(service, 'POST', '/api/bookings', request, idempotencyHeader());
  expect([status, body.status]).toEqual([201, 'confirmed']);
  expect(await harness.dumpTables()).not.toContain('QX7391824');
  expect(await harness.dumpRedis()).not.toContain('QX7391824');
  // What is stored as it is would be found there.
  expect((await findFiles(passenger.email!)).some((name) => name.startsWith('pg_wal/'))).toBe(true);
  expect((await findFiles(passenger.email!)).some((name) => name.startsWith('base/'))).toBe(true);
  expect(await findFiles('QX7391824')).toEqual([]);
  expect([await readPlans(), await countKeys()]).toEqual([[], 0]);
  await service.kill();
});

it('[GUARD-14] a booking that fails leaves no key', async () => {
  const service = await harness.startPayments();
  const { offer, request } = await createRequest();
  await harness.duffel.fault({
    ...{ method: 'POST', path: '/air/orders', kind: 'status', status: 502 },
    body: {
      meta: { status: 502, request_id: 'x' },
      errors: [{ type: 'airline_error', code: 'order_not_created', title: 'No', message: 'No' }],
    },
  });
  const { status } = await harness.send(service, 'POST', '/api/bookings', request, idempotencyHeader());
  expect(status).not.toBe(201);
  expect(await harness.expectAllOrNothing(offer)).toBe('nothing');
  expect(await readPlans()).toEqual([]);
  expect(await countKeys()).toBe(0);
  await service.kill();
});

it('[GUARD-14] without its key nothing is ordered, the card is released, and the traveller is told', async () => {
  const { offer, passenger, request } = await createRequest();
  await harness.crashAt('after:booking:authorised', '/api/bookings', request, idempotencyHeader(), noSweep);
  expect([(await readPlans()).length, await countKeys()]).toEqual([1, 1]);
  await destroyKeys();
  const orders = await harness.countOrderCalls();
  const service = await harness.startPayments();
  expect(await harness.expectAllOrNothing(offer)).toBe('nothing');
  expect(await harness.countOrderCalls()).toBe(orders);
  const [booking] = await db.selectFrom('bookings').selectAll().where('offer_id', '=', offer.id).execute();
  expect(booking).toMatchObject({
    state: 'voided',
    order_plan: null,
    failure: {
      code: 'BOOKING_REFUSED',
      message: expect.stringMatching(/^We could not complete this booking/),
    },
  });
  const { uncaptured } = await harness.ledgerFor(offer);
  expect(uncaptured).toEqual([]);
  const [mail] = await harness.waitForMails({ id: booking!.id, email: passenger.email! }, 1);
  expect(mail!.subject).toContain('not');
  await service.kill();
});

it('[GUARD-14] an order that was placed before its key was lost is found and paid', async () => {
  const { offer, request } = await createRequest();
  await harness.crashAt('after:call:order', '/api/bookings', request, idempotencyHeader(), noSweep);
  await destroyKeys();
  const service = await harness.startPayments();
  expect(await harness.expectAllOrNothing(offer)).toBe('booked');
  await service.kill();
});

it('[GUARD-14] a dump from before the order opens with no secret and no key of after it', async () => {
  const { offer, request } = await createRequest('QX7391825');
  await harness.crashAt('after:booking:authorised', '/api/bookings', request, idempotencyHeader(), noSweep);
  const dumped = await db
    .selectFrom('bookings')
    .select(['id', 'order_plan'])
    .where('offer_id', '=', offer.id)
    .executeTakeFirstOrThrow();
  const deps = harness.createJobDeps();
  expect((await readPlan(deps, dumped))?.passengers[0]).toMatchObject({ passport: { number: 'QX7391825' } });
  const service = await harness.startPayments();
  expect(await harness.expectAllOrNothing(offer)).toBe('booked');
  expect(await readPlan(deps, dumped)).toBeUndefined();
  await service.kill();
});

it('[GUARD-14] waits while the store of the keys does not answer', async () => {
  const { offer, request } = await createRequest();
  await harness.crashAt('after:booking:authorised', '/api/bookings', request, idempotencyHeader(), noSweep);
  await sql`alter table ${keyTable} rename to row_keys_gone`.execute(db);
  const service = await harness.startPayments();
  await eventually(async () => {
    const [booking] = await db
      .selectFrom('bookings')
      .select('attempts')
      .where('offer_id', '=', offer.id)
      .execute();
    return booking!.attempts > 0 || undefined;
  });
  expect((await harness.send(service, 'GET', '/health/ready')).body).toMatchObject({
    ...{ status: 'ok', checks: { postgres: 'ok', keys: 'down' } },
  });
  const another = await createRequest();
  const sent = await harness.send(service, 'POST', '/api/bookings', another.request, idempotencyHeader());
  expect([sent.status, sent.body.message]).toEqual([503, expect.stringContaining('Please try again')]);
  await sql`alter table ${sql.table(`${toKeysSchema(harness.schema)}.row_keys_gone`)} rename to row_keys`.execute(
    db,
  );
  expect(await harness.expectAllOrNothing(offer)).toBe('booked');
  await service.kill();
});
