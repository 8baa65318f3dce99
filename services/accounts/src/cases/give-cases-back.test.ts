import { eventually } from '@fareline/service-kit/testing';
import { expect, it } from 'vitest';
import { startSharedHarness } from '../testing/harness.ts';
import { findByUsername } from '../users/user.repository.ts';
import { closeAccount } from '../staff/take-role-away.ts';

const harness = await startSharedHarness();
const { db, payments } = harness;

it('[GUARD-07] tells payments who is a member of staff no longer, once it answers again', async () => {
  await harness.signIn('boss', undefined, { isAdmin: true });
  const session = await harness.signIn('leaver', undefined, { isAdmin: true });
  const { id } = (await findByUsername(db, 'leaver'))!;
  payments.isDown = true;
  await closeAccount(db, id, { actor: 'operator' });
  expect((await harness.get('/api/auth/user', session)).status).toBe(401);
  const read = () =>
    db
      .selectFrom('outbox')
      .select(['done_at', 'attempts'])
      .where('kind', '=', 'give-cases-back')
      .executeTakeFirstOrThrow();
  await eventually(async () => ((await read()).attempts > 0 ? true : undefined));
  expect([payments.givenBack, (await read()).done_at]).toEqual([[], null]);
  payments.isDown = false;
  await eventually(async () => ((await read()).done_at ? true : undefined));
  expect(payments.givenBack).toEqual([id]);
});
