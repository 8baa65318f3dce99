import { eventually, type Program } from '@fareline/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCard, idempotencyHeader, createPaymentRequest } from '../testing/requests.ts';
import { startHarness, type Harness } from '../testing/harness.ts';

let harness: Harness;
let service: Program;

beforeAll(async () => {
  harness = await startHarness();
  service = await harness.startPayments({ UNUSED_HOLD_MS: '600000' });
}, 90_000);
afterAll(() => harness.stop());

const processCard = (
  body: unknown,
  headers: Record<string, string> = idempotencyHeader(),
  program = service,
) => harness.send(program, 'POST', '/api/payments/process-card', body, headers);

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

  it('[MONEY-29] [API-51] returns a specific message for declines and challenges and leaves no authorisation', async () => {
    const offer = await harness.getFreshOffer();
    const cases = [
      ['4000000000000002', 'PAYMENT_FAILED', /declined the card/],
      ['4000000000009995', 'PAYMENT_FAILED', /enough money/],
      ['4000000000000069', 'PAYMENT_FAILED', /expired/],
      ['4000000000003220', 'CARD_CHALLENGE_REQUIRED', /confirm this payment/],
      ['4929000000000006', 'CARD_NUMBER_REFUSED', /cannot be used here/],
    ] as const;
    for (const [number, error, messagePattern] of cases) {
      const response = await processCard(createPaymentRequest(offer, { cardDetails: createCard(number) }));
      expect(response.status).toBe(402);
      expect(response.body.error).toBe(error);
      expect(response.body.message).toMatch(messagePattern);
      expect(response.body.message).toContain('Nothing was charged');
    }
    const { intents, uncaptured, captured } = await harness.ledgerFor(offer);
    expect(uncaptured).toHaveLength(0);
    expect(captured).toHaveLength(0);
    expect(intents.filter(({ status }) => status === 'requires_action')).toHaveLength(0);
  });

  it('[PROVIDER-43] refuses a card number when the card provider does not accept raw numbers from the account', async () => {
    const offer = await harness.getFreshOffer();
    const withRawCards = await harness.startPayments({ STRIPE_RAW_CARDS: 'true' });
    const body = createPaymentRequest(offer, { cardDetails: createCard('4929000000000006') });
    const response = await harness.send(
      withRawCards,
      'POST',
      '/api/payments/process-card',
      body,
      idempotencyHeader(),
    );
    expect([response.status, response.body.error]).toEqual([402, 'CARD_NUMBER_REFUSED']);
    expect((await harness.ledgerFor(offer)).uncaptured).toHaveLength(0);
    await withRawCards.kill();
  });

  it('[PROVIDER-31] refuses the fourth attempt after three declines of a visitor, even with a valid card', async () => {
    const offer = await harness.getFreshOffer();
    const bad = createPaymentRequest(offer, { cardDetails: createCard('4000000000000002') });
    const first = await processCard(bad);
    const visitor = { cookie: `visitor=${first.cookies.visitor}` };
    expect(first.headers.get('set-cookie')).toMatch(/HttpOnly/i);
    for (let times = 0; times < 2; times += 1)
      expect((await processCard(bad, { ...idempotencyHeader(), ...visitor })).status).toBe(402);
    const fourth = await processCard(createPaymentRequest(offer), { ...idempotencyHeader(), ...visitor });
    expect(fourth).toMatchObject({ status: 429, body: { error: 'TOO_MANY_ATTEMPTS' } });
    expect((await processCard(createPaymentRequest(offer))).status).toBe(200);
  });

  it('[HOST-01] accepts a request from the domain of a brand, as forwarded by the edge', async () => {
    const from = async (host: string) => {
      const headers = { ...idempotencyHeader(), 'x-forwarded-host': host, origin: `http://${host}` };
      return (await processCard({ amount: '1.00', currency: 'USD' }, headers)).body.error;
    };
    expect(await from('sunhop.example')).toBe('OFFER_REQUIRED');
    expect(await from('evil.example')).toBe('ORIGIN_REFUSED');
  });

  it('[PROVIDER-31] returns 429 with Retry-After for the sixth attempt of an IP address in a minute', async () => {
    const offer = await harness.getFreshOffer();
    const withLowLimit = await harness.startPayments({ CARD_TRIES_PER_MINUTE: '5' });
    const from = (address: string) => ({ ...idempotencyHeader(), 'x-forwarded-for': address });
    const wrong = createPaymentRequest(offer, { amount: '1.00' });
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => processCard(wrong, from('203.0.113.9'), withLowLimit)),
    );
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(3);
    expect(refused[0]?.headers.get('retry-after')).toBe('60');
    expect((await processCard(wrong, from('203.0.113.10'), withLowLimit)).status).toBe(409);
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
      const response = await processCard(createPaymentRequest(offer));
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
    const response = await processCard(createPaymentRequest(offer));
    expect(response).toMatchObject({ status: 503, body: { error: 'PAYMENT_UNAVAILABLE' } });
    expect(JSON.stringify(response.body)).not.toContain('success":true');
    await harness.stripe.clearFaults();
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

  it('[MONEY-26] voids an authorisation that no booking uses', async () => {
    const offer = await harness.getFreshOffer();
    const withShortLimit = await harness.startPayments({ UNUSED_HOLD_MS: '500' });
    expect((await processCard(createPaymentRequest(offer), idempotencyHeader(), withShortLimit)).status).toBe(
      200,
    );
    await eventually(async () => {
      const { uncaptured, intents } = await harness.ledgerFor(offer);
      return intents.length === 1 && uncaptured.length === 0 ? true : undefined;
    });
    await withShortLimit.kill();
  });

  it('[MONEY-30] [MONEY-32] stores and logs no card data', async () => {
    const offer = await harness.getFreshOffer();
    const [number, cvv] = ['378282246310005', '7391'];
    expect(
      (await processCard(createPaymentRequest(offer, { cardDetails: createCard(number, cvv) }))).status,
    ).toBe(200);
    await processCard(createPaymentRequest(offer, { cardDetails: createCard('4929000000000006', cvv) }));
    const tables = await harness.dumpTables();
    for (const text of [tables, harness.logs()]) {
      expect(new RegExp(`${number}|4929000000000006|\\b${cvv}\\b|test_payment_|fallback_`).test(text)).toBe(
        false,
      );
      expect(text.length).toBeGreaterThan(500);
    }
    expect(tables.includes('0005')).toBe(true);
  });
});
