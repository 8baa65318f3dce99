import type { BagService, BookingChange, ChangeOffer, Offer } from '@fareline/contracts';
import type { Program } from '@fareline/service-kit/testing';
import { callStripe } from './challenges.ts';
import type { Harness } from './harness.ts';
import { createBookingRequest, createCard, createPassenger, idempotencyHeader } from './requests.ts';
import { sendAttempt } from './send-request.ts';

/** Changes of flights that are quoted and paid for, and not yet agreed to. */
export function createPaidChanges(harness: Harness, service: Program) {
  let bookings = 0;

  async function book(matches: (offer: Offer) => boolean = () => true) {
    const isChangeable = (offer: Offer) => offer.conditions.changeable === true && matches(offer);
    const offer = await harness.getFreshOffer({}, isChangeable);
    const passenger = createPassenger();
    const body = createBookingRequest(offer, { cardDetails: createCard() }, [passenger]);
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
    return { id, orderId: orderId ?? '', offer, email: passenger.email ?? '', headers, call };
  }

  async function payFor(
    { id, call, headers }: Pick<Awaited<ReturnType<typeof book>>, 'id' | 'headers' | 'call'>,
    quote: unknown,
  ) {
    const change = await call<BookingChange>('POST', '/changes', quote);
    const paid = await harness.send(
      ...([service, 'POST', '/api/payments/process-card'] as const),
      {
        ...{ amount: change.charge_amount, currency: change.currency, cardDetails: createCard() },
        change: { bookingId: id, changeId: change.id },
      },
      { ...idempotencyHeader(), ...headers },
    );
    return {
      ...{ change, headers, paymentId: paid.body.paymentId },
      path: `/api/bookings/${id}/changes/${change.id}/confirm`,
      readChange: () => call<BookingChange>('GET', `/changes/${change.id}`),
    };
  }

  /** The first of other flights, four days later, that matches. */
  async function findFlights(
    booked: Awaited<ReturnType<typeof book>>,
    matches: (offer: ChangeOffer) => boolean = isSameFare(booked),
  ) {
    const [slice] = booked.offer.slices;
    const day = new Date(Date.parse(slice?.departure_time ?? '') + 4 * 86_400_000);
    const { offers } = await booked.call<{ offers: ChangeOffer[] }>('POST', '/change-offers', {
      slices: [
        {
          ...{ index: 0, origin: slice?.origin.iata_code, destination: slice?.destination.iata_code },
          departure_date: day.toISOString().slice(0, 10),
        },
      ],
    });
    return { kind: 'flights', offer_id: offers.find(matches)?.id };
  }

  /** Other flights by the rules of the same fare. */
  const isSameFare =
    ({ offer }: Awaited<ReturnType<typeof book>>) =>
    ({ slices }: ChangeOffer) =>
      slices[0]?.fare_brand_name === offer.slices[0]?.fare_brand_name;

  const quoteFlights = async (
    booked: Awaited<ReturnType<typeof book>>,
    matches: (offer: ChangeOffer) => boolean = isSameFare(booked),
  ) => booked.call<BookingChange>('POST', '/changes', await findFlights(booked, matches));

  /** A booking with other flights that are quoted and paid for. */
  async function prepare() {
    const booked = await book();
    const flights = await findFlights(booked, ({ charge_amount }) => Number(charge_amount) > 0);
    return { ...booked, ...(await payFor(booked, flights)) };
  }

  /** A later bag that is quoted and paid for. */
  async function addBags(booked: Pick<Awaited<ReturnType<typeof book>>, 'id' | 'headers' | 'call'>) {
    const { bags } = await booked.call<{ bags: BagService[] }>('GET', '/later-bags');
    const bag = bags.find(({ type }) => type === 'baggage');
    if (!bag) throw new Error('no bag is sold');
    return payFor(booked, {
      kind: 'bags',
      bags: [{ serviceId: bag.id, passengerId: bag.passenger_ids[0], quantity: 1 }],
    });
  }

  const prepareBags = async () => {
    const booked = await book();
    return { ...booked, ...(await addBags(booked)) };
  };

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

  /** Somebody captures the payment of a change at the card provider. */
  async function captureByHand({ paymentId }: Pick<Awaited<ReturnType<typeof prepare>>, 'paymentId'>) {
    const { payment_intents } = await harness.stripe.ledger();
    const intent = payment_intents.find(({ metadata }) => metadata.payment_id === paymentId);
    await callStripe(harness.stripeProgram, `/v1/payment_intents/${intent?.id}/capture`, {});
  }

  return {
    book,
    findFlights,
    payFor,
    quoteFlights,
    prepare,
    prepareBags,
    addBags,
    readOutcome,
    captureByHand,
  };
}
