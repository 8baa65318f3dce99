// Starts a process for each point: only a process that is killed shows what it has stored until then.
import { eventually } from '@fareline/service-kit/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { createToken } from '../testing/challenges.ts';
import { startSharedHarness, withoutQueue } from '../testing/harness.ts';
import { createBookingRequest, createPaymentRequest, idempotencyHeader } from '../testing/requests.ts';
import { newVisitor } from '../testing/send-request.ts';
import { createIntentEvent, signHeaders } from '../testing/webhook-events.ts';

const harness = await startSharedHarness();
// All come from one address and with one card.
const manyDeclines = { CARD_DECLINES_PER_SESSION: '500' };
/** Keeps running and recovers crashed work without the queue. */
const service = await harness.startPayments({
  ...{ ...withoutQueue, AUTHORISE_SETTLE_MS: '4500', ...manyDeclines },
});

const payPath = '/api/payments/process-card';
/** No intent waits for its cardholder for longer. */
const longestMs = 16 * 60_000;

/** A visitor who pays with a card whose bank asks. */
async function prepare() {
  const offer = await harness.getFreshOffer();
  const confirmationTokenId = await createToken(harness.stripeProgram);
  const body = createPaymentRequest(offer, { cardDetails: undefined, confirmationTokenId });
  const headers = { ...idempotencyHeader(), ...newVisitor() };
  const send = (path: string, content: unknown) => harness.send(service, 'POST', path, content, headers);

  const readPayment = async () => {
    const payment = await harness.db
      .selectFrom('payments')
      .selectAll()
      .where('purchase_id', '=', offer.id)
      .orderBy('created_at')
      .executeTakeFirstOrThrow();
    if (payment.state === 'challenged')
      // The sweep then ends challenges that were not answered.
      expect(payment.next_attempt_at.getTime()).toBeLessThan(payment.created_at.getTime() + longestMs);
    return payment;
  };
  const waitForState = (state: string) =>
    eventually(async () => ((await readPayment()).state === state ? true : undefined));
  const setPayment = (times: { challenge_until: Date } | { next_attempt_at: Date }) =>
    harness.db.updateTable('payments').set(times).where('purchase_id', '=', offer.id).execute();
  const ago = (ms: number) => new Date(Date.now() - ms);

  return {
    ...{ offer, body, headers, readPayment, waitForState },
    /** Sends the payment of the tab, also again after a crash. */
    pay: () =>
      eventually(async () => {
        const answer = await send(payPath, body);
        return answer.status === 409 ? undefined : answer;
      }),
    continuePayment: async () => send(`/api/payments/${(await readPayment()).id}/continue`, undefined),
    abandon: async () => send(`/api/payments/${(await readPayment()).id}/abandon`, undefined),
    crash: async (point: string, what: 'continue' | 'abandon') => {
      const path = `/api/payments/${(await readPayment()).id}/${what}`;
      await harness.crashAt(point, path, undefined, headers, manyDeclines);
    },
    book: async () =>
      harness.send(
        service,
        'POST',
        '/api/bookings',
        createBookingRequest(offer, { paymentId: (await readPayment()).id }),
        { ...headers, ...idempotencyHeader() },
      ),
    answer: async (outcome: 'passed' | 'failed') =>
      harness.stripe.control('POST', 'challenges', {
        ...{ payment_intent: (await harness.ledgerFor(offer)).intents[0]?.id, outcome },
      }),
    sendEvent: async (type: string) => {
      const event = createIntentEvent(`payment_intent.${type}`, (await readPayment()).intent_id ?? '');
      await harness.send(service, 'POST', '/api/webhooks/stripe', event, signHeaders('stripe', event));
    },
    /** The time for the answer ends, which only a request notices until the sweep comes. */
    endTime: () => setPayment({ challenge_until: ago(0) }),
    sweep: () => setPayment({ next_attempt_at: ago(0) }),
    endUnusedAuthorisation: () => setPayment({ next_attempt_at: ago(0) }),
  };
}
type Attempt = Awaited<ReturnType<typeof prepare>>;

