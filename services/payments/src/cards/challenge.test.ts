import { setTimeout } from 'node:timers/promises';
import type { Offer } from '@fareline/contracts';
import { eventually } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { callStripe, challengeCard, createToken } from '../testing/challenges.ts';
import { startSharedHarness } from '../testing/harness.ts';
import { createBookingRequest, createPaymentRequest, idempotencyHeader } from '../testing/requests.ts';
import { newVisitor } from '../testing/send-request.ts';
import { createIntentEvent, signHeaders } from '../testing/webhook-events.ts';

const harness = await startSharedHarness();
const service = await harness.startPayments({ SWEEP_EVERY_MS: '200', CARD_DECLINES_PER_SESSION: '50' });

interface Attempt {
  offer: Offer;
  headers: Record<string, string>;
  body: ReturnType<typeof createPaymentRequest>;
}

async function prepare(paymentMethod: string): Promise<Attempt> {
  const offer = await harness.getFreshOffer();
  const confirmationTokenId = await createToken(harness.stripeProgram, paymentMethod);
  const body = createPaymentRequest(offer, { cardDetails: undefined, confirmationTokenId });
  return { offer, body, headers: { ...idempotencyHeader(), ...newVisitor() } };
}

const pay = ({ body, headers }: Attempt) =>
  harness.send(service, 'POST', '/api/payments/process-card', body, headers);
const continuePayment = (id: string, headers: Record<string, string>) =>
  harness.send(service, 'POST', `/api/payments/${id}/continue`, undefined, headers);
const abandon = (id: string, headers: Record<string, string>) =>
  harness.send(service, 'POST', `/api/payments/${id}/abandon`, undefined, headers);
const book = ({ offer, headers }: Attempt, paymentId: string) =>
  harness.send(service, 'POST', '/api/bookings', createBookingRequest(offer, { paymentId }), {
    ...headers,
    ...idempotencyHeader(),
  });
const readPayment = (id: string) =>
  harness.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

interface Challenged {
  paymentId: string;
  nextAction: { clientSecret: string };
}

/** Pays with a card whose bank asks, up to the challenge. */
async function startChallenge(paymentMethod = challengeCard) {
  const attempt = await prepare(paymentMethod);
  const { status, body } = await pay(attempt);
  expect([status, body.success], JSON.stringify(body)).toEqual([200, false]);
  const { paymentId, nextAction } = body as unknown as Challenged;
  const { intent_id } = await readPayment(paymentId);
  const answer = (outcome: 'passed' | 'failed') =>
    callStripe(
      harness.stripeProgram,
      `/v1/payment_intents/${intent_id}/answer_challenge`,
      { client_secret: nextAction.clientSecret, outcome },
      'pk_test_payments',
    );
  return { attempt, paymentId, nextAction, intentId: intent_id ?? '', answer };
}

const expectNothingHeld = async ({ offer }: Attempt) => {
  const { intents } = await harness.ledgerFor(offer);
  expect(intents.map(({ status }) => status)).toEqual(['canceled']);
};

it('[ELEMENT-01] authorises the card of a confirmation token', async () => {
  const attempt = await prepare('pm_card_visa');
  const { body } = await pay(attempt);
  expect(body).toMatchObject({ success: true, card: { brand: 'visa', last4: '4242' } });
  expect((await book(attempt, body.paymentId)).status).toBe(201);
});

it('[REFUSAL-01] an unknown token blames no bank', async () => {
  const attempt = await prepare('pm_card_visa');
  const { status, body } = await pay({
    ...attempt,
    body: { ...attempt.body, confirmationTokenId: 'ctoken_unknown' },
  });
  expect([status, body.error]).toEqual([402, 'CARD_NUMBER_REFUSED']);
});

