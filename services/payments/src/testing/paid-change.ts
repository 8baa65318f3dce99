import type { BookingChange, ChangeOffer } from '@fareline/contracts';
import type { Program } from '@fareline/service-kit/testing';
import type { Harness } from './harness.ts';
import { createBookingRequest, createCard, createPassenger, idempotencyHeader } from './requests.ts';
import { sendAttempt } from './send-request.ts';

/** Changes of flights that are quoted and paid for, and not yet agreed to. */
export function createPaidChanges(harness: Harness, service: Program) {
  let bookings = 0;

  /** A booking with a change that is quoted and, where it costs something, paid for. */
  async function prepare() {
    const offer = await harness.getFreshOffer({}, ({ conditions }) => conditions.changeable === true);
    const body = createBookingRequest(offer, { cardDetails: createCard() }, [createPassenger()]);
    const booked = await sendAttempt(service, '/api/bookings', { ...body, bookAgain: true });
    const { id, duffelBookingId: orderId } = booked.body;
    // Each booking has a client of its own, so that they do not use up each other's limits.
    const headers = {
      cookie: `session=${booked.cookies.session}`,
      'x-forwarded-for': `10.1.${(bookings += 1)}.1`,
    };
    const call = async <Body>(method: string, path: string, content?: unknown) => {
      const answer = await harness.send(service, method, `/api/bookings/${id}${path}`, content, headers);
      return answer.body as unknown as Body;
    };
    const { slices } = offer;
    const day = new Date(Date.parse(slices[0]?.departure_time ?? '') + 4 * 86_400_000);
    const { offers } = await call<{ offers: ChangeOffer[] }>('POST', '/change-offers', {
      slices: [
        {
          ...{ index: 0, origin: slices[0]?.origin.iata_code, destination: slices[0]?.destination.iata_code },
          departure_date: day.toISOString().slice(0, 10),
        },
      ],
    });
    const offerId = offers.find(({ charge_amount }) => Number(charge_amount) > 0)?.id;
    const change = await call<BookingChange>('POST', '/changes', { kind: 'flights', offer_id: offerId });
    const paid = await harness.send(
      ...([service, 'POST', '/api/payments/process-card'] as const),
      {
        ...{ amount: change.charge_amount, currency: change.currency, cardDetails: createCard() },
        change: { bookingId: id, changeId: change.id },
      },
      { ...idempotencyHeader(), ...headers },
    );
    return {
      ...{ id, orderId, change, headers, paymentId: paid.body.paymentId },
      path: `/api/bookings/${id}/changes/${change.id}/confirm`,
      readChange: () => call<BookingChange>('GET', `/changes/${change.id}`),
    };
  }

  /** What the tables and both providers have of a change. */
  async function readOutcome({ id, orderId, paymentId }: Awaited<ReturnType<typeof prepare>>) {
    const [{ requests, orders }, { payment_intents }] = await Promise.all([
      harness.duffel.ledger(),
      harness.stripe.ledger(),
    ]);
    const payment = await harness.db
      .selectFrom('payments')
      .select(['state', 'intent_id', 'amount_minor'])
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow();
    const booking = await harness.db
      .selectFrom('bookings')
      .select(['state', 'provider_amount'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const intent = payment_intents.find((found) => found.id === payment.intent_id);
    const confirmed = requests.filter(
      ({ path, status }) => path.includes('/order_changes/') && path.endsWith('/confirm') && status === 200,
    );
    return {
      booking: booking.state,
      payment: payment.state,
      card: { received: intent?.amount_received, status: intent?.status },
      isOrderAgreed: orders.find((order) => order.id === orderId)?.total_amount === booking.provider_amount,
      confirmed: confirmed.length,
      cases: await harness.getOpenCases(id),
    };
  }

  return { prepare, readOutcome };
}
