import { AppError } from '@fareline/service-kit';
import { expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

it('[LIMIT-06] refuses a computation at once while 100 are waiting, and accepts the next one after them', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 110 }, () => hashPassword('correct horse 7')),
  );
  const failures = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as AppError] : [],
  );
  expect(failures.map(({ code, retryAfterSeconds }) => [code, retryAfterSeconds])).toEqual(
    Array(8).fill(['SERVICE_UNAVAILABLE', 5]),
  );
  expect(await verifyPassword(await hashPassword('correct horse 7'), 'correct horse 7')).toBe(true);
});
