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

const pay = (body: unknown, headers: Record<string, string> = idempotencyHeader(), program = service) =>
  harness.send(program, 'POST', '/api/payments/process-card', body, headers);

describe('process-card', () => {
  it('[PROVIDER-31] [API-51] refuses a call without offer, without card, without key, and holds nothing', async () => {
    const offer = await harness.getFreshOffer();
    const body = createPaymentRequest(offer);
    expect(await pay({ ...body, offerId: undefined })).toMatchObject({
      status: 400,
      body: { error: 'OFFER_REQUIRED', message: 'Offer ID is required' },
    });
    expect(await pay({ ...body, cardDetails: undefined })).toMatchObject({
      status: 400,
      body: { error: 'CARD_DETAILS_REQUIRED', message: 'Card details are required for card payment' },
    });
    expect((await pay(body, {})).body.error).toBe('IDEMPOTENCY_KEY_REQUIRED');
    expect((await pay(body, idempotencyHeader('short'))).body.error).toBe('IDEMPOTENCY_KEY_REQUIRED');
    expect((await harness.ledgerFor(offer)).intents).toHaveLength(0);
  });

  it('[MONEY-21] refuses another amount, another currency and a missing seat price, and holds nothing', async () => {
    const offer = await harness.getFreshOffer();
    const other = (Number(offer.total_amount) - 1).toFixed(2);
    for (const wrong of [{ amount: other }, { currency: 'EUR' }, { amount: `${offer.total_amount}1` }])
      expect((await pay(createPaymentRequest(offer, wrong))).body.error).toBe('AMOUNT_MISMATCH');
    expect((await harness.ledgerFor(offer)).intents).toHaveLength(0);
  });

  it('[API-55] refuses an expired and an unknown offer, and holds nothing', async () => {
    const offer = await harness.getFreshOffer();
    await harness.duffel.control('POST', `offers/${offer.id}`, { expire: true });
    const expired = await pay(createPaymentRequest(offer));
    expect(expired.body.error).toMatch(/^OFFER_(EXPIRED|UNAVAILABLE)$/);
    expect((await pay(createPaymentRequest({ ...offer, id: 'off_unknown' }))).status).toBe(404);
    expect((await harness.ledgerFor(offer)).intents).toHaveLength(0);
  });

  it('[MONEY-31] answers a changed price with old and new, and holds nothing', async () => {
    const offer = await harness.getFreshOffer();
    await harness.duffel.control('POST', `offers/${offer.id}`, { total_amount: '4321.00' });
    const answer = await pay(createPaymentRequest(offer));
    expect(answer).toMatchObject({ status: 409, body: { error: 'PRICE_CHANGED' } });
    expect(answer.body.details).toMatchObject({
      old_amount: offer.total_amount,
      currency: offer.total_currency,
    });
    expect((await harness.ledgerFor(offer)).intents).toHaveLength(0);
  });

  it('[MONEY-29] [API-51] answers declines with a helpful sentence, a challenge with its own, and leaves no hold', async () => {
    const offer = await harness.getFreshOffer();
    const cases = [
      ['4000000000000002', 'PAYMENT_FAILED', /declined the card/],
      ['4000000000009995', 'PAYMENT_FAILED', /enough money/],
      ['4000000000000069', 'PAYMENT_FAILED', /expired/],
      ['4000000000003220', 'CARD_CHALLENGE_REQUIRED', /confirm this payment/],
      ['4929000000000006', 'CARD_NUMBER_REFUSED', /cannot be used here/],
    ] as const;
    for (const [number, error, sentence] of cases) {
      const answer = await pay(createPaymentRequest(offer, { cardDetails: createCard(number) }));
      expect(answer.status).toBe(402);
      expect(answer.body.error).toBe(error);
      expect(answer.body.message).toMatch(sentence);
      expect(answer.body.message).toContain('Nothing was charged');
    }
    const { intents, uncaptured, captured } = await harness.ledgerFor(offer);
    expect(uncaptured).toHaveLength(0);
    expect(captured).toHaveLength(0);
    expect(intents.filter(({ status }) => status === 'requires_action')).toHaveLength(0);
  });

  it('[PROVIDER-43] says that a number cannot be used where the card provider does not clear the account for raw numbers', async () => {
    const offer = await harness.getFreshOffer();
    const raw = await harness.startPayments({ STRIPE_RAW_CARDS: 'true' });
    const body = createPaymentRequest(offer, { cardDetails: createCard('4929000000000006') });
    const answer = await harness.send(raw, 'POST', '/api/payments/process-card', body, idempotencyHeader());
    expect([answer.status, answer.body.error]).toEqual([402, 'CARD_NUMBER_REFUSED']);
    expect((await harness.ledgerFor(offer)).uncaptured).toHaveLength(0);
    await raw.kill();
  });

  it('[PROVIDER-31] refuses the fourth try after three declines in a session, a good card included', async () => {
    const offer = await harness.getFreshOffer();
    const bad = createPaymentRequest(offer, { cardDetails: createCard('4000000000000002') });
    const first = await pay(bad);
    const visitor = { cookie: `visitor=${first.cookies.visitor}` };
    expect(first.headers.get('set-cookie')).toMatch(/HttpOnly/i);
    for (let times = 0; times < 2; times += 1)
      expect((await pay(bad, { ...idempotencyHeader(), ...visitor })).status).toBe(402);
    const fourth = await pay(createPaymentRequest(offer), { ...idempotencyHeader(), ...visitor });
    expect(fourth).toMatchObject({ status: 429, body: { error: 'TOO_MANY_ATTEMPTS' } });
    expect((await pay(createPaymentRequest(offer))).status).toBe(200);
  });

  it('[HOST-01] takes a try from the domain of a brand, as the edge forwards it', async () => {
    const from = async (host: string) => {
      const headers = { ...idempotencyHeader(), 'x-forwarded-host': host, origin: `http://${host}` };
      return (await pay({ amount: '1.00', currency: 'USD' }, headers)).body.error;
    };
    expect(await from('sunhop.example')).toBe('OFFER_REQUIRED');
    expect(await from('evil.example')).toBe('ORIGIN_REFUSED');
  });

  it('[PROVIDER-31] refuses the sixth try of an address in a minute', async () => {
    const offer = await harness.getFreshOffer();
    const strict = await harness.startPayments({ CARD_TRIES_PER_MINUTE: '5' });
    const from = (address: string) => ({ ...idempotencyHeader(), 'x-forwarded-for': address });
    const wrong = createPaymentRequest(offer, { amount: '1.00' });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => pay(wrong, from('203.0.113.9'), strict)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(3);
    expect(refused[0]?.headers.get('retry-after')).toBe('60');
    expect((await pay(wrong, from('203.0.113.10'), strict)).status).toBe(409);
    await strict.kill();
  });

  it('[MONEY-27] answers a repeat with the first answer, another body with a refusal, and authorises once', async () => {
    const offer = await harness.getFreshOffer();
    const sameKey = idempotencyHeader();
    const first = await pay(createPaymentRequest(offer), sameKey);
    const again = await pay(createPaymentRequest(offer), sameKey);
    expect(first.status).toBe(200);
    expect(again.body).toEqual(first.body);
    const other = await pay(
      createPaymentRequest(offer, { cardDetails: createCard('5555555555554444') }),
      sameKey,
    );
    expect(other).toMatchObject({ status: 409, body: { error: 'IDEMPOTENCY_KEY_REUSED' } });
    expect((await harness.ledgerFor(offer)).intents).toHaveLength(1);
  });

  it('[MONEY-27] sends a double click to wait and authorises once', async () => {
    const offer = await harness.getFreshOffer();
    const sameKey = idempotencyHeader();
    // The first click is under way when the others come, however busy the machine is.
    await harness.stripe.fault({
      ...{ method: 'POST', path: '^/v1/payment_intents$' },
      ...{ kind: 'latency', latencyMs: 1000, times: 1 },
    });
    const answers = await Promise.all([1, 2, 3].map(() => pay(createPaymentRequest(offer), sameKey)));
    const waiting = answers.filter(({ body }) => body.error === 'IDEMPOTENCY_IN_PROGRESS');
    expect(waiting.length).toBeGreaterThanOrEqual(1);
    expect(waiting[0]).toMatchObject({ status: 409 });
    expect(waiting[0]?.headers.get('retry-after')).toBeTruthy();
    expect((await harness.ledgerFor(offer)).intents).toHaveLength(1);
  });

  it('[MONEY-27] repeats a decline as it was and asks the bank once', async () => {
    const offer = await harness.getFreshOffer();
    const sameKey = idempotencyHeader();
    const bad = createPaymentRequest(offer, { cardDetails: createCard('4000000000009995') });
    const first = await pay(bad, sameKey);
    const again = await pay(bad, sameKey);
    expect(again.status).toBe(402);
    expect(again.body.message).toBe(first.body.message);
    expect((await harness.ledgerFor(offer)).intents).toHaveLength(1);
  });

  it.each(['commit_and_drop', 'commit_and_hang', 'hang'])(
    '[MONEY-29] [MONEY-25] answers a lost card call (%s) as a failure and lets go of what it held',
    async (kind) => {
      const offer = await harness.getFreshOffer();
      await harness.stripe.fault({ method: 'POST', path: '^/v1/payment_intents$', kind, times: 10 });
      const answer = await pay(createPaymentRequest(offer));
      expect(answer).toMatchObject({ status: 503, body: { error: 'PAYMENT_UNAVAILABLE' } });
      await harness.stripe.clearFaults();
      await harness.waitUntilSettled(offer);
      expect((await harness.ledgerFor(offer)).uncaptured).toHaveLength(0);
    },
  );

  it('[MONEY-29] takes no success from a 401 of the card provider', async () => {
    const offer = await harness.getFreshOffer();
    await harness.stripe.fault({
      method: 'POST',
      path: '^/v1/payment_intents$',
      kind: 'status',
      status: 401,
    });
    const answer = await pay(createPaymentRequest(offer));
    expect(answer).toMatchObject({ status: 503, body: { error: 'PAYMENT_UNAVAILABLE' } });
    expect(JSON.stringify(answer.body)).not.toContain('success":true');
    await harness.stripe.clearFaults();
  });

  it('[API-52] takes a payment method in place of the card', async () => {
    const offer = await harness.getFreshOffer();
    const body = createPaymentRequest(offer, {
      cardDetails: undefined,
      paymentMethodId: 'pm_card_mastercard',
    });
    expect((await pay(body)).body).toMatchObject({
      success: true,
      card: { brand: 'mastercard', last4: '4444' },
    });
  });

  it('[MONEY-26] lets go of a hold that nobody used', async () => {
    const offer = await harness.getFreshOffer();
    const hasty = await harness.startPayments({ UNUSED_HOLD_MS: '500' });
    expect((await pay(createPaymentRequest(offer), idempotencyHeader(), hasty)).status).toBe(200);
    await eventually(async () => {
      const { uncaptured, intents } = await harness.ledgerFor(offer);
      return intents.length === 1 && uncaptured.length === 0 ? true : undefined;
    });
    await hasty.kill();
  });

  it('[MONEY-30] [MONEY-32] keeps card data out of every table and log', async () => {
    const offer = await harness.getFreshOffer();
    const [number, cvv] = ['378282246310005', '7391'];
    expect((await pay(createPaymentRequest(offer, { cardDetails: createCard(number, cvv) }))).status).toBe(
      200,
    );
    await pay(createPaymentRequest(offer, { cardDetails: createCard('4929000000000006', cvv) }));
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
