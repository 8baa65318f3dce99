import { refundTerms, type Offer } from '@fareline/contracts';
import { eventually, type Program } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createBookingRequest,
  idempotencyHeader,
  createPaymentRequest,
  createTraveller,
} from '../testing/requests.ts';
import { startHarness, type Harness } from '../testing/harness.ts';

let harness: Harness;
let service: Program;

beforeAll(async () => {
  harness = await startHarness();
  service = await harness.startPayments();
}, 90_000);
afterAll(() => harness.stop());
afterEach(async () => {
  await harness.duffel.clearFaults();
  await harness.stripe.clearFaults();
});

interface Booked {
  offer: Offer;
  id: string;
  email: string;
  session: Record<string, string>;
}

/** A booking whose fare gives back what was paid less a fee. */
async function booked(): Promise<Booked> {
  const offer = await harness.getFreshOffer(
    {},
    ({ conditions }) => Number(conditions.refund_penalty_amount) > 0,
  );
  const traveller = createTraveller();
  const paid = await harness.send(
    service,
    'POST',
    '/api/payments/process-card',
    createPaymentRequest(offer),
    idempotencyHeader(),
  );
  const body = createBookingRequest(offer, { paymentId: paid.body.paymentId }, [traveller]);
  const answer = await harness.send(service, 'POST', '/api/bookings', body, idempotencyHeader());
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return {
    offer,
    id: answer.body.id,
    email: traveller.email ?? '',
    session: { cookie: `session=${answer.cookies.session}` },
  };
}

const quote = ({ id, session }: Booked, program = service) =>
  harness.send(program, 'POST', `/api/bookings/${id}/cancellation-quote`, undefined, session);
const cancel = ({ id, session }: Booked, body?: object, program = service) =>
  harness.send(program, 'POST', `/api/bookings/${id}/cancel`, body, session);
const statusOf = async ({ id, session }: Booked) =>
  (await harness.send(service, 'GET', `/api/bookings/${id}`, undefined, session)).body.status;

async function expectRefundedOnce(booking: Booked, refundAmount: unknown): Promise<void> {
  await harness.waitUntilSettled(booking.offer);
  const { orders, captured } = await harness.ledgerFor(booking.offer);
  expect(orders).toHaveLength(0);
  const { refunds } = await harness.stripe.ledger();
  const mine = refunds.filter(({ payment_intent }) => payment_intent === captured[0]?.id);
  const minor = Math.round(Number(refundAmount) * 100);
  expect(mine.map(({ amount }) => amount)).toEqual(minor > 0 ? [minor] : []);
}

