import { leaseDue } from '@fareline/service-kit/db/leases';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { runSteps } from '../steps/run-steps.ts';
import type { SteppedRows } from '../steps/step.ts';
import { hasOpenDispute, isReturned } from './paid-payments.ts';
import { getRefund, type Refund } from './refund.repository.ts';
import { refundStep } from './refund.step.ts';

const refunds: SteppedRows<Refund> = {
  ...{ table: 'refunds', steps: [refundStep] },
  read: ({ db }, id) => getRefund(db, id),
  // The sweep continues it.
  enqueue: () => {},
  readEvents: async (_deps, refund) => refund,
};

/** Pays a refund that this process has leased; what fails is tried again by the sweep. Never throws. (REFUND-05) */
export const payRefund = async (deps: Deps, leased: Refund): Promise<void> =>
  runSteps(deps, refunds, leased).then(
    () => undefined,
    (error: unknown) => deps.log.warn({ err: error, refund: leased.id }, 'refund not paid, will be retried'),
  );

/**
 * Pays the due refunds: each once, however often it is retried. That of a disputed payment waits until the dispute is decided; if the
 * bank has given all back it is not paid. (REFUND-05, LEDGER-06)
 */
export async function payDueRefunds(deps: Deps): Promise<void> {
  const due = await leaseDue<Refund>(deps.db, 'refunds', {
    leaseMs: deps.config.BOOKING_LEASE_MS,
    where: sql`state = 'due' and not exists (
      select from payments where payments.id = payment_id and (${hasOpenDispute} or ${isReturned}))`,
  });
  await Promise.all(due.map((refund) => payRefund(deps, refund)));
}
