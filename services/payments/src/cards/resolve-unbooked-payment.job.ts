import { defineJob } from '@fareline/service-kit';
import { z } from 'zod';
import type { Deps } from '../deps.ts';

/** Settles one payment that no booking uses: cut off, to be released, or not used in time. (MONEY-26) */
export const resolveUnbookedPaymentJob = defineJob({
  name: 'settle-payment',
  payload: z.object({ paymentId: z.uuid() }),
});

export const enqueuePayment = ({ enqueue }: Pick<Deps, 'enqueue'>, paymentId: string, delayMs = 0) =>
  enqueue(resolveUnbookedPaymentJob, { paymentId }, { jobId: `payment-${paymentId}`, delayMs });