describe('a challenge', () => {
  it('[ELEMENT-02] that is passed leads to a booking, and before that to none', async () => {
    const { attempt, paymentId, nextAction, answer } = await startChallenge();
    expect((await book(attempt, paymentId)).body.error).toBe('PAYMENT_CHALLENGED');
    const again = await continuePayment(paymentId, attempt.headers);
    expect(again.body).toEqual({ success: false, paymentId, nextAction });
    await answer('passed');
    const [first, second] = await Promise.all([
      continuePayment(paymentId, attempt.headers),
      continuePayment(paymentId, attempt.headers),
    ]);
    for (const { body } of [first, second])
      expect(body).toMatchObject({ success: true, paymentId, card: { brand: 'visa', last4: '3220' } });
    expect((await book(attempt, paymentId)).status).toBe(201);
    expect((await harness.ledgerFor(attempt.offer)).captured).toHaveLength(1);
  });

  it('[ELEMENT-02] is shown again for the same attempt, which makes no second intent', async () => {
    const { attempt, paymentId, nextAction, answer } = await startChallenge();
    expect((await pay(attempt)).body).toEqual({ success: false, paymentId, nextAction });
    await answer('passed');
    expect((await pay(attempt)).body).toMatchObject({ success: true, paymentId });
    expect((await harness.ledgerFor(attempt.offer)).intents).toHaveLength(1);
  });

  it.each([
    ['failed', challengeCard, 'failed', 'CARD_CHALLENGE_FAILED', /bank did not confirm/],
    [
      'passed, after which the card is declined',
      'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
      'passed',
      'PAYMENT_FAILED',
      /enough money/,
    ],
  ] as const)(
    '[ELEMENT-02] that is %s leaves no authorisation, counts as a decline, and says why',
    async (_, card, outcome, error, message) => {
      const { attempt, paymentId, answer } = await startChallenge(card);
      await answer(outcome);
      const { status, body } = await continuePayment(paymentId, attempt.headers);
      expect([status, body.error]).toEqual([402, error]);
      expect(body.message).toMatch(message);
      expect(await continuePayment(paymentId, attempt.headers)).toMatchObject({ status, body: { error } });
      await expectNothingHeld(attempt);
      const { attempt_id } = await readPayment(paymentId);
      const kinds = await harness.db
        .selectFrom('card_attempts')
        .select('kind')
        .where('attempt_id', '=', attempt_id)
        .execute();
      expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['try', 'decline']));
    },
  );

  it('[ELEMENT-02] that is left counts as a decline, and its authorisation is voided', async () => {
    const { attempt, paymentId } = await startChallenge();
    const { challenge_until, created_at } = await readPayment(paymentId);
    expect((challenge_until?.getTime() ?? 0) - created_at.getTime()).toBeLessThanOrEqual(15 * 60_000);
    await harness.db
      .updateTable('payments')
      .set({ challenge_until: sql<Date>`now()`, next_attempt_at: sql<Date>`now()` })
      .where('id', '=', paymentId)
      .execute();
    await eventually(async () => ((await readPayment(paymentId)).state === 'voided' ? true : undefined));
    await expectNothingHeld(attempt);
    expect((await continuePayment(paymentId, attempt.headers)).body.error).toBe('CARD_CHALLENGE_FAILED');
  });

  it.each([
    ['open', false, false, 'decline'],
    ['passed, and nobody has noticed', true, false, undefined],
    ['passed, and the payment was authorised', true, true, undefined],
  ])(
    '[ELEMENT-02] that is abandoned while it is %s leaves no authorisation, and another card pays',
    async (_, isPassed, isContinued, counted) => {
      const { attempt, paymentId, answer } = await startChallenge();
      if (isPassed) await answer('passed');
      if (isContinued) expect((await continuePayment(paymentId, attempt.headers)).status).toBe(200);
      const { status, body } = await abandon(paymentId, attempt.headers);
      expect([status, body.error]).toEqual([402, 'CARD_CHALLENGE_FAILED']);
      expect(body.message).toMatch(/^The payment was stopped before your bank confirmed it/);
      await expectNothingHeld(attempt);
      const { attempt_id } = await readPayment(paymentId);
      const attempts = await harness.db
        .selectFrom('card_attempts')
        .select('kind')
        .where('attempt_id', '=', attempt_id)
        .where('kind', '!=', 'try')
        .execute();
      expect(attempts[0]?.kind).toBe(counted);
      const confirmationTokenId = await createToken(harness.stripeProgram, 'pm_card_visa');
      const another = { ...attempt.body, confirmationTokenId };
      const paid = await pay({
        ...attempt,
        body: another,
        headers: { ...attempt.headers, ...idempotencyHeader() },
      });
      expect(paid.body).toMatchObject({ success: true, card: { last4: '4242' } });
    },
  );

  it('[ELEMENT-02] [MONEY-27] that is abandoned while another tab books has one end: booked, or nothing is held', async () => {
    for (const delayMs of [0, 5, 20, 60]) {
      const { attempt, paymentId, answer } = await startChallenge();
      await answer('passed');
      expect((await continuePayment(paymentId, attempt.headers)).status).toBe(200);
      const booking = book(attempt, paymentId);
      await setTimeout(delayMs);
      const [left, booked] = await Promise.all([abandon(paymentId, attempt.headers), booking]);
      const end = await harness.expectAllOrNothing(attempt.offer);
      expect(booked.status === 201).toBe(end === 'booked');
      // Nobody is told that a payment was stopped which a booking has.
      expect(end === 'booked' ? [200, 409] : [402]).toContain(left.status);
    }
  });

  it('[ELEMENT-02] that is abandoned twice at once is one decline', async () => {
    const { attempt, paymentId } = await startChallenge();
    const answers = await Promise.all([1, 2, 3].map(() => abandon(paymentId, attempt.headers)));
    expect(answers.map(({ body }) => body.error)).toEqual(Array(3).fill('CARD_CHALLENGE_FAILED'));
    await expectNothingHeld(attempt);
  });

  it('[ELEMENT-02] that is abandoned while the card provider is down can be abandoned again', async () => {
    const { attempt, paymentId, intentId } = await startChallenge();
    await harness.stripe.fault({
      path: `/v1/payment_intents/${intentId}`,
      kind: 'status',
      status: 503,
      times: 1000,
    });
    const { status, body } = await abandon(paymentId, attempt.headers);
    await harness.stripe.clearFaults();
    expect([status, body.error]).toEqual([502, 'PROVIDER_UNAVAILABLE']);
    expect((await readPayment(paymentId)).state).toBe('challenged');
    expect((await abandon(paymentId, attempt.headers)).status).toBe(402);
    await expectNothingHeld(attempt);
  });

  it('[ELEMENT-02] that is answered after its tab was closed is noticed by the event, and the authorisation can be used', async () => {
    const { attempt, paymentId, intentId, answer } = await startChallenge();
    await answer('passed');
    const event = createIntentEvent('payment_intent.amount_capturable_updated', intentId);
    await harness.send(service, 'POST', '/api/webhooks/stripe', event, signHeaders('stripe', event));
    await eventually(async () => ((await readPayment(paymentId)).state === 'authorised' ? true : undefined));
    expect((await book(attempt, paymentId)).status).toBe(201);
  });

  it('[ELEMENT-02] keeps the time for its answer when an event comes before it', async () => {
    const { paymentId, intentId } = await startChallenge();
    const event = createIntentEvent('payment_intent.payment_failed', intentId);
    await harness.send(service, 'POST', '/api/webhooks/stripe', event, signHeaders('stripe', event));
    await eventually(async () => {
      const { lease_until, next_attempt_at, challenge_until } = await readPayment(paymentId);
      const isWaiting = Math.abs(next_attempt_at.getTime() - (challenge_until?.getTime() ?? 0)) < 2000;
      return lease_until === null && isWaiting ? true : undefined;
    });
    expect((await readPayment(paymentId)).state).toBe('challenged');
  });

  it('[ACCESS-04] is shown to nobody else', async () => {
    const { paymentId } = await startChallenge();
    for (const id of [paymentId, 'unknown'])
      for (const ask of [continuePayment, abandon])
        expect((await ask(id, newVisitor())).body.error).toBe('PAYMENT_NOT_FOUND');
  });

  it('[MONEY-32] leaves neither client secret nor token in tables and logs', async () => {
    const { attempt, nextAction } = await startChallenge();
    const written = (await harness.dumpTables()) + (await harness.dumpRedis()) + harness.logs();
    for (const secret of [nextAction.clientSecret, attempt.body.confirmationTokenId ?? ''])
      expect(written).not.toContain(secret);
  });
});

