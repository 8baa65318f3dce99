import { defineJob } from '@fareline/service-kit';
import { z } from 'zod';
import type { Deps } from '../deps.ts';

/** Resolves one payment without a booking: of unknown outcome, to be voided, or unused for too long. (MONEY-26) */
export const resolveUnbookedPaymentJob = defineJob({
  // Stored in Redis with queued jobs, so it stays the same.
  name: 'settle-payment',
  payload: z.object({ paymentId: z.uuid() }),
});

export const enqueuePayment = ({ enqueue }: Pick<Deps, 'enqueue'>, paymentId: string, delayMs = 0) =>
  enqueue(resolveUnbookedPaymentJob, { paymentId }, { jobId: `payment-${paymentId}`, delayMs });
