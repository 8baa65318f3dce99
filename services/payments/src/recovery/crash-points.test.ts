// Starts a process for each crash: only a process that is killed shows what it has stored until then.
import { eventually } from '@fareline/service-kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createCancellations } from '../testing/cancellations.ts';
import { startSharedHarness, withoutJobs } from '../testing/harness.ts';
import { createPaidChanges } from '../testing/paid-change.ts';
import { createBookingRequest, createCard, createPassenger, idempotencyHeader } from '../testing/requests.ts';
import { payFor } from '../testing/send-request.ts';

const harness = await startSharedHarness();
/** Answers requests only, so that the process that is to crash does the work, and then the one that recovers it. */
const service = await harness.startPayments(withoutJobs);
afterEach(async () => {
  await harness.duffel.clearFaults();
  await harness.stripe.clearFaults();
});

/** Starts a process that finds what a crashed one has left, while `check` waits for its work. */
async function recover<Result>(check: () => Promise<Result>): Promise<Result> {
  const recovering = await harness.startPayments();
  const result = await check();
  await recovering.kill();
  return result;
}

const repeat = (body: unknown, sameKey: Record<string, string>) =>
  eventually(async () => {
    const answer = await harness.send(service, 'POST', '/api/bookings', body, sameKey);
    return answer.status === 409 ? undefined : answer;
  });

describe('a crash while a booking is made', () => {
  it('[MONEY-28] [MONEY-27] at after:call:authorise books with the card that was asked when the request is repeated', async () => {
    const offer = await harness.getFreshOffer();
    const sameKey = idempotencyHeader();
    const body = createBookingRequest(offer, { cardDetails: createCard() });
    await harness.crashAt('after:call:authorise', '/api/bookings', body, sameKey);
    await recover(async () => {
      expect((await repeat(body, sameKey)).status).toBe(201);
      expect(await harness.expectAllOrNothing(offer)).toBe('booked');
    });
    expect((await harness.ledgerFor(offer)).intents).toHaveLength(1);
  });

  it.each([
    ['before:call:order', 'nothing'],
    ['after:call:order', 'booked'],
    ['before:call:capture', 'booked'],
    ['after:call:capture', 'booked'],
    ['after:booking:confirmed', 'booked'],
  ])('[MONEY-25] [PROVIDER-35] at %s ends in: %s, told once', async (point, end) => {
    const offer = await harness.getFreshOffer();
    const passenger = createPassenger();
    const body = createBookingRequest(offer, { paymentId: await payFor(service, offer) }, [passenger]);
    const sameKey = idempotencyHeader();
    await harness.crashAt(point, '/api/bookings', body, sameKey);
    await recover(async () => {
      expect(await harness.expectAllOrNothing(offer)).toBe(end);
      const first = await repeat(body, sameKey);
      expect(first.status).toBe(end === 'booked' ? 201 : 422);
      // The crashed request returned no credentials, so the first repeat of its visitor does.
      expect(Boolean(first.body.accountInfo?.password)).toBe(end === 'booked');
      const emails = await eventually(async () => {
        const found = await harness.getEndEmails(passenger.email ?? '');
        return found.length > 0 ? found : undefined;
      });
      expect(emails).toHaveLength(1);
    });
  });

  it('[MONEY-24] at after:call:void leaves no authorisation of a refused order', async () => {
    const offer = await harness.getFreshOffer();
    const paymentId = await payFor(service, offer);
    const errors = [{ type: 'airline_error', code: 'order_not_created', title: 'No', message: 'No' }];
    await harness.duffel.fault({
      ...{ method: 'POST', path: '/air/orders', kind: 'status', status: 502 },
      body: { meta: { status: 502, request_id: 'x' }, errors },
    });
    const body = createBookingRequest(offer, { paymentId });
    await harness.crashAt('after:call:void', '/api/bookings', body, idempotencyHeader());
    await recover(async () => expect(await harness.expectAllOrNothing(offer)).toBe('nothing'));
  });
});

describe('a crash while a booking is cancelled', () => {
  const { createCancellableBooking, requestQuote, getStatus, expectRefundedOnce, asNewClient } =
    createCancellations(harness, service);

  it.each(['after:call:cancel', 'before:call:refund', 'after:call:refund'])(
    '[PROVIDER-40] [MONEY-25] at %s cancels and refunds once',
    async (point) => {
      const booking = await createCancellableBooking();
      const { quote_id, refund_amount } = (await requestQuote(booking)).body;
      const path = `/api/bookings/${booking.id}/cancel`;
      await harness.crashWhile(point, path, { quote_id }, asNewClient(booking.session));
      await recover(() => expectRefundedOnce(booking, refund_amount));
      expect(await getStatus(booking)).toBe('cancelled');
    },
  );
});

describe('a crash while a booking is changed', () => {
  const { prepare, readOutcome } = createPaidChanges(harness, service);

  it.each(['after:call:change', 'after:booking:charging_change'])(
    '[TRIP-03] [TRIP-08] at %s changes and charges it once',
    async (point) => {
      const prepared = await prepare();
      const before = (await readOutcome(prepared)).confirmed;
      await harness.crashAt(point, prepared.path, { payment_id: prepared.paymentId }, prepared.headers);
      await recover(() =>
        eventually(async () => ((await prepared.readChange()).state === 'done' ? true : undefined)),
      );
      const { confirmed, ...outcome } = await readOutcome(prepared);
      expect(outcome).toEqual({
        ...{ booking: 'confirmed', payment: 'captured', isOrderAgreed: true, cases: [] },
        card: { received: Math.round(Number(prepared.change.charge_amount) * 100), status: 'succeeded' },
      });
      expect(confirmed - before).toBe(1);
    },
  );
});