/** All or nothing, with one intent, and no challenge is left open. */
async function expectEnd({ offer, readPayment }: Attempt, end: 'booked' | 'nothing') {
  expect(await harness.expectAllOrNothing(offer)).toBe(end);
  const { intents } = await harness.ledgerFor(offer);
  expect(intents.map(({ status }) => status)).toEqual([end === 'booked' ? 'succeeded' : 'canceled']);
  expect(await harness.getOpenCases((await readPayment()).id)).toEqual([]);
}

async function bookAll(attempt: Attempt) {
  // A slow machine answers before the end is known.
  expect([201, 202]).toContain((await attempt.book()).status);
  await expectEnd(attempt, 'booked');
}

async function expectRefused(attempt: Attempt) {
  const { status, body } = await attempt.pay();
  expect([status, body.error]).toEqual([402, 'CARD_CHALLENGE_FAILED']);
  await expectEnd(attempt, 'nothing');
}

/** The traveller presses again, and twice, until nobody has the payment any more. */
async function expectAbandoned(attempt: Attempt) {
  await eventually(async () => {
    const answers = await Promise.all([attempt.abandon(), attempt.abandon()]);
    const errors = answers.map(({ body }) => body.error);
    if (errors.includes('IDEMPOTENCY_IN_PROGRESS')) return undefined;
    expect(errors).toEqual(['CARD_CHALLENGE_FAILED', 'CARD_CHALLENGE_FAILED']);
    return true;
  });
  await attempt.waitForState('voided');
  await expectRefused(attempt);
}

/** What happens after the crash of a process that was asked what became of the challenge; first what happened before. */
const cases = {
  complete: {
    before: ({ answer }) => answer('passed'),
    async after(attempt) {
      expect((await attempt.pay()).status).toBe(200);
      await bookAll(attempt);
    },
  },
  fail: { before: ({ answer }) => answer('failed'), after: expectRefused },
  hang: {
    before: ({ endTime }) => endTime(),
    async after(attempt) {
      await attempt.sweep();
      await attempt.waitForState('voided');
      await expectRefused(attempt);
    },
  },
  'complete after the void began': {
    async before({ offer, endTime }) {
      const id = (await harness.ledgerFor(offer)).intents[0]?.id ?? '';
      await harness.stripe.fault({
        path: `/v1/payment_intents/${id}/cancel`,
        kind: 'status',
        status: 503,
        times: 1000,
      });
      await endTime();
    },
    async after(attempt) {
      await attempt.answer('passed');
      await harness.stripe.clearFaults();
      await attempt.waitForState('voided');
      expect((await harness.ledgerFor(attempt.offer)).intents).toMatchObject([{ authorised: true }]);
      await expectRefused(attempt);
    },
  },
  'webhook first': {
    before: ({ answer }) => answer('passed'),
    async after(attempt) {
      await attempt.sendEvent('amount_capturable_updated');
      await attempt.waitForState('authorised');
      expect((await attempt.continuePayment()).body.success).toBe(true);
      await bookAll(attempt);
    },
  },
  'webhook only': {
    before: ({ answer }) => answer('passed'),
    async after(attempt) {
      await attempt.sendEvent('amount_capturable_updated');
      await attempt.waitForState('authorised');
      await attempt.endUnusedAuthorisation();
      await attempt.waitForState('voided');
      await expectEnd(attempt, 'nothing');
    },
  },
  'neither tab nor webhook': {
    before: ({ answer }) => answer('passed'),
    async after(attempt) {
      await attempt.endTime();
      await attempt.sweep();
      await attempt.waitForState('authorised');
      await attempt.endUnusedAuthorisation();
      await attempt.waitForState('voided');
      await expectEnd(attempt, 'nothing');
    },
  },
  'continue twice at once': {
    before: ({ answer }) => answer('passed'),
    async after(attempt) {
      const answers = await Promise.all([
        attempt.continuePayment(),
        attempt.continuePayment(),
        attempt.pay(),
      ]);
      expect(answers.map(({ body }) => body.success)).toEqual([true, true, true]);
      await bookAll(attempt);
    },
  },
  'fail, continue twice at once': {
    before: ({ answer }) => answer('failed'),
    async after(attempt) {
      const answers = await Promise.all([attempt.continuePayment(), attempt.continuePayment()]);
      expect(new Set(answers.map(({ body }) => body.error))).toEqual(new Set(['CARD_CHALLENGE_FAILED']));
      await expectRefused(attempt);
    },
  },
  abandon: { before: async () => {}, after: expectAbandoned },
  'abandon a passed one': {
    before: ({ answer }) => answer('passed'),
    after: expectAbandoned,
  },
  'abandon an authorised one': {
    async before({ answer, continuePayment }) {
      await answer('passed');
      expect((await continuePayment()).status).toBe(200);
    },
    after: expectAbandoned,
  },
  'abandon, but pass': {
    before: async () => {},
    async after(attempt) {
      await attempt.answer('passed');
      expect((await attempt.continuePayment()).body.success).toBe(true);
      await bookAll(attempt);
    },
  },
} satisfies Record<
  string,
  {
    before: (attempt: Attempt) => Promise<unknown>;
    after: (attempt: Attempt) => Promise<void>;
  }
