import { defineJob, defineJobHandler } from '@fareline/service-kit/jobs/define-job';
import { z } from 'zod';
import { leaseDueBookings } from '../bookings/booking-lease.repository.ts';
import { readLeftEvents } from '../airline-changes/pending-events.ts';
import { advancePayment, leaseDuePayments } from '../cards/advance-payment.ts';
import type { Deps } from '../deps.ts';
import { payDueRefunds } from '../refunds/pay-refunds.ts';

/**
 * Leases due bookings, payments and refunds and resumes them, and reads events that were left. With the sweep of the outbox it is the only recovery
 * needed after a crash, a lost job or a Redis outage; concurrent sweeps share the work. (MONEY-25)
 */
export const sweepHandler = (deps: Deps) =>
  defineJobHandler({
    job: defineJob({ name: 'sweep', payload: z.object({}), everyMs: deps.config.SWEEP_EVERY_MS }),
    async run() {
      const [bookings, payments] = await Promise.all([leaseDueBookings(deps), leaseDuePayments(deps)]);
      await Promise.all([
        ...bookings.map((booking) => deps.advanceBooking(deps, booking)),
        ...payments.map((payment) => advancePayment(deps, payment)),
        payDueRefunds(deps),
        readLeftEvents(deps),
      ]);
    },
  });
