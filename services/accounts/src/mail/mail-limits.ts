import { AppError, countAttempts, formatWait, type AttemptLimit } from '@fareline/service-kit';
import type { Database } from '../db/schema.ts';

const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;

/** Throws TOO_MANY_REQUESTS with what to do meanwhile when one of the limits is reached. (LIMIT-05) */
export async function countMail(db: Database, limits: AttemptLimit[], advice: string): Promise<void> {
  const reached = await countAttempts(db, limits);
  if (reached)
    throw new AppError('TOO_MANY_REQUESTS', {
      message: `${advice} Please try again in ${formatWait(reached.retryAfterSeconds)}.`,
      retryAfterSeconds: reached.retryAfterSeconds,
    });
}

/**
 * Limits of verification mails to an email address, whoever registered it: a link works for three days, so two days of the
 * second limit leave one that works.
 */
export const createVerificationMailLimits = (email: string): AttemptLimit[] => {
  const limit = { kind: 'verification mail', subject: email.toLowerCase() };
  return [
    { ...limit, max: 3, windowSeconds: hourSeconds },
    { ...limit, kind: `${limit.kind} in a day`, max: 6, windowSeconds: daySeconds },
  ];
};