describe('the card form', () => {
  const readForm = async (env: Record<string, string>) => {
    const program = await harness.startPayments(env);
    return (await harness.send(program, 'GET', '/api/payments/card-form?amount=4999&currency=MGA')).body;
  };

  it('[ELEMENT-01] is our own without a publishable key, else that of the provider with the key of the mode', async () => {
    expect(await readForm({})).toEqual({ kind: 'fields' });
    const keys = {
      STRIPE_PUBLISHABLE_KEY_TEST: 'pk_test_payments',
      STRIPE_PUBLISHABLE_KEY_LIVE: 'pk_live_payments',
    };
    const scriptUrl = `${harness.stripeProgram.url}/endive/stripe.js`;
    expect(await readForm(keys)).toEqual({
      ...{ kind: 'element', publishableKey: 'pk_test_payments', scriptUrl },
      // The provider's amount has no decimals.
      amount: 4999,
    });
    // Wallets are shown on registered domains only.
    const path = '/v1/payment_method_domains?domain_name=sunhop.example';
    const headers = { authorization: 'Bearer sk_test_payments' };
    await eventually(async () => {
      const response = await fetch(`${harness.stripeProgram.url}${path}`, { headers });
      return ((await response.json()) as { data: unknown[] }).data.length === 1 || undefined;
    });
  });
});
