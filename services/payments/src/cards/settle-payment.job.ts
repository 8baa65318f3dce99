import { defineJob } from '@fareline/service-kit';
import { z } from 'zod';
import type { Context } from '../context.ts';

/** Settles one payment that no booking uses: cut off, to be released, or not used in time. (MONEY-26) */
export const settlePaymentJob = defineJob({
  name: 'settle-payment',
  payload: z.object({ paymentId: z.uuid() }),
});

export const enqueuePayment = ({ enqueue }: Pick<Context, 'enqueue'>, paymentId: string, delayMs = 0) =>
  enqueue(settlePaymentJob, { paymentId }, { jobId: `payment-${paymentId}`, delayMs });
