import { randomUUID } from 'node:crypto';
import type { BookingRecord, Offer } from '@fareline/contracts';
import { eventually } from '@fareline/service-kit/testing';
import Stripe from 'stripe';
import { afterEach, expect } from 'vitest';
import { createCancellations, hasFee, type TestBooking } from './cancellations.ts';
import { startSharedHarness } from './harness.ts';
import { createBookingRequest, createCard, createPassenger } from './requests.ts';
import { sendAttempt } from './send-request.ts';
import { createChargeEvent, signHeaders } from './webhook-events.ts';

export type ReviewedBooking = TestBooking & { statusToken: string };

export const possible = ({ actions }: Pick<BookingRecord, 'actions'>) => actions.map(({ action }) => action);
export const findRefund = ({ actions }: BookingRecord) => actions.find(({ action }) => action === 'refund');
export const toMinor = ({ total_amount }: Pick<Offer, 'total_amount'>) =>
  Math.round(Number(total_amount) * 100);

/** A service that soon gives bookings up, with someone of support who decides about them; to be called outside of the tests. */
export async function startReviews() {
  const harness = await startSharedHarness();
  const { hostname: host, port } = new URL(harness.stripeProgram.url);
  const stripe = new Stripe('sk_test_payments', { host, port, protocol: 'http', telemetry: false });
  const service = await harness.startPayments({ GIVE_UP_AFTER_MS: '1' });
  const support = await harness.signUpSupport();
  afterEach(async () => {
    await harness.duffel.clearFaults();
    await harness.stripe.clearFaults();
  });
  const { asNewClient, requestQuote, cancel, getTrip } = createCancellations(harness, service);

  const get = (path: string, session = support) =>
    harness.send(service, 'GET', `/api/review/${path}`, undefined, session);
  const post = (path: string, body?: object, session = support) =>
    harness.send(service, 'POST', `/api/review/${path}`, body, session);
  const getRecord = async ({ id }: Pick<TestBooking, 'id'>): Promise<BookingRecord> =>
    (await get(`bookings/${id}`)).body as never;
  const getIntentId = async ({ id }: TestBooking) => {
    const payments = harness.db.selectFrom('payments').select('intent_id').where('booking_id', '=', id);
    return (await payments.executeTakeFirstOrThrow()).intent_id ?? '';
  };
  const readTripRefund = async (booking: TestBooking) => (await getTrip(booking)).refund;

  async function book(lastName = 'Byron', card?: string): Promise<ReviewedBooking> {
    const offer = await harness.getFreshOffer({}, hasFee);
    const passenger = createPassenger({ lastName });
    const request = createBookingRequest(offer, { cardDetails: createCard(card) }, [passenger]);
    const { body, cookies } = await sendAttempt(service, '/api/bookings', request);
    expect(body.id, JSON.stringify(body)).toBeTruthy();
    const session = { cookie: `session=${cookies.session}` };
    return { offer, id: body.id, email: passenger.email ?? '', session, statusToken: body.statusToken };
  }

  const untilState = (booking: Pick<TestBooking, 'id'>, state: string) =>
    eventually(async () => (await getRecord(booking)).state === state || undefined);

  /** A booking whose capture keeps failing with the status until it waits for a person. */
  async function bookWithoutCapture(status: number): Promise<ReviewedBooking> {
    const path = '^/v1/payment_intents/.*/capture$';
    await harness.stripe.fault({ path, method: 'POST', kind: 'status', status, times: 100 });
    const booking = await book();
    await untilState(booking, 'needs_review');
    await harness.stripe.clearFaults();
    return booking;
  }

  const tellStripe = async (type: string, object: { id: string; object: string }, intentId: string) => {
    const event = createChargeEvent(type, object, intentId);
    const headers = signHeaders('stripe', event);
    expect((await harness.send(service, 'POST', '/api/webhooks/stripe', event, headers)).status).toBe(200);
  };

  return {
    ...{ harness, service, stripe, support, asNewClient, requestQuote, cancel },
    ...{
      get,
      post,
      getRecord,
      getIntentId,
      readTripRefund,
      book,
      bookWithoutCapture,
      untilState,
      tellStripe,
    },

    act: ({ id }: Pick<TestBooking, 'id'>, body: object, session = support) =>
      post(`bookings/${id}/actions`, { actionId: randomUUID(), ...body }, session),
    closeCase: (id: string | undefined, text: string, decision = {}) =>
      post(`cases/${id}/close`, { text, ...decision }),
    quoteForSupport: ({ id }: TestBooking) =>
      post(`bookings/${id}/cancellation-quote`, undefined, asNewClient(support)),

    /** The card provider has a dispute of a booking's payment in this state; events of the types tell it. */
    async decideDispute(booking: TestBooking, input: object, ...types: string[]): Promise<string> {
      const intentId = await getIntentId(booking);
      const control = { payment_intent: intentId, ...input };
      const dispute = (await harness.stripe.control('POST', 'disputes', control)) as {
        id: string;
        object: string;
      };
      for (const type of types) await tellStripe(`charge.dispute.${type}`, dispute, intentId);
      return dispute.id;
    },

    /** The amounts that came back to the card, in minor units. */
    async readRefunds({ offer }: TestBooking): Promise<number[]> {
      const { captured } = await harness.ledgerFor(offer);
      const { refunds } = await harness.stripe.ledger();
      return refunds
        .filter(({ payment_intent }) => payment_intent === captured[0]?.id)
        .map(({ amount }) => amount);
    },
    untilRefunded: (booking: TestBooking, index = 0) =>
      eventually(
        async () => (await getRecord(booking)).refunds[index]?.state === 'succeeded' || undefined,
        10_000,
      ),
    untilTripRefund: (booking: TestBooking, state: string) =>
      eventually(async () => {
        const refund = await readTripRefund(booking);
        return refund?.state === state ? refund : undefined;
      }),

    /** The text of the first mail with such a subject, once there is one. */
    findMail: ({ email }: TestBooking, subjectPart: string) =>
      eventually(async () =>
        (await harness.getEmails(email))
          .find(({ subject }) => subject.includes(subjectPart))
          ?.text.replaceAll(/=\r?\n/g, ''),
      ),

    /** The airline cancels the order of a booking, and its provider tells. */
    async cancelByAirline(booking: TestBooking): Promise<void> {
      const order_id = (await getRecord(booking)).order.id ?? '';
      await harness.cancelOrder(order_id);
      await tellCancelled(order_id);
    },
    tellCancelled,
  };

  /** The airline's provider tells that an order is cancelled, by whomever. */
  async function tellCancelled(order_id: string): Promise<void> {
    const event = JSON.stringify({
      ...{ id: `wev_${randomUUID()}`, type: 'order_cancellation.confirmed', live_mode: false },
      data: { object: { order_id } },
    });
    await harness.send(service, 'POST', '/api/webhooks/duffel', event, signHeaders('duffel', event));
  }
}