describe('cancelling', () => {
  it('[API-58] lets nobody cancel what is not theirs', async () => {
    const booking = await booked();
    const stranger = { ...booking, session: (await booked()).session };
    expect((await quote(stranger)).body.error).toBe('BOOKING_NOT_FOUND');
    expect((await cancel(stranger)).body.error).toBe('BOOKING_NOT_FOUND');
    expect((await cancel({ ...booking, session: {} })).status).toBe(401);
    expect((await cancel({ ...booking, id: 'x' })).status).toBe(404);
    expect(await statusOf(booking)).toBe('confirmed');
  });

  it('[API-59] refuses where the fare has no option, with a message', async () => {
    const booking = await booked();
    await harness.db
      .updateTable('bookings')
      .set({
        booking_data: sql<string>`jsonb_set(booking_data, '{conditions,cancellation_options}', '[]')`,
      })
      .where('id', '=', booking.id)
      .execute();
    for (const answer of [await quote(booking), await cancel(booking)])
      expect(answer).toMatchObject({ status: 409, body: { error: 'BOOKING_NOT_CANCELLABLE' } });
    expect((await harness.ledgerFor(booking.offer)).orders).toHaveLength(1);
  });

  it('[D42] [PROVIDER-40] [REFUND-02] [SECURITY-10] shows what comes back, the same as the offer said, cancels, refunds that once, and writes so', async () => {
    const booking = await booked();
    const offered = await quote(booking);
    expect(offered.status, JSON.stringify(offered.body)).toBe(200);
    const { quote_id, refund_amount, paid_amount } = offered.body;
    expect(paid_amount).toBe(booking.offer.total_amount);
    const terms = refundTerms(booking.offer);
    expect(refund_amount).toBe(terms.kind === 'less_fee' ? terms.refund : booking.offer.total_amount);
    expect(await statusOf(booking)).toBe('confirmed');

    const answers = await Promise.all([cancel(booking, { quote_id }), cancel(booking, { quote_id })]);
    expect(answers.some(({ body }) => body.success === true)).toBe(true);
    await expectRefundedOnce(booking, refund_amount);
    expect(await statusOf(booking)).toBe('cancelled');
    expect((await cancel(booking, { quote_id })).body.success).toBe(true);
    await expectRefundedOnce(booking, refund_amount);
    const mails = await eventually(async () => {
      const found = await harness.getMails(booking.email);
      return found.length > 1 ? found : undefined;
    });
    expect(mails.filter(({ subject }) => subject.includes('is cancelled'))).toHaveLength(1);
  });

  it('[D42] sends the traveller back when the airline gives back another amount than agreed', async () => {
    const booking = await booked();
    const { quote_id } = (await quote(booking)).body;
    await harness.db
      .updateTable('cancellations')
      .set({ expires_at: new Date(Date.now() - 1000), refund_minor: 1 })
      .where('id', '=', String(quote_id))
      .execute();
    const answer = await cancel(booking, { quote_id });
    expect(answer).toMatchObject({ status: 409, body: { error: 'CANCELLATION_QUOTE_CHANGED' } });
    const again = await cancel(booking, { quote_id: answer.body.details.quote_id });
    expect(again.body.success).toBe(true);
    await expectRefundedOnce(booking, answer.body.details.refund_amount);
  });

  it.each(['commit_and_drop', 'commit_and_hang'])(
    '[PROVIDER-40] finds a cancellation whose answer was lost (%s) and refunds once',
    async (kind) => {
      const booking = await booked();
      const { quote_id, refund_amount } = (await quote(booking)).body;
      await harness.duffel.fault({
        method: 'POST',
        path: '/air/order_cancellations/.*/actions/confirm',
        kind,
      });
      await cancel(booking, { quote_id });
      await expectRefundedOnce(booking, refund_amount);
      expect(await statusOf(booking)).toBe('cancelled');
    },
  );

  it.each(['commit_and_drop', 'commit_late'])(
    '[PROVIDER-40] refunds once when the card provider’s answer is lost (%s)',
    async (kind) => {
      const booking = await booked();
      const { quote_id, refund_amount } = (await quote(booking)).body;
      await harness.stripe.fault({ method: 'POST', path: '^/v1/refunds$', kind, times: 1, delayMs: 600 });
      await cancel(booking, { quote_id });
      await expectRefundedOnce(booking, refund_amount);
    },
  );

  it.each([
    ['without effect', 'status', 1],
    ['without effect, also to the next key', 'status', 4],
    ['with effect', 'commit_and_status', 3],
  ])('[PROVIDER-40] refunds once after a 500 %s', async (_effect, kind, times) => {
    const booking = await booked();
    const { quote_id, refund_amount } = (await quote(booking)).body;
    await harness.stripe.fault({ method: 'POST', path: '^/v1/refunds$', kind, status: 500, times });
    await cancel(booking, { quote_id });
    await expectRefundedOnce(booking, refund_amount);
    expect(await statusOf(booking)).toBe('cancelled');
  });

  it.each([
    'before:call:cancel',
    'after:call:cancel',
    'before:call:refund',
    'after:call:refund',
    'after:booking:refunding',
  ])(
    '[PROVIDER-40] [MONEY-25] a process that dies at %s cancels and refunds once all the same',
    async (point) => {
      const booking = await booked();
      const { quote_id, refund_amount } = (await quote(booking)).body;
      const victim = await harness.startPayments({ KILL_POINT: point, SWEEP_EVERY_MS: '600000' });
      await cancel(booking, { quote_id }, victim).catch(() => 'cut off');
      expect(
        victim.process.signalCode ?? (await eventually(() => victim.process.signalCode ?? undefined)),
      ).toBe('SIGKILL');
      await expectRefundedOnce(booking, refund_amount);
      expect(await statusOf(booking)).toBe('cancelled');
    },
  );
});

describe('the end of a trip', () => {
  it('[PROVIDER-41] counts a trip as completed once its last flight has landed, and refuses to cancel it', async () => {
    const booking = await booked();
    await harness.db
      .updateTable('bookings')
      .set({ last_arrival_at: new Date(Date.now() - 1000) })
      .where('id', '=', booking.id)
      .execute();
    await eventually(async () => ((await statusOf(booking)) === 'completed' ? true : undefined));
    expect((await cancel(booking)).body.error).toBe('BOOKING_NOT_CANCELLABLE');
  });
});
