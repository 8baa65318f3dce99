import type { Offer } from '@fareline/contracts';
import { sampleOffer } from '@fareline/contracts/testing';
import { eventually } from '@fareline/service-kit/testing';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createBookingRequest,
  createCard,
  createPaymentRequest,
  idempotencyHeader,
} from '../testing/requests.ts';
import { shortCallLimits, startSharedHarness } from '../testing/harness.ts';
import { newVisitor, noVisitor, sendAttempt } from '../testing/send-request.ts';

const harness = await startSharedHarness();
const service = await harness.startPayments({ UNUSED_HOLD_MS: '600000' });
const impatientService = await harness.startPayments({ UNUSED_HOLD_MS: '600000', ...shortCallLimits });

const processCard = (
  body: unknown,
  headers: Record<string, string> = idempotencyHeader(),
  program = service,
) => harness.send(program, 'POST', '/api/payments/process-card', body, headers);

/** Moves the recorded attempts and declines into the past. */
const ageCardAttempts = (seconds: number) =>
  harness.db
    .updateTable('card_attempts')
    .set({ at: sql<Date>`at - ${seconds} * interval '1 second'` })
    .execute();

const decliningCard = createCard('4000000000000002');

describe('process-card', () => {
  it('[PROVIDER-31] [API-51] refuses a request without offer, card or idempotency key and authorises nothing', async () => {
    const offer = await harness.getFreshOffer();
    const body = createPaymentRequest(offer);
    expect(await processCard({ ...body, offerId: undefined })).toMatchObject({
      status: 400,
      body: { error: 'OFFER_REQUIRED', message: 'Offer ID is required' },
    });
    expect(await processCard({ ...body, cardDetails: undefined })).toMatchObject({
      status: 400,
      body: { error: 'CARD_DETAILS_REQUIRED', message: 'Card details are required for card payment' },
    });
    expect((await processCard(body, {})).body.error).toBe('IDEMPOTENCY_KEY_REQUIRED');
    expect((await processCard(body, idempotencyHeader('short'))).body.error).toBe('IDEMPOTENCY_KEY_REQUIRED');
    expect((await harness.ledgerFor(offer)).intents).toHaveLength(0);
  });

  it('[API-51] refuses an offer id that is longer than a URL may be before it asks for a price', async () => {
    const body = createPaymentRequest(await harness.getFreshOffer());
    for (const length of [121, 20_000])
      expect(await processCard({ ...body, offerId: 'x'.repeat(length) })).toMatchObject({
        status: 400,
        body: { error: 'VALIDATION_ERROR' },
      });
    expect(await processCard({ ...body, offerId: 'x'.repeat(120) })).toMatchObject({ status: 404 });
  });

  it('[LIMIT-02] tells flights the IP address of the client, and returns its limit with the time to come back', async () => {
    const flights = Fastify({ forceCloseConnections: true });
    const quotes: unknown[] = [];
    const limit = { error: 'TOO_MANY_REQUESTS', message: 'You can pay in 40 seconds.', request_id: 'one' };
    flights.post('/internal/offers/:id/quote', ({ body }, reply) => {
      quotes.push(body);
      return reply.status(429).header('retry-after', '40').send(limit);
    });
    const url = await flights.listen({ host: '127.0.0.1', port: 0 });
    const limited = await harness.startPayments({ FLIGHTS_URL: url });
    const headers = { ...idempotencyHeader(), 'x-forwarded-for': '203.0.113.77' };
    for (let times = 0; times < 2; times += 1) {
      const refused = await processCard(createPaymentRequest(sampleOffer()), headers, limited);
      expect(refused).toMatchObject({ status: 429, body: { message: limit.message } });
      expect(refused.headers.get('retry-after')).toBe('40');
    }
    const { seats } = createPaymentRequest(sampleOffer());
    expect(quotes).toEqual(
      Array(2).fill({ brand: 'default', seats, bags: [], live: true, ip_address: '203.0.113.77' }),
    );
    await flights.close();
  });

  it('[MONEY-21] refuses another amount, currency or precision and authorises nothing', async () => {
    const offer = await harness.getFreshOffer();
    const other = (Number(offer.total_amount) - 1).toFixed(2);
    for (const wrong of [{ amount: other }, { currency: 'EUR' }, { amount: `${offer.total_amount}1` }])
      expect((await processCard(createPaymentRequest(offer, wrong))).body.error).toBe('AMOUNT_MISMATCH');
    expect((await harness.ledgerFor(offer)).intents).toHaveLength(0);
  });

  it('[MONEY-21] refuses the amount of the offer without its seat, and authorises the amount of both', async () => {
    const offer = await harness.getFreshOffer();
    const seat = await harness.getPaidSeat(offer);
    const seats = [{ passengerId: seat.passenger_id, seatId: seat.id }];
    const amount = (Number(offer.total_amount) + Number(seat.total_amount)).toFixed(2);
    expect(await processCard(createPaymentRequest(offer, { seats }))).toMatchObject({
      status: 409,
      body: { error: 'AMOUNT_MISMATCH', details: { amount, currency: offer.total_currency } },
    });
    expect((await harness.ledgerFor(offer)).intents).toHaveLength(0);
    const paid = await processCard(createPaymentRequest(offer, { seats, amount }));
    expect(paid).toMatchObject({ status: 200, body: { amount } });
  });

  it('[MONEY-21] [EXTRA-02] [EXTRA-04] answers the new total of a bag that became dearer, and of one that is sold out, and authorises nothing', async () => {
    const offer = await harness.getFreshOffer({ returnDate: '2027-09-20' });
    const [bag, other] = await harness.getBags(offer);
    const [passengerId = ''] = bag.passenger_ids;
    const bags = [bag.id, other?.id ?? ''].map((serviceId) => ({ serviceId, passengerId, quantity: 1 }));
    const change = (services: object) =>
      harness.duffel.control('POST', `offers/${offer.id}`, { bags: services });
    const total = (extras: number) => (Number(offer.total_amount) + extras).toFixed(2);
    const amount = total(Number(bag.total_amount) + Number(other?.total_amount));
    await change({ [bag.id]: { total_amount: '99.50' } });
    const newAmount = total(99.5 + Number(other?.total_amount));
    expect(await processCard(createPaymentRequest(offer, { bags, amount }))).toMatchObject({
      status: 409,
      body: {
        error: 'AMOUNT_MISMATCH',
        details: {
          amount: newAmount,
          parts: {
            ...{ fare: offer.total_amount, seats: '0.00' },
            bags: (99.5 + Number(other?.total_amount)).toFixed(2),
          },
        },
      },
    });
    await change({ [bag.id]: { total_amount: '99.50' }, [other?.id ?? '']: { sold_out: true } });
    expect(await processCard(createPaymentRequest(offer, { bags, amount: newAmount }))).toMatchObject({
      status: 409,
      body: {
        error: 'BAG_UNAVAILABLE',
        details: { service_ids: [other?.id], new_amount: total(99.5), currency: offer.total_currency },
      },
    });
    expect((await harness.ledgerFor(offer)).intents).toHaveLength(0);
  });

  it('[API-55] refuses an expired and an unknown offer and authorises nothing', async () => {
    const offer = await harness.getFreshOffer();
    await harness.duffel.control('POST', `offers/${offer.id}`, { expire: true });
    const expired = await processCard(createPaymentRequest(offer));
    expect(expired.body.error).toMatch(/^OFFER_(EXPIRED|UNAVAILABLE)$/);
    expect((await processCard(createPaymentRequest({ ...offer, id: 'off_unknown' }))).status).toBe(404);
    expect((await harness.ledgerFor(offer)).intents).toHaveLength(0);
  });

  it('[MONEY-31] returns old and new price when the price changed and authorises nothing', async () => {
    const offer = await harness.getFreshOffer();
    await harness.duffel.control('POST', `offers/${offer.id}`, { total_amount: '4321.00' });
    const response = await processCard(createPaymentRequest(offer));
    expect(response).toMatchObject({ status: 409, body: { error: 'PRICE_CHANGED' } });
    expect(response.body.details).toMatchObject({
      old_amount: offer.total_amount,
      currency: offer.total_currency,
    });
    expect((await harness.ledgerFor(offer)).intents).toHaveLength(0);
  });

  it('[PRICE-01] [PRICE-02] asks for consent to the current price with the price on the screen as the old one, whatever earlier requests have read', async () => {
    const offer = await harness.getFreshOffer();
    const newAmounts: string[] = [];
    for (const total_amount of ['4321.00', '5000.00', '5000.00']) {
      await harness.duffel.control('POST', `offers/${offer.id}`, { total_amount });
      const { body } = await processCard(createPaymentRequest(offer));
      expect(body).toMatchObject({
        error: 'PRICE_CHANGED',
        details: { offer_id: offer.id, old_amount: offer.total_amount },
      });
      newAmounts.push(String(body.details.new_amount));
    }
    expect(newAmounts[0]).not.toBe(newAmounts[1]);
    expect(newAmounts[1]).toBe(newAmounts[2]);
    expect((await harness.ledgerFor(offer)).intents).toHaveLength(0);
    const accepted = { ...offer, total_amount: newAmounts[1]! };
    expect(await processCard(createPaymentRequest(accepted))).toMatchObject({ status: 200 });
  });

  it('[MONEY-29] [API-51] [PROVIDER-44] returns a specific message for declines and challenges and leaves no authorisation', async () => {
    const offer = await harness.getFreshOffer();
    const cases = [
      ['4000000000000002', 'PAYMENT_FAILED', /declined the card/],
      ['4000000000009995', 'PAYMENT_FAILED', /enough money/],
      ['4000000000000069', 'PAYMENT_FAILED', /expired/],
      ['4000000000003220', 'CARD_CHALLENGE_REQUIRED', /confirm this payment/],
      ['4929000000000006', 'CARD_NUMBER_REFUSED', /cannot be used here/],
    ] as const;
    const getCalls = async () =>
      (await harness.stripe.ledger()).requests.filter(({ method }) => method === 'POST').length;
    for (const [number, error, messagePattern] of cases) {
      const calls = await getCalls();
      const body = createPaymentRequest(offer, { cardDetails: createCard(number) });
      const response = await processCard(body, { ...idempotencyHeader(), ...newVisitor() });
      expect(response.status).toBe(402);
      expect(response.body.error).toBe(error);
      expect(response.body.message).toMatch(messagePattern);
      expect(response.body.message).toContain('Nothing was charged');
      if (error === 'CARD_NUMBER_REFUSED') expect(await getCalls()).toBe(calls);
    }
    const { intents, uncaptured, captured } = await harness.ledgerFor(offer);
    expect(uncaptured).toHaveLength(0);
    expect(captured).toHaveLength(0);
    expect(intents.filter(({ status }) => status === 'requires_action')).toHaveLength(0);
  });

  it('[PROVIDER-43] [REFUSAL-01] blames no card when the card provider accepts no raw numbers from the account', async () => {
    const offer = await harness.getFreshOffer();
    const withRawCards = await harness.startPayments({ STRIPE_RAW_CARDS: 'true' });
    const body = createPaymentRequest(offer, { cardDetails: createCard('4929000000000006') });
    const response = await sendAttempt(withRawCards, '/api/payments/process-card', body);
    expect([response.status, response.body.error]).toEqual([503, 'PAYMENT_UNAVAILABLE']);
    expect((await harness.ledgerFor(offer)).uncaptured).toHaveLength(0);
    await withRawCards.kill();
  });

  it('[REFUSAL-01] a refused parameter is no refusal of the card, and is logged with type, code and parameter', async () => {
    const offer = await harness.getFreshOffer();
    const error = { type: 'invalid_request_error', code: 'parameter_unknown', param: 'capture_mode' };
    await harness.stripe.fault({
      ...{ path: '^/v1/payment_intents$', method: 'POST', times: 1, kind: 'status', status: 400 },
      body: { error: { ...error, message: 'Received unknown parameter' } },
    });
    const response = await processCard(createPaymentRequest(offer));
    expect([response.status, response.body.error]).toEqual([503, 'PAYMENT_UNAVAILABLE']);
    expect(response.body.message).toContain('Nothing was charged');
    const [line] = service
      .output()
      .split('\n')
      .filter((entry) => entry.includes('parameter_unknown'));
    expect(line).toContain('"level":50');
    expect(line).toContain(
      'StripeInvalidRequestError (status 400, code parameter_unknown, parameter capture_mode',
    );
    const counted = await fetch(`${service.url}/metrics`);
    expect(await counted.text()).toMatch(/http_errors_total\{code="PAYMENT_UNAVAILABLE"\} [1-9]/);
  });

  it.each(['amount_too_small', 'amount_too_large'])('[REFUSAL-02] %s has a text of its own', async (code) => {
    const offer = await harness.getFreshOffer();
    await harness.stripe.fault({
      ...{ path: '^/v1/payment_intents$', method: 'POST', times: 1, kind: 'status', status: 400 },
      body: { error: { type: 'invalid_request_error', code, param: 'amount', message: 'Amount' } },
    });
    expect(await processCard(createPaymentRequest(offer))).toMatchObject({
      status: 422,
      body: { error: 'AMOUNT_NOT_PAYABLE' },
    });
  });

  it('[REFUSAL-03] [PROVIDER-44] a challenge that cannot be shown counts as a try, and as no decline', async () => {
    const offer = await harness.getFreshOffer();
    const visitor = newVisitor();
    const challenged = createPaymentRequest(offer, { cardDetails: createCard('4000000000003220') });
    for (let times = 0; times < 4; times += 1)
      expect(await processCard(challenged, { ...idempotencyHeader(), ...visitor })).toMatchObject({
        status: 402,
        body: { error: 'CARD_CHALLENGE_REQUIRED' },
      });
    const paid = await processCard(createPaymentRequest(offer), { ...idempotencyHeader(), ...visitor });
    expect(paid.status).toBe(200);
  });

  it('[PROVIDER-31] refuses the fourth attempt after three declines of a visitor, even with a valid card', async () => {
    const offer = await harness.getFreshOffer();
    const bad = createPaymentRequest(offer, { cardDetails: decliningCard });
    const first = await processCard(bad, { ...idempotencyHeader(), ...noVisitor });
    const visitor = { cookie: `visitor=${first.cookies.visitor}` };
    expect(first.headers.get('set-cookie')).toMatch(/HttpOnly/i);
    for (let times = 0; times < 2; times += 1)
      expect((await processCard(bad, { ...idempotencyHeader(), ...visitor })).status).toBe(402);
    const fourth = await processCard(createPaymentRequest(offer), { ...idempotencyHeader(), ...visitor });
    expect(fourth).toMatchObject({ status: 429, body: { error: 'TOO_MANY_ATTEMPTS' } });
    expect((await processCard(createPaymentRequest(offer))).status).toBe(200);
    await ageCardAttempts(24 * 3600);
    const nextDay = await processCard(createPaymentRequest(offer), { ...idempotencyHeader(), ...visitor });
    expect(nextDay.status).toBe(200);
  });

  it('[PROVIDER-31] counts the declines of a user who deletes the visitor cookie', async () => {
    const offer = await harness.getFreshOffer();
    const session = await harness.signUp();
    const fromNewBrowser = () => ({
      ...idempotencyHeader(),
      cookie: `${newVisitor().cookie}; ${session.cookie}`,
    });
    const bad = createPaymentRequest(offer, { cardDetails: decliningCard });
    for (let times = 0; times < 3; times += 1)
      expect((await processCard(bad, fromNewBrowser())).status).toBe(402);
    const fourth = await processCard(createPaymentRequest(offer), fromNewBrowser());
    expect(fourth).toMatchObject({ status: 429, body: { error: 'TOO_MANY_ATTEMPTS' } });
  });

  it('[HOST-01] accepts a request from the domain of a brand, as forwarded by the edge', async () => {
    const from = async (host: string) => {
      const headers = { ...idempotencyHeader(), 'x-forwarded-host': host, origin: `http://${host}` };
      return (await processCard({ amount: '1.00', currency: 'USD' }, headers)).body.error;
    };
    expect(await from('sunhop.example')).toBe('OFFER_REQUIRED');
    expect(await from('evil.example')).toBe('ORIGIN_REFUSED');
  });

  it('[PROVIDER-31] returns 429 with Retry-After for the sixth attempt of an IP address or IPv6 network in a minute, and for the 21st of a /24 or /48', async () => {
    const offer = await harness.getFreshOffer();
    const withLowLimit = await harness.startPayments({
      CARD_TRIES_PER_MINUTE: '5',
      CARD_DECLINES_PER_SESSION: '1000',
    });
    const from = (address: string) => ({ ...idempotencyHeader(), 'x-forwarded-for': address });
    const wrong = createPaymentRequest(offer, { amount: '1.00' });
    const requests = Array.from({ length: 8 }, () => from('203.0.113.9'));
    const responses = await Promise.all(requests.map((headers) => processCard(wrong, headers, withLowLimit)));
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(3);
    const seconds = Number(refused[0]?.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(30);
    expect(refused[0]?.body.message).toBe(
      `Too many payment attempts. Nothing was charged. Please try again in ${seconds < 60 ? `${seconds} seconds` : 'a minute'}.`,
    );
    expect(refused[0]?.body.details).toEqual({ limit: 'connection' });
    expect((await processCard(wrong, from('203.0.113.10'), withLowLimit)).status).toBe(409);
    const network = Array.from({ length: 8 }, (_, index) => from(`2001:db8:1:2::${index}`));
    const inNetwork = await Promise.all(network.map((headers) => processCard(wrong, headers, withLowLimit)));
    expect(inNetwork.filter(({ status }) => status === 429)).toHaveLength(3);
    const range = Array.from({ length: 30 }, (_, index) => from(`198.51.100.${index}`));
    const inRange = await Promise.all(range.map((headers) => processCard(wrong, headers, withLowLimit)));
    expect(inRange.filter(({ status }) => status === 429)).toHaveLength(10);
    const customer = Array.from({ length: 30 }, (_, index) => from(`2001:db8:2:${index}::1`));
    const inCustomer = await Promise.all(
      customer.map((headers) => processCard(wrong, headers, withLowLimit)),
    );
    expect(inCustomer.filter(({ status }) => status === 429)).toHaveLength(10);
    await ageCardAttempts(60);
    const refusedRequest = requests[responses.findIndex(({ status }) => status === 429)];
    expect((await processCard(wrong, refusedRequest, withLowLimit)).status).toBe(409);
    await withLowLimit.kill();
  });

  it('[MONEY-27] returns the first response to a repeated request, refuses another body and authorises once', async () => {
    const offer = await harness.getFreshOffer();
    const sameKey = idempotencyHeader();
    const first = await processCard(createPaymentRequest(offer), sameKey);
    const again = await processCard(createPaymentRequest(offer), sameKey);
    expect(first.status).toBe(200);
    expect(again.body).toEqual(first.body);
    const other = await processCard(
      createPaymentRequest(offer, { cardDetails: createCard('5555555555554444') }),
      sameKey,
    );
    expect(other).toMatchObject({ status: 409, body: { error: 'IDEMPOTENCY_KEY_REUSED' } });
    expect((await harness.ledgerFor(offer)).intents).toHaveLength(1);
  });

  it('[MONEY-27] returns the stored failure to a repeated request, however late, although the price has changed again', async () => {
    const offer = await harness.getFreshOffer();
    const setPrice = (amount: string) =>
      harness.duffel.control('POST', `offers/${offer.id}`, { total_amount: amount });
    const sameKey = idempotencyHeader();
    await setPrice('4321.00');
    const first = await processCard(createPaymentRequest(offer), sameKey);
    await harness.expireKeyLocks();
    await setPrice('4444.00');
    const again = await processCard(createPaymentRequest(offer), sameKey);
    expect(again.status).toBe(409);
    expect(again.body).toEqual({ ...first.body, request_id: again.body.request_id });
    const withAnotherKey = await processCard(createPaymentRequest(offer));
    expect(withAnotherKey.body.details).not.toEqual(first.body.details);
  });

  it('[MONEY-27] stores keys for 72 hours', async () => {
    const offer = await harness.getFreshOffer();
    const keys = [idempotencyHeader(), idempotencyHeader()];
    const [remaining, deleted] = await Promise.all(
      keys.map(async (key) => (await processCard(createPaymentRequest(offer), key)).body.paymentId),
    );
    const findKey = (paymentId: string | undefined) =>
      harness.db
        .selectFrom('idempotency_keys')
        .selectAll()
        .where('payment_id', '=', paymentId ?? '')
        .executeTakeFirst();
    for (const [paymentId, hours] of [
      [remaining, 71],
      [deleted, 73],
    ] as const)
      await harness.db
        .updateTable('idempotency_keys')
        .set({ created_at: sql<Date>`now() - ${hours} * interval '1 hour'` })
        .where('payment_id', '=', paymentId ?? '')
        .execute();
    await eventually(async () => ((await findKey(deleted)) ? undefined : true));
    expect(await findKey(remaining)).toBeDefined();
  });

  it('[MONEY-27] returns 409 with Retry-After to a concurrent repeat and authorises once', async () => {
    const offer = await harness.getFreshOffer();
    const sameKey = idempotencyHeader();
    // Delays the first request, so that it is in progress when the others arrive.
    await harness.stripe.fault({
      ...{ method: 'POST', path: '^/v1/payment_intents$' },
      ...{ kind: 'latency', latencyMs: 1000, times: 1 },
    });
    const responses = await Promise.all(
      [1, 2, 3].map(() => processCard(createPaymentRequest(offer), sameKey)),
    );
    const waiting = responses.filter(({ body }) => body.error === 'IDEMPOTENCY_IN_PROGRESS');
    expect(waiting.length).toBeGreaterThanOrEqual(1);
    expect(waiting[0]).toMatchObject({ status: 409 });
    expect(waiting[0]?.headers.get('retry-after')).toBeTruthy();
    expect((await harness.ledgerFor(offer)).intents).toHaveLength(1);
  });

  it('[MONEY-27] returns the stored decline to a repeated request without another authorisation', async () => {
    const offer = await harness.getFreshOffer();
    const sameKey = idempotencyHeader();
    const bad = createPaymentRequest(offer, { cardDetails: createCard('4000000000009995') });
    const first = await processCard(bad, sameKey);
    const again = await processCard(bad, sameKey);
    expect(again.status).toBe(402);
    expect(again.body.message).toBe(first.body.message);
    expect((await harness.ledgerFor(offer)).intents).toHaveLength(1);
  });

  it.each(['commit_and_drop', 'commit_and_hang', 'hang'])(
    '[MONEY-29] [MONEY-25] returns 503 when the response of the card call is lost (%s) and voids the authorisation',
    async (kind) => {
      const offer = await harness.getFreshOffer();
      await harness.stripe.fault({ method: 'POST', path: '^/v1/payment_intents$', kind, times: 10 });
      const request = createPaymentRequest(offer);
      const response = await processCard(request, idempotencyHeader(), impatientService);
      expect(response).toMatchObject({ status: 503, body: { error: 'PAYMENT_UNAVAILABLE' } });
      await harness.stripe.clearFaults();
      await harness.waitUntilProcessed(offer);
      expect((await harness.ledgerFor(offer)).uncaptured).toHaveLength(0);
    },
  );

  it('[MONEY-29] returns 503 after a 401 of the card provider', async () => {
    const offer = await harness.getFreshOffer();
    await harness.stripe.fault({
      method: 'POST',
      path: '^/v1/payment_intents$',
      kind: 'status',
      status: 401,
    });
    const sameKey = idempotencyHeader();
    const response = await processCard(createPaymentRequest(offer), sameKey);
    expect(response).toMatchObject({ status: 503, body: { error: 'PAYMENT_UNAVAILABLE' } });
    expect(JSON.stringify(response.body)).not.toContain('success":true');
    await harness.stripe.clearFaults();
    expect((await processCard(createPaymentRequest(offer), sameKey)).status).toBe(200);
  });

  it('[API-52] accepts a payment method instead of card details', async () => {
    const offer = await harness.getFreshOffer();
    const body = createPaymentRequest(offer, {
      cardDetails: undefined,
      paymentMethodId: 'pm_card_mastercard',
    });
    expect((await processCard(body)).body).toMatchObject({
      success: true,
      card: { brand: 'mastercard', last4: '4444' },
    });
  });
});

describe('unused authorisations', () => {
  afterEach(() => harness.duffel.clearFaults());

  const authorise = async (): Promise<{ offer: Offer; paymentId: string }> => {
    const offer = await harness.getFreshOffer();
    const { body } = await processCard(createPaymentRequest(offer));
    return { offer, paymentId: body.paymentId };
  };
  const createBooking = (offer: Offer, paymentId: string) =>
    sendAttempt(service, '/api/bookings', createBookingRequest(offer, { paymentId }));

  /** The limit for unused authorisations is over. */
  const ageAuthorisation = (paymentId: string) =>
    harness.db
      .updateTable('payments')
      .set({ next_attempt_at: sql<Date>`now()` })
      .where('id', '=', paymentId)
      .execute();

  const waitUntilVoided = (offer: Offer) =>
    eventually(async () => {
      const { uncaptured, intents } = await harness.ledgerFor(offer);
      return intents.length === 1 && uncaptured.length === 0 ? true : undefined;
    });

  it('[MONEY-26] are voided, and a booking with one is refused', async () => {
    const { offer, paymentId } = await authorise();
    await ageAuthorisation(paymentId);
    await waitUntilVoided(offer);
    const refused = await createBooking(offer, paymentId);
    expect(refused).toMatchObject({ status: 402, body: { error: 'PAYMENT_FAILED' } });
  });

  it('[LEDGER-10] [MONEY-26] open a case while they cannot be voided, which ends with the void', async () => {
    const { offer, paymentId } = await authorise();
    await harness.stripe.fault({
      ...{ method: 'POST', path: '^/v1/payment_intents/.*/cancel$' },
      ...{ kind: 'status', status: 500, times: 1000 },
    });
    const givingUp = await harness.startPayments({ GIVE_UP_AFTER_MS: '1' });
    const cases = harness.db.selectFrom('review_cases').where('payment_id', '=', paymentId);
    const findCase = () => cases.select(['kind', 'closed_at']).executeTakeFirst();
    await ageAuthorisation(paymentId);
    expect(await eventually(findCase)).toEqual({ kind: 'payment', closed_at: null });
    await givingUp.kill();
    await harness.stripe.clearFaults();
    await waitUntilVoided(offer);
    await eventually(async () => (await findCase())?.closed_at ?? undefined);
  });

  it('[MONEY-26] are not used by a booking that lost its payment while it fetched the price', async () => {
    const { offer, paymentId } = await authorise();
    const orderCalls = await harness.countOrderCalls();
    await harness.duffel.fault({ method: 'GET', path: '/air/offers/', kind: 'latency', latencyMs: 2500 });
    const booking = createBooking(offer, paymentId);
    await harness.waitForUnanswered(`/air/offers/${offer.id}`);
    await harness.endPaymentLease(paymentId);
    await ageAuthorisation(paymentId);
    await waitUntilVoided(offer);
    expect((await booking).status).toBe(409);
    expect(await harness.countOrderCalls()).toBe(orderCalls);
  });

  it('[MONEY-26] are not those of a booking whose order takes longer than the limit', async () => {
    const { offer, paymentId } = await authorise();
    await harness.duffel.fault({ method: 'POST', path: '/air/orders', kind: 'latency', latencyMs: 1200 });
    const booking = createBooking(offer, paymentId);
    await eventually(() =>
      harness.db.selectFrom('bookings').select('id').where('payment_id', '=', paymentId).executeTakeFirst(),
    );
    await ageAuthorisation(paymentId);
    expect((await booking).status).toBe(201);
    expect((await harness.ledgerFor(offer)).captured).toHaveLength(1);
  });
});
