import { eventually, testRedisUrl, type Program } from '@fareline/service-kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { shortCallLimits, startHarness, type Harness } from '../testing/harness.ts';
import {
  createBookingRequest,
  createPassenger,
  createPaymentRequest,
  idempotencyHeader,
} from '../testing/requests.ts';
import { newVisitor } from '../testing/send-request.ts';

let harness: Harness;
let service: Program;
let impatientService: Program;

beforeAll(async () => {
  // A database of its own, because all of its keys are searched, those of other test files would be too.
  harness = await startHarness({ redisUrl: new URL('/9', testRedisUrl()).href });
  // A process of its own: its output is searched, whatever writes it.
  service = await harness.spawnPayments();
  impatientService = await harness.startPayments(shortCallLimits);
}, 90_000);
afterAll(() => harness.stop());
afterEach(async () => {
  await harness.stripe.clearFaults();
  await harness.duffel.clearFaults();
});

const [cvv, expiryYear, holderName] = ['8642', '2087', 'Zelda Quorn'];
const createCard = (number: string) => ({ number, expiryMonth: '11', expiryYear, cvv, holderName });

const numbers = {
  accepted: '378282246310005',
  declined: '4000000000000002',
  challenged: '4000000000003220',
  unknown: '4929000000000006',
};
/** Four digits may also occur by chance in a UUID, a port or a duration. */
const lonely = (digits: string) => `(?<![-\\w.:])${digits}(?![-\\w])`;
const cardText = new RegExp(
  [
    ...Object.values(numbers),
    lonely(cvv),
    lonely(expiryYear),
    `cvv\\W{1,4}${cvv}`,
    `year\\W{1,4}${expiryYear}`,
    holderName,
  ].join('|'),
  'i',
);

const send = (path: string, body: unknown, headers: Record<string, string> = {}, program = service) =>
  harness.send(program, 'POST', path, body, { ...idempotencyHeader(), ...newVisitor(), ...headers });
const processCard = (body: unknown, headers?: Record<string, string>) =>
  send('/api/payments/process-card', body, headers);

/** No table, no key of Redis, no log and none of the given texts has card data. */
async function expectNoCardData(...texts: string[]): Promise<void> {
  const stored = [await harness.dumpTables(), await harness.dumpRedis(), harness.allLogs()];
  for (const text of stored) expect(text.length).toBeGreaterThan(500);
  for (const text of [...stored, ...texts]) expect(cardText.exec(text)?.[0]).toBeUndefined();
}

it('recognises card data in a text', () => {
  for (const leak of ['"cvv":8642', '"8642"', 'cvv: 8642', ' 8642 ', '"2087"', 'x378282246310005'])
    expect(leak).toMatch(cardText);
});

