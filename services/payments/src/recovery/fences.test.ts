import { randomUUID } from 'node:crypto';
import { LeaseLostError } from '@fareline/service-kit/db/leases';
import { afterEach, expect, it, vi } from 'vitest';
import type { Booking } from '../bookings/booking.repository.ts';
import { resolveUnpaidOrder } from '../bookings/cancel-unpaid-order.step.ts';
import { cancelAtAirline } from '../bookings/cancel.step.ts';
import { capture } from '../bookings/capture.step.ts';
import { payRefund } from '../bookings/pay-refunds.ts';
import { insertRefund } from '../bookings/refund.repository.ts';
import { voidAuthorisation } from '../bookings/void.step.ts';
import type { BookingState, PaymentState } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { startSharedHarness } from '../testing/harness.ts';
import { createBookingRequest, createCard } from '../testing/requests.ts';
import { sendAttempt } from '../testing/send-request.ts';

const harness = await startSharedHarness();
const service = await harness.startPayments();
const { db } = harness;

const call = vi.fn(() => Promise.reject(new Error('called')));
afterEach(() => void call.mockClear());
const real = harness.createJobDeps();
const deps: Deps = {
  ...real,
  cardGateway: {
    ...real.cardGateway,
    ...{ capture: call, voidAuthorisation: call, refund: call },
    findIntent: async () => undefined,
  },
  flightProvider: { ...real.flightProvider, confirmCancellation: call },
};

async function book(): Promise<Booking> {
  const offer = await harness.getFreshOffer();
  const request = createBookingRequest(offer, { cardDetails: createCard() });
  const { body } = await sendAttempt(service, '/api/bookings', request);
  return db.selectFrom('bookings').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow();
}

/** As a process has it that stalled since its last commit: another one has leased the row. */
const loseLease = <Row extends object>(row: Row) => ({ ...row, lease_token: randomUUID() });

async function acceptCancellation(booking: Booking): Promise<void> {
  const { cancellation } = (await real.flightProvider.requestCancellation(
    booking.mode,
    booking.order_id ?? '',
  )) as { cancellation: { id: string } };
  const row = { id: randomUUID(), booking_id: booking.id, provider_id: cancellation.id };
  await db
    .insertInto('cancellations')
    .values({ ...row, refund_minor: 100, currency: 'USD', expires_at: null, accepted_at: new Date() })
    .execute();
}

const steps: [string, BookingState, PaymentState, (deps: Deps, booking: Booking) => Promise<unknown>][] = [
  ['captures nothing', 'capturing', 'capturing', capture],
  ['voids nothing', 'voiding', 'voiding', voidAuthorisation],
  ['cancels no booking at the airline', 'cancelling', 'captured', cancelAtAirline],
  ['cancels no unpaid order', 'releasing', 'voided', resolveUnpaidOrder],
];

it.each(steps)('[REVIEW-05] a process that lost its booking %s', async (_, state, payment, step) => {
  const booking = await book();
  await db.updateTable('payments').set({ state: payment }).where('id', '=', booking.payment_id).execute();
  await acceptCancellation(booking);
  const lost = loseLease({ ...booking, state, state_since: new Date(), accepts_penalty: true });
  await expect(step(deps, lost)).rejects.toThrow(LeaseLostError);
  expect(call).not.toHaveBeenCalled();
});

it('[REVIEW-05] [REFUND-05] a process that lost its refund pays nothing', async () => {
  const { payment_id } = await book();
  const refund = await insertRefund(db, deps, payment_id, { minor: 100, currency: 'USD' }, {});
  await payRefund(deps, loseLease(refund));
  expect(call).not.toHaveBeenCalled();
});
