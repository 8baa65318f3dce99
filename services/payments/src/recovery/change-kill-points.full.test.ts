// Starts a process for each point: only a process that is killed shows what it has stored until then.
import type { BookingChange } from '@fareline/contracts';
import { eventually } from '@fareline/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { startSharedHarness, withoutQueue } from '../testing/harness.ts';
import { createPaidChanges } from '../testing/paid-change.ts';

const harness = await startSharedHarness();
/** Keeps running and recovers crashed work without the queue. */
const recovering = await harness.startPayments(withoutQueue);
const { prepare, readOutcome } = createPaidChanges(harness, recovering);

const refusal = {
  ...{ kind: 'status', method: 'POST', path: '/air/order_changes/.*/actions/confirm', status: 422 },
  body: {
    meta: { status: 422, request_id: 'x' },
    errors: [{ code: 'price_changed', type: 'airline_error', message: 'x' }],
  },
};

const captureRefusal = {
  ...{ kind: 'status', method: 'POST', path: '/v1/payment_intents/.*/capture', status: 400 },
  body: {
    error: { type: 'invalid_request_error', code: 'charge_expired_for_capture', message: 'x' },
  },
};

const waitForEnd = (prepared: Awaited<ReturnType<typeof prepare>>, state: BookingChange['state']) =>
  eventually(async () => ((await prepared.readChange()).state === state ? true : undefined));

describe('[TRIP-03] [TRIP-08] a crash while a booking is changed', () => {
  it('before it is agreed leaves the booking as it was, and the request can be sent again', async () => {
    const prepared = await prepare();
    const body = { payment_id: prepared.paymentId };
    await harness.crashAt('before:booking:changing', prepared.path, body, prepared.headers);
    expect((await prepared.readChange()).state).toBe('quoted');
    const answer = await eventually(async () => {
      const sent = await harness.send(recovering, 'POST', prepared.path, body, prepared.headers);
      return sent.status === 409 ? undefined : sent;
    });
    expect([answer.status, answer.body.state]).toEqual([200, 'done']);
  });

  it.each([
    'after:booking:changing',
    'before:call:change',
    'before:booking:charging_change',
    'before:payment:capturing',
    'before:call:capture',
    'after:call:capture',
    'after:payment:captured',
    'before:booking:confirmed',
    'after:booking:confirmed',
  ])('at %s changes and charges it once', async (point) => {
    const prepared = await prepare();
    const before = (await readOutcome(prepared)).confirmed;
    await harness.crashAt(point, prepared.path, { payment_id: prepared.paymentId }, prepared.headers);
    await waitForEnd(prepared, 'done');
    const { confirmed, ...outcome } = await readOutcome(prepared);
    expect(outcome).toEqual({
      ...{ booking: 'confirmed', payment: 'captured', isOrderAgreed: true, cases: [] },
      card: { received: Math.round(Number(prepared.change.charge_amount) * 100), status: 'succeeded' },
    });
    expect(confirmed - before).toBe(1);
  });

  it.each([
    'before:booking:voiding_change',
    'after:booking:voiding_change',
    'before:call:void',
    'after:call:void',
    'before:booking:confirmed',
  ])('at %s after a refusal voids the payment', async (point) => {
    const prepared = await prepare();
    await harness.duffel.fault({ ...refusal, times: 5 });
    await harness.crashAt(point, prepared.path, { payment_id: prepared.paymentId }, prepared.headers);
    await waitForEnd(prepared, 'failed');
    await harness.duffel.clearFaults();
    const { confirmed: _, ...outcome } = await readOutcome(prepared);
    expect(outcome).toEqual({
      ...{ booking: 'confirmed', payment: 'voided', isOrderAgreed: true, cases: [] },
      card: { received: 0, status: 'canceled' },
    });
  });

  it.each(['after:call:capture', 'before:booking:confirmed', 'after:booking:confirmed'])(
    '[LEDGER-15] at %s after a refused capture tells the traveller, and leaves the card to a person',
    async (point) => {
      const prepared = await prepare();
      await harness.stripe.fault({ ...captureRefusal, times: 5 });
      await harness.crashAt(point, prepared.path, { payment_id: prepared.paymentId }, prepared.headers);
      await waitForEnd(prepared, 'review');
      await harness.stripe.clearFaults();
      const { confirmed: _, ...outcome } = await readOutcome(prepared);
      expect(outcome).toEqual({
        ...{ booking: 'confirmed', payment: 'capturing', isOrderAgreed: true, cases: ['booking'] },
        card: { received: 0, status: 'requires_capture' },
      });
      const told = async () =>
        (await harness.getEmails(prepared.email)).filter(({ subject }) =>
          subject.includes('not paid for yet'),
        );
      await eventually(async () => ((await told()).length === 1 ? true : undefined));
    },
  );
});
