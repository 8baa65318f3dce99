import type { BagSelection, BookingDetail, Offer, SeatSelection } from '@fareline/contracts';
import type { Program } from '@fareline/service-kit/testing';
import { expect } from 'vitest';
import type { Harness } from './harness.ts';
import { createBookingRequest, createPassenger, createPaymentRequest } from './requests.ts';
import { sendAttempt } from './send-request.ts';

export interface TestBooking {
  offer: Offer;
  id: string;
  email: string;
  session: Record<string, string>;
}

export const hasFee = ({ conditions }: Offer) => Number(conditions.refund_penalty_amount) > 0;

/** Bookings of a payments service that tests cancel. */
export function createCancellations(harness: Harness, service: Program) {
  /** A booking whose fare is refundable less a fee. */
  const createCancellableBooking = async (
    search: Record<string, unknown> = {},
    matches = hasFee,
  ): Promise<TestBooking> => bookOffer(await harness.getFreshOffer(search, matches));

  async function bookOffer(
    offer: Offer,
    {
      seats = [],
      bags,
      amount = offer.total_amount,
    }: { seats?: SeatSelection[]; bags?: BagSelection[]; amount?: string } = {},
  ): Promise<TestBooking> {
    const passenger = createPassenger();
    const paid = await sendAttempt(
      service,
      '/api/payments/process-card',
      createPaymentRequest(offer, { seats, ...(bags && { bags }), amount }),
    );
    const request = createBookingRequest(offer, { paymentId: paid.body.paymentId }, [passenger]);
    const body = { ...request, seats, bags, paymentDetails: { ...request.paymentDetails, amount } };
    const response = await sendAttempt(service, '/api/bookings', body);
    expect(response.status, JSON.stringify(response.body)).toBe(201);
    return {
      offer,
      id: response.body.id,
      email: passenger.email ?? '',
      session: { cookie: `session=${response.cookies.session}` },
    };
  }

  let lastClient = 0;
  /** Every request is from another client, because the quotes of one are limited. */
  const asNewClient = (session: TestBooking['session']) => ({
    ...session,
    'x-forwarded-for': `10.0.${(lastClient += 1)}.1`,
  });
  const requestQuote = ({ id, session }: TestBooking, program = service) =>
    harness.send(program, 'POST', `/api/bookings/${id}/cancellation-quote`, undefined, asNewClient(session));
  const cancel = ({ id, session }: TestBooking, body?: object, program = service) =>
    harness.send(program, 'POST', `/api/bookings/${id}/cancel`, body, asNewClient(session));
  const getTrip = async ({ id, session }: TestBooking) =>
    (await harness.send(service, 'GET', `/api/bookings/${id}`, undefined, session))
      .body as unknown as BookingDetail;
  const getStatus = async ({ id, session }: TestBooking) =>
    (await harness.send(service, 'GET', `/api/bookings/${id}`, undefined, session)).body.status;

  async function expectRefundedOnce(booking: TestBooking, refundAmount: unknown): Promise<void> {
    await harness.waitUntilProcessed(booking.offer);
    const { orders, captured } = await harness.ledgerFor(booking.offer);
    expect(orders).toHaveLength(0);
    const { refunds } = await harness.stripe.ledger();
    const mine = refunds.filter(({ payment_intent }) => payment_intent === captured[0]?.id);
    const minor = Math.round(Number(refundAmount) * 100);
    expect(mine.map(({ amount }) => amount)).toEqual(minor > 0 ? [minor] : []);
  }

  return {
    ...{ bookOffer, createCancellableBooking, requestQuote, cancel, asNewClient },
    ...{ getTrip, getStatus, expectRefundedOnce },
  };
}
