import { migrateToLatest } from '@fareline/service-kit/db/migrate';
import { testDatabase } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../db/migrations/index.ts';
import type { Tables } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { createKeyedHasher } from '../keyed-hasher.ts';
import type { Visitor } from '../access/visitor.ts';
import { acquireKey, completeKey, findKey, hashRequest } from './idempotency-key.repository.ts';

const { db, schema, drop } = testDatabase<Tables>('idempotency');
const config = { BOOKING_LEASE_MS: 60_000 };
const deps = { db, config, hasher: createKeyedHasher('credential') } as Deps;
/** After the key of the hashes was changed. */
const depsWithNewKey = { db, config, hasher: createKeyedHasher('another', 'credential') } as Deps;

beforeAll(() => migrateToLatest(db, schema, migrations));
afterAll(() => drop());

const scope = 'process-card';
const toVisitor = (visitor_hash: string, user_id: string | null = null) =>
  ({ visitor_hash, user_id }) as Visitor;
const acquireBy = (visitor: Visitor, key = 'key-of-a-test') =>
  acquireKey(deps, { scope, key, visitor, body: { amount: '10.00' } });
const acquireForBooking = (visitor: Visitor, key: string, from = deps) =>
  acquireKey(from, { scope: 'bookings', key, visitor, body: { amount: '10.00' } });
const setAge = (hours: number) =>
  db
    .updateTable('idempotency_keys')
    .set({ created_at: sql<Date>`now() - ${hours} * interval '1 hour'` })
    .execute();

it('[MONEY-27] does not replay a key after its 72 hours, also when the purge job has not deleted it', async () => {
  const acquire = () => acquireBy(toVisitor('one'));
  const { row } = await acquire();
  await completeKey(deps, row.id);
  await setAge(71);
  expect(await acquire()).toMatchObject({ isOwner: false, row: { is_done: true } });
  await setAge(73);
  expect(await acquire()).toMatchObject({ isOwner: true, row: { is_done: false } });
});

it('[ACCESS-06] gives each visitor a row of its own for the same key, and finds it again', async () => {
  const [first, second] = [toVisitor('first'), toVisitor('second')];
  const rows = [await acquireBy(first, 'shared-key'), await acquireBy(second, 'shared-key')];
  expect(rows.map(({ isOwner }) => isOwner)).toEqual([true, true]);
  for (const [index, visitor] of [first, second].entries()) {
    expect(await acquireBy(visitor, 'shared-key')).toMatchObject({
      isOwner: false,
      row: { id: rows[index]?.row.id },
    });
    expect((await findKey(deps, scope, 'shared-key', visitor))?.id).toBe(rows[index]?.row.id);
  }
  expect(await findKey(deps, scope, 'shared-key', toVisitor('third'))).toBeUndefined();
  expect(await findKey(deps, scope, 'shared-key', { visitor_hash: null, user_id: null })).toBeUndefined();
});

it('[ACCESS-06] finds the row of a user in another browser', async () => {
  const { row } = await acquireBy(toVisitor('at home', 'user'), 'key-of-a-user');
  expect(await acquireBy(toVisitor('at work', 'user'), 'key-of-a-user')).toMatchObject({
    isOwner: false,
    row: { id: row.id },
  });
});

it('[MONEY-27] begins no second booking for a key that was hashed with the previous secret', async () => {
  await acquireForBooking(toVisitor('visitor'), 'key-of-two-secrets');
  await expect(
    acquireForBooking(toVisitor('visitor with new hash'), 'key-of-two-secrets', depsWithNewKey),
  ).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
  await setAge(73);
  const visitor = toVisitor('visitor with new hash');
  const { row, isOwner } = await acquireForBooking(visitor, 'key-of-two-secrets', depsWithNewKey);
  expect(isOwner).toBe(true);
  expect(await acquireForBooking(visitor, 'key-of-two-secrets', depsWithNewKey)).toMatchObject({
    isOwner: false,
    row: { id: row.id },
  });
});

it('[MONEY-27] lets one of several concurrent requests of a visitor do the work, also when another visitor has the key', async () => {
  await acquireBy(toVisitor('stranger'), 'key-of-two');
  for (const key of ['key-of-two', 'key-of-one']) {
    const acquired = await Promise.all(Array.from({ length: 4 }, () => acquireBy(toVisitor('visitor'), key)));
    expect(acquired.filter(({ isOwner }) => isOwner)).toHaveLength(1);
    expect(new Set(acquired.map(({ row }) => row.id)).size).toBe(1);
  }
});

describe('the hash of a request', () => {
  const card = {
    number: '4000056655665556',
    expiryMonth: '11',
    expiryYear: '31',
    cvv: '123',
    holderName: 'Ada Byron',
  };
  const hash = (cardDetails: object | undefined) =>
    hashRequest(deps, 'body process-card', { amount: '10.00', paymentDetails: { cardDetails } });

  it.each([
    ['number', '5200828282825556'],
    ['expiryMonth', '12'],
    ['expiryYear', '2031'],
    ['cvv', '999'],
    ['holderName', 'Grace Hopper'],
  ])('[MONEY-32] does not cover the %s of a card', (field, value) => {
    expect(hash({ ...card, [field]: value })).toBe(hash(card));
  });

  it('[MONEY-27] differs for a card with other last digits, for no card and for another amount', () => {
    const other = hash({ ...card, number: '4242424242424242' });
    const more = hashRequest(deps, 'body process-card', { amount: '11.00', paymentDetails: {} });
    expect(new Set([hash(card), other, hash(undefined), more]).size).toBe(4);
  });
});
