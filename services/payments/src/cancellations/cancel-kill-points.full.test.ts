import { eventually } from '@fareline/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { createCancellations } from '../testing/cancellations.ts';
import { startSharedHarness, withoutJobs } from '../testing/harness.ts';

const harness = await startSharedHarness();
/** Answers requests only, so that the process that is to crash does the work. */
const service = await harness.startPayments(withoutJobs);
const { createCancellableBooking, requestQuote, getTrip, getStatus, expectRefundedOnce, asNewClient } =
  createCancellations(harness, service);

describe('a crash while a booking is cancelled', () => {
  it.each(['before:call:cancel', 'after:booking:cancelled'])(
    '[PROVIDER-40] [MONEY-25] at %s cancels and refunds once',
    async (point) => {
      const booking = await createCancellableBooking();
      const { quote_id, refund_amount } = (await requestQuote(booking)).body;
      await harness.crashWhile(point, `/api/bookings/${booking.id}/cancel`, { quote_id }, booking.session);
      const recovering = await harness.startPayments();
      await expectRefundedOnce(booking, refund_amount);
      expect(await getStatus(booking)).toBe('cancelled');
      await recovering.kill();
    },
  );

  it('[PROVIDER-40] [MONEY-25] [REFUND-05] at after:call:refund finds the refund, also when its idempotency key has expired', async () => {
    const booking = await createCancellableBooking();
    const { quote_id } = (await requestQuote(booking)).body;
    // So little that the card provider would refund it twice.
    await harness.db
      .updateTable('amendments')
      .set({ refund_minor: 1000 })
      .where('id', '=', String(quote_id))
      .execute();
    const path = `/api/bookings/${booking.id}/cancel`;
    await harness.crashWhile('after:call:refund', path, { quote_id }, asNewClient(booking.session));
    await harness.db
      .updateTable('refunds')
      .set({ idempotency_number: 24, lease_until: new Date(0) })
      .where('cancellation_id', '=', String(quote_id))
      .execute();
    const recovering = await harness.startPayments();
    await expectRefundedOnce(booking, '10.00');
    expect(await getStatus(booking)).toBe('cancelled');
    await recovering.kill();
  });

  it('[MONEY-25] keeps the code of the credit that the airline gives', async () => {
    const booking = await createCancellableBooking(
      { origin: 'LTN', destination: 'SYD' },
      ({ conditions }) => conditions.cancellation_options.length > 0,
    );
    const { quote_id } = (await requestQuote(booking)).body;
    const path = `/api/bookings/${booking.id}/cancel`;
    await harness.crashWhile('after:call:cancel', path, { quote_id }, asNewClient(booking.session));
    const recovering = await harness.startPayments();
    const { refund } = await eventually(async () => {
      const trip = await getTrip(booking);
      return trip.status === 'cancelled' ? trip : undefined;
    });
    const [order] = (await harness.ledgerFor(booking.offer)).allOrders;
    const { cancellations } = await harness.duffel.ledger();
    const made = cancellations.find(({ order_id }) => order_id === order?.id);
    expect(made?.airline_credits?.[0]?.credit_code).toMatch(/^[A-Z0-9]+$/);
    expect(refund?.credits?.[0]?.code).toBe(made?.airline_credits?.[0]?.credit_code);
    await recovering.kill();
  });
});
