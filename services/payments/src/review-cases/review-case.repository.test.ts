import { migrateToLatest } from '@fareline/service-kit/db/migrate';
import { testDatabase } from '@fareline/service-kit/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from '../db/migrations/index.ts';
import type { Tables } from '../db/schema.ts';
import { countOpenCases, getOldestCaseSeconds, openReviewCase } from './review-case.repository.ts';

const { db, schema, drop } = testDatabase<Tables>('review');
beforeAll(() => migrateToLatest(db, schema, migrations));
afterAll(drop);

const dispute = {
  kind: 'dispute',
  mode: 'test',
  bookingId: null,
  paymentId: null,
  summary: 'The cardholder disputes the payment.',
} as const;

const close = (subject: string) =>
  db
    .updateTable('review_cases')
    .set({ closed_at: new Date(), closed_by: 'ada' })
    .where('subject', '=', subject)
    .execute();

const readCase = (subject: string) =>
  db.selectFrom('review_cases').selectAll().where('subject', '=', subject).executeTakeFirstOrThrow();

it('[REVIEW-01] has one open case of a kind and subject, however often it is reported at the same time', async () => {
  const reports = Array.from({ length: 8 }, () => openReviewCase(db, { ...dispute, subject: 'dp_1' }));
  expect((await Promise.all(reports)).filter(Boolean)).toHaveLength(1);
  expect(await openReviewCase(db, { ...dispute, kind: 'fraud_warning', subject: 'dp_1' })).toBe(true);
  expect(await countOpenCases(db, ['dispute', 'fraud_warning', 'booking'])).toEqual({
    dispute: 1,
    fraud_warning: 1,
    booking: 0,
  });
});

it('[REVIEW-01] opens a closed case again when it happens again, with its age from then on', async () => {
  await openReviewCase(db, { ...dispute, subject: 'dp_2' });
  await db
    .updateTable('review_cases')
    .set({ opened_at: new Date(Date.now() - 7_200_000) })
    .where('subject', '=', 'dp_2')
    .execute();
  expect(await getOldestCaseSeconds(db)).toBeGreaterThan(7_100);
  const plan = { assignee_id: 'u-1', assignee_name: 'ada', due_at: new Date() };
  await db.updateTable('review_cases').set(plan).where('subject', '=', 'dp_2').execute();
  expect(await openReviewCase(db, { ...dispute, subject: 'dp_2', summary: 'It is decided.' })).toBe(true);
  expect(await readCase('dp_2')).toMatchObject(plan);
  await close('dp_2');
  expect(await getOldestCaseSeconds(db)).toBeLessThan(7_100);
  expect(await openReviewCase(db, { ...dispute, subject: 'dp_2' })).toBe(true);
  expect(await getOldestCaseSeconds(db)).toBeLessThan(7_100);
  expect(await readCase('dp_2')).toMatchObject({
    ...{ closed_by: null, assignee_id: null, assignee_name: null, due_at: null },
  });
});

it('[REVIEW-06] leaves a lasting state closed that a person has accepted', async () => {
  expect(await openReviewCase(db, { ...dispute, subject: 'dp_3' }, { reopens: false })).toBe(true);
  await close('dp_3');
  expect(await openReviewCase(db, { ...dispute, subject: 'dp_3' }, { reopens: false })).toBe(false);
});