>;
type Case = keyof typeof cases;

const table: Record<string, Record<string, string>> = {};
function report(point: string, name: string) {
  (table[point] ??= {})[name] = 'ok';
}
afterAll(() => console.table(table));

describe('crash before the challenge is shown', () => {
  it.concurrent.each([
    ['after:call:authorise', 'complete'],
    ['after:call:authorise', 'fail'],
    ['after:call:authorise', 'hang'],
    ['before:payment:challenged', 'complete'],
    ['after:payment:challenged', 'complete'],
    ['after:payment:challenged', 'fail'],
    ['after:payment:challenged', 'hang'],
  ] as const)(
    '[ELEMENT-02] [MONEY-25] at %s, then %s: one intent, and no authorisation is lost or left',
    async (point, name) => {
      const attempt = await prepare();
      await harness.crashAt(point, payPath, attempt.body, attempt.headers, manyDeclines);
      if (name === 'hang') {
        // Nobody repeats the request.
        await attempt.waitForState('challenged');
        await attempt.endTime();
      } else {
        const shown = (await attempt.pay()).body as { nextAction?: { clientSecret: string } };
        expect(shown.nextAction?.clientSecret).toMatch(/^pi_\w+_secret_/);
        await cases[name].before(attempt);
      }
      await cases[name].after(attempt);
      report(point, name);
    },
  );
});

/** Left out is what another cell proves: a crash before a read or a write is one after the step before it. */
const cells: Record<string, Case[]> = {
  'before:call:retrieve': ['complete'],
  'after:call:retrieve': [
    'abandon',
    'abandon a passed one',
    'abandon, but pass',
    'complete',
    'fail',
    'webhook first',
    'webhook only',
    'continue twice at once',
  ],
  'before:payment:authorised': [
    ...(['complete', 'webhook first', 'webhook only'] as const),
    ...(['neither tab nor webhook', 'continue twice at once'] as const),
  ],
  'after:payment:authorised': ['complete'],
  'before:payment:voiding': ['fail', 'hang', 'abandon', 'abandon an authorised one', 'abandon, but pass'],
  'after:payment:voiding': [
    'abandon',
    'abandon a passed one',
    'abandon an authorised one',
    'fail',
    'hang',
    'complete after the void began',
    'fail, continue twice at once',
  ],
  'before:call:void': ['fail'],
  'after:call:void': ['fail', 'hang', 'abandon', 'abandon a passed one', 'abandon an authorised one'],
};