describe('card data', () => {
  it.each(Object.entries(numbers))(
    '[MONEY-30] [MONEY-32] of a card that is %s is in no table, Redis key, log or response',
    async (_, number) => {
      const offer = await harness.getFreshOffer();
      const payment = await processCard(createPaymentRequest(offer, { cardDetails: createCard(number) }));
      const booking = await send(
        '/api/bookings',
        createBookingRequest(offer, { cardDetails: createCard(number) }),
      );
      expect([payment.status, booking.status]).toEqual(number === numbers.accepted ? [200, 201] : [402, 402]);
      await harness.waitUntilProcessed(offer);
      await expectNoCardData(JSON.stringify([payment.body, booking.body]));
      const tables = await harness.dumpTables();
      expect(tables).not.toMatch(/test_payment_|fallback_/);
      if (number === numbers.accepted) expect(tables).toContain('0005');
    },
  );

  it('[MONEY-32] of a request that is refused before it reaches the card provider is nowhere', async () => {
    const offer = await harness.getFreshOffer();
    const body = createPaymentRequest(offer, { cardDetails: createCard(numbers.accepted) });
    const text = JSON.stringify(body);
    const responses = [
      await processCard({ ...body, amount: '1.00' }),
      await processCard({
        ...body,
        cardDetails: { ...body.cardDetails, expiryMonth: 'x', number: `${numbers.accepted}x` },
      }),
      await processCard(text.slice(0, -1)),
      await processCard(text.replace(holderName, `${holderName}\\u0000`)),
      await processCard(text, { 'content-type': 'text/plain' }),
      await processCard({ ...body, cardDetails: { ...body.cardDetails, more: 'x'.repeat(300_000) } }),
      await send('/api/payments/process-card?number=378282246310005', { ...body, offerId: undefined }),
      await send(
        '/api/bookings',
        createBookingRequest(offer, { cardDetails: createCard(numbers.accepted) }, [
          createPassenger({ dateOfBirth: '2020-01-01' }),
        ]),
      ),
    ];
    for (const { status } of responses) expect(status, JSON.stringify(responses)).toBeGreaterThanOrEqual(400);
    await expectNoCardData(JSON.stringify(responses.map((response) => response.body)));
  });

  it.each([400, 401, 402, 403, 429, 500])(
    '[MONEY-32] that the card provider repeats in a response with status %s is nowhere',
    async (status) => {
      const offer = await harness.getFreshOffer();
      const message = `No: ${numbers.accepted} ${holderName} 11/${expiryYear} cvv ${cvv}`;
      const type = status === 402 ? 'card_error' : status === 400 ? 'invalid_request_error' : 'api_error';
      await harness.stripe.fault({
        ...{ method: 'POST', path: '^/v1/payment_intents$', kind: 'status', status, times: 10 },
        body: { error: { type, message, param: message, code: 'card_declined', decline_code: message } },
      });
      const response = await processCard(
        createPaymentRequest(offer, { cardDetails: createCard(numbers.accepted) }),
      );
      expect(response.status).toBeGreaterThanOrEqual(402);
      await harness.stripe.clearFaults();
      await harness.waitUntilProcessed(offer);
      await expectNoCardData(JSON.stringify(response.body));
    },
  );

  it.each([
    ['capture', 402],
    ['capture', 500],
    ['cancel', 400],
  ])(
    '[MONEY-32] that the card provider describes in an error of %s with status %s is nowhere',
    async (call, status) => {
      const offer = await harness.getFreshOffer();
      const card = { brand: 'amex', exp_month: 11, exp_year: Number(expiryYear), last4: '0005' };
      const method = { id: 'pm_1', object: 'payment_method', card, billing_details: { name: holderName } };
      const intent = { id: 'pi_1', last_payment_error: { payment_method: method } };
      const type = status === 402 ? 'card_error' : status === 400 ? 'invalid_request_error' : 'api_error';
      await harness.stripe.fault({
        ...{ path: `^/v1/payment_intents/.*/${call}$`, kind: 'status', status },
        body: { error: { type, message: holderName, payment_intent: intent, payment_method: method } },
      });
      if (call === 'cancel')
        await harness.duffel.fault({ method: 'POST', path: '/air/orders', kind: 'fail_late' });
      await send('/api/bookings', createBookingRequest(offer, { cardDetails: createCard(numbers.accepted) }));
      await harness.waitUntilProcessed(offer);
      const { requests } = await harness.stripe.ledger();
      expect(requests.some(({ path }) => path.endsWith(call))).toBe(true);
      await expectNoCardData();
    },
  );

  it.each(['hang', 'malformed', 'commit_and_drop'])(
    '[MONEY-32] of a card call without a usable response (%s) is nowhere',
    async (kind) => {
      const offer = await harness.getFreshOffer();
      const body = `{"id": "pi_1", "echo": "${numbers.accepted} ${holderName} ${cvv}`;
      await harness.stripe.fault({
        ...{ method: 'POST', path: '^/v1/payment_intents$', kind, times: 10 },
        ...(kind === 'malformed' ? { body } : {}),
      });
      const request = createPaymentRequest(offer, { cardDetails: createCard(numbers.accepted) });
      const response = await send('/api/payments/process-card', request, {}, impatientService);
      expect(response.status).toBe(503);
      await harness.stripe.clearFaults();
      await harness.waitUntilProcessed(offer);
      await expectNoCardData(JSON.stringify(response.body));
    },
  );

  it('[MONEY-32] of a process that is killed during the card call is nowhere, and a repeat of its booking is charged once', async () => {
    const offer = await harness.getFreshOffer();
    const crashing = await harness.spawnPayments({ KILL_POINT: 'after:call:authorise' });
    const request = createBookingRequest(offer, { cardDetails: createCard(numbers.accepted) });
    const sameKey = idempotencyHeader();
    await harness.send(crashing, 'POST', '/api/bookings', request, sameKey).catch(() => 'connection lost');
    await eventually(() => crashing.process.signalCode ?? undefined);
    await eventually(async () => {
      const { status } = await harness.send(service, 'POST', '/api/bookings', request, sameKey);
      return status === 201 || undefined;
    }, 20_000);
    const { intents, captured } = await harness.ledgerFor(offer);
    expect([intents.length, captured.length]).toEqual([1, 1]);
    await expectNoCardData();
  });
});