describe('crash while the answer to the challenge is recorded', () => {
  it.concurrent.each(
    Object.entries(cells).flatMap(([point, names]) => names.map((name) => [point, name] as const)),
  )('[ELEMENT-02] [MONEY-25] at %s, then %s: no authorisation is lost or left', async (point, name) => {
    const attempt = await prepare();
    await attempt.pay();
    await cases[name].before(attempt);
    await attempt.crash(point, name.startsWith('abandon') ? 'abandon' : 'continue');
    await cases[name].after(attempt);
    report(point, name);
  });
});

describe('a challenge that is passed while', () => {
  /** The change between challenge and answer, and with which code the booking then ends. */
  const changes: [string, string, (attempt: Attempt) => Promise<unknown>][] = [
    [
      'the offer expires',
      'OFFER_UNAVAILABLE',
      ({ offer }) => harness.duffel.control('POST', `offers/${offer.id}`, { expire: true }),
    ],
    [
      'the price changes',
      'PRICE_CHANGED',
      ({ offer }) => harness.duffel.control('POST', `offers/${offer.id}`, { total_amount: '4321.00' }),
    ],
    [
      'somebody else books the offer',
      'OFFER_UNAVAILABLE',
      async ({ offer }) => {
        const headers = newVisitor();
        const post = (path: string, body: unknown) =>
          harness.send(service, 'POST', path, body, { ...headers, ...idempotencyHeader() });
        const { paymentId } = (await post(payPath, createPaymentRequest(offer))).body;
        const booked = await post('/api/bookings', createBookingRequest(offer, { paymentId }));
        expect(booked.status).toBe(201);
      },
    ],
  ];
  it.concurrent.each(changes)(
    '[ELEMENT-02] [MONEY-24] %s ends as %s and its authorisation is voided',
    async (_, code, change) => {
      const attempt = await prepare();
      await attempt.pay();
      const { intent_id } = await attempt.readPayment();
      await change(attempt);
      await attempt.answer('passed');
      expect((await attempt.continuePayment()).body.success).toBe(true);
      expect((await attempt.book()).body.error).toBe(code);
      await eventually(async () => {
        const { intents } = await harness.ledgerFor(attempt.offer);
        return intents.find((intent) => intent.id === intent_id)?.status === 'canceled' ? true : undefined;
      });
    },
  );

  it('[ELEMENT-02] [MONEY-27] a second tab answers it is booked once', async () => {
    const attempt = await prepare();
    await Promise.all([attempt.pay(), attempt.pay()]);
    await attempt.answer('passed');
    await expect(attempt.answer('passed')).rejects.toThrow('has no challenge');
    const answers = await Promise.all([attempt.continuePayment(), attempt.continuePayment()]);
    expect(answers.map(({ body }) => body.success)).toEqual([true, true]);
    await Promise.all([attempt.book(), attempt.book()]);
    await expectEnd(attempt, 'booked');
  });

  it('[ELEMENT-02] [MODE-06] the mode is switched is booked in its mode', async () => {
    const attempt = await prepare();
    const { nextAction } = (await attempt.pay()).body;
    await harness.setLiveMode(true);
    await eventually(async () => {
      const other = createPaymentRequest(attempt.offer, { amount: '1.00' });
      const { body } = await harness.send(service, 'POST', payPath, other, idempotencyHeader());
      return body.error === 'OFFER_EXPIRED' ? true : undefined;
    });
    expect((await attempt.continuePayment()).body.nextAction).toEqual(nextAction);
    await attempt.answer('passed');
    // The reconciler may be asking at the same time, and is then waited for.
    expect(await eventually(async () => (await attempt.continuePayment()).body.success)).toBe(true);
    await bookAll(attempt);
    expect((await harness.ledgerFor(attempt.offer)).captured).toMatchObject([{ livemode: false }]);
    await harness.setLiveMode(false);
  });
});
