import { randomUUID } from 'node:crypto';
import type { Passenger, ReviewCasePage } from '@fareline/contracts';
import { eventually } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { countCardsOfTraveller } from '../cards/cards-of-traveller.ts';
import type { Database } from '../db/schema.ts';
import { createKeyedHasher } from '../keyed-hasher.ts';
import { createToken } from '../testing/challenges.ts';
import { startSharedHarness } from '../testing/harness.ts';
import {
  createBookingRequest,
  createCard,
  createPassenger,
  createPaymentRequest,
  idempotencyHeader,
} from '../testing/requests.ts';
import { newVisitor, sendAttempt } from '../testing/send-request.ts';
import { assessRisk } from './risk-review.step.ts';

const harness = await startSharedHarness();
const service = await harness.startPayments({ CARDS_PER_TRAVELLER: '3' });
const impatient = await harness.startPayments({ RISK_REVIEW_MS: '1500' });
const lastMinute = await harness.startPayments({ LAST_MINUTE_MS: String(400 * 86_400_000) });
const support = await harness.signUpSupport();

const elevatedCard = '4000000000009235';
const declinedText = 'We could not accept this booking, so nothing was booked or charged.';
const waitingText =
  /Nothing is booked or charged yet: the amount is held on your card\. We decide by \d\d:\d\d UTC at the latest\./;

/** Nobody else was born on the day. */
let day = 0;
const createPerson = (overrides: Partial<Passenger> = {}) => {
  day += 1;
  return createPassenger({
    dateOfBirth: new Date(Date.UTC(1960, 0, day)).toISOString().slice(0, 10),
    ...overrides,
  });
};

async function book(number: string, { program = service, passenger = {} as Partial<Passenger> } = {}) {
  const offer = await harness.getFreshOffer();
  const traveller = createPerson(passenger);
  const request = createBookingRequest(offer, { cardDetails: createCard(number) }, [traveller]);
  const key = { ...idempotencyHeader(), ...newVisitor() };
  const send = () => harness.send(program, 'POST', '/api/bookings', request, key);
  return { offer, send, email: traveller.email ?? '', ...(await send()) };
}

const readState = async (id: string) =>
  (await harness.db.selectFrom('bookings').select('state').where('id', '=', id).executeTakeFirstOrThrow())
    .state;
const waitForState = (id: string, state: string) =>
  eventually(async () => ((await readState(id)) === state ? true : undefined));
const act = (id: string, action: string) =>
  harness.send(
    service,
    'POST',
    `/api/review/bookings/${id}/actions`,
    { actionId: randomUUID(), action },
    support,
  );
const readStatus = async (token: string) =>
  (await harness.send(service, 'POST', '/api/bookings/status', { token })).body;
const getSubjects = async (email: string) =>
  (await harness.getEmails(email)).map(({ subject }) => subject).toSorted();

async function expectWaiting({ offer, status, body }: Awaited<ReturnType<typeof book>>) {
  expect([status, body.status], JSON.stringify(body)).toEqual([202, 'pending']);
  expect(await readState(body.id)).toBe('risk_review');
  expect(await harness.getOpenCases(body.id)).toEqual(['risk']);
  const { allOrders, uncaptured } = await harness.ledgerFor(offer);
  expect([allOrders.length, uncaptured.length]).toEqual([0, 1]);
}

async function expectVoided({ offer, body, email }: Awaited<ReturnType<typeof book>>) {
  await waitForState(body.id, 'voided');
  const { allOrders, intents } = await harness.ledgerFor(offer);
  expect([allOrders.length, intents.map(({ status }) => status)]).toEqual([0, ['canceled']]);
  expect(await harness.getOpenCases(body.id)).toEqual([]);
  expect(await readStatus(body.statusToken)).toMatchObject({ status: 'failed', reason: declinedText });
  await eventually(async () => ((await getSubjects(email)).length === 2 ? true : undefined));
  expect(await getSubjects(email)).toEqual([
    'We are looking at your booking',
    'Your booking could not be completed',
  ]);
}

describe('a card of elevated risk', () => {
  it('[REVIEW-01] [REVIEW-03] waits for a person before the order, and the traveller is told', async () => {
    const booking = await book(elevatedCard);
    await expectWaiting(booking);
    expect(await readStatus(booking.body.statusToken)).toMatchObject({
      status: 'review',
      reason: expect.stringMatching(waitingText) as string,
    });
    await eventually(async () => ((await getSubjects(booking.email)).length > 0 ? true : undefined));
    expect(await getSubjects(booking.email)).toEqual(['We are looking at your booking']);
    expect((await harness.getEmails(booking.email))[0]?.text).toMatch(waitingText);
    const { body } = await harness.send(service, 'GET', '/api/review/cases', undefined, support);
    const { cases } = body as unknown as ReviewCasePage;
    expect(cases.find(({ booking: found }) => found?.id === booking.body.id)?.summary).toMatch(
      /^The card provider rates the risk of the payment as elevated\. Nothing is ordered yet; without a decision by \d\d:\d\d UTC the card is released\.$/,
    );
    expect((await booking.send()).body).toMatchObject({ id: booking.body.id, status: 'pending' });
    await expectWaiting(booking);
  });

  it('[REVIEW-02] is ordered and captured once when support accepts it', async () => {
    const booking = await book(elevatedCard);
    const { actions } = (await act(booking.body.id, 'accept')).body as { actions?: { effect: string }[] };
    expect(actions).toBeDefined();
    await waitForState(booking.body.id, 'confirmed');
    const { allOrders, captured, intents } = await harness.ledgerFor(booking.offer);
    expect([allOrders.length, captured.length, intents.length]).toEqual([1, 1, 1]);
    expect(await harness.getOpenCases(booking.body.id)).toEqual([]);
    for (const action of ['accept', 'retry', 'void'])
      expect((await act(booking.body.id, action)).body.error).toBe('ACTION_NOT_POSSIBLE');
    expect((await booking.send()).body).toMatchObject({ status: 'confirmed', accountCreated: true });
  });

  it('[REVIEW-02] [MONEY-24] is voided when support refuses it', async () => {
    const booking = await book(elevatedCard);
    expect((await act(booking.body.id, 'void')).status).toBe(200);
    await expectVoided(booking);
    expect((await act(booking.body.id, 'accept')).body.error).toBe('ACTION_NOT_POSSIBLE');
  });

  it('[MONEY-24] is voided without a decision in time, and the trip can be booked again', async () => {
    const booking = await book(elevatedCard, { program: impatient });
    await expectVoided(booking);
    expect((await act(booking.body.id, 'accept')).body.error).toBe('ACTION_NOT_POSSIBLE');
    const again = createBookingRequest(booking.offer, { cardDetails: createCard() }, [createPerson()]);
    expect((await sendAttempt(service, '/api/bookings', again)).body.status).toBe('confirmed');
  });

  it('[PROVIDER-33] waits no longer than two minutes before the offer ends', async () => {
    const { offer, body } = await book(elevatedCard);
    const { next_attempt_at: until, created_at: since } = await harness.db
      .selectFrom('bookings')
      .select(['next_attempt_at', 'created_at'])
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow();
    const offerEnd = Date.parse(offer.expires_at) - 120_000;
    expect(until.getTime()).toBe(Math.min(offerEnd, since.getTime() + 30 * 60_000));
  });
});

describe('several cards in a day', () => {
  const cards = ['4242424242424242', '5555555555554444', '378282246310005'];
  const email = 'one-mailbox@example.com';
  const person = { firstName: 'Grace', lastName: 'Hopper', dateOfBirth: '1986-12-09' };

  it.each([
    ['email address', (index: number) => ({ email, lastName: ['Ash', 'Birch', 'Cedar'][index] ?? '' })],
    ['passenger', () => person],
  ])('[REVIEW-01] of one %s wait from the third card on', async (_subject, getPassenger) => {
    for (const [index, number] of cards.entries()) {
      const booking = await book(number, { passenger: getPassenger(index) });
      const repeated = await book(number, { passenger: getPassenger(index) });
      if (index === 2) {
        await expectWaiting(booking);
        await expectWaiting(repeated);
      } else expect([booking.body.status, repeated.body.status]).toEqual(['confirmed', 'confirmed']);
    }
  });

  it('[REVIEW-01] also count when they are used at the same time', async () => {
    const hasher = createKeyedHasher(harness.hashKey);
    const count = (trx: Database, card: string) =>
      countCardsOfTraveller(trx, { hasher }, card, { email: 'hurry@example.com', passengers: [] });
    const isWaiting = () =>
      harness.db
        .selectNoFrom(
          sql<boolean>`exists(select from pg_locks where locktype = 'advisory' and not granted)`.as('is'),
        )
        .executeTakeFirst();
    const { second } = await harness.db.transaction().execute(async (trx) => {
      expect(await count(trx, 'one')).toBe(1);
      const second = harness.db.transaction().execute((other) => count(other, 'another'));
      await Promise.race([second, eventually(async () => ((await isWaiting())?.is ? true : undefined))]);
      return { second };
    });
    expect(await second).toBe(2);
  });
});

describe('a one-way trip at the last minute', () => {
  async function pay(paymentMethod: string, { program = lastMinute, search = {} } = {}) {
    const offer = await harness.getFreshOffer(search);
    const confirmationTokenId = await createToken(harness.stripeProgram, paymentMethod);
    const headers = newVisitor();
    const send = (path: string, body?: object) =>
      harness.send(program, 'POST', path, body, { ...headers, ...idempotencyHeader() });
    const paid = await send(
      '/api/payments/process-card',
      createPaymentRequest(offer, { cardDetails: undefined, confirmationTokenId }),
    );
    const request = createBookingRequest(offer, { paymentId: paid.body.paymentId }, [createPerson()]);
    return { offer, paid: paid.body, send, request };
  }

  it('[ELEMENT-02] asks for a challenge, after which it is booked', async () => {
    const { offer, paid, send, request } = await pay('pm_card_threeDSecureOptional');
    expect(paid.success).toBe(false);
    const { intents } = await harness.ledgerFor(offer);
    await fetch(`${harness.stripeProgram.url}/_sandbox/challenges`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payment_intent: intents[0]?.id, outcome: 'passed' }),
    });
    expect((await send(`/api/payments/${paid.paymentId}/continue`)).body.success).toBe(true);
    expect((await send('/api/bookings', request)).body.status).toBe('confirmed');
  });

  it('[REVIEW-01] waits for a person when the bank asks nothing', async () => {
    const { paid, send, request } = await pay('pm_card_visa');
    expect(paid.success).toBe(true);
    const { body } = await send('/api/bookings', request);
    expect([body.status, await readState(body.id)]).toEqual(['pending', 'risk_review']);
  });

  it.each([
    ['both ways', { program: lastMinute, search: { tripType: 'round-trip', returnDate: '' } }],
    ['later', { program: service, search: {} }],
  ])('[ELEMENT-02] that is %s asks for none', async (_case, { program, search }) => {
    const day = new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10);
    const options = 'returnDate' in search ? { ...search, returnDate: day } : search;
    const { paid, send, request } = await pay('pm_card_threeDSecureOptional', { program, search: options });
    expect(paid.success).toBe(true);
    expect((await send('/api/bookings', request)).body.status).toBe('confirmed');
  });
});

it('[MONEY-22] costs an ordinary booking no call to the card provider', async () => {
  const before = (await harness.stripe.ledger()).requests.length;
  const { offer } = await book('4242424242424242');
  const id = (await harness.ledgerFor(offer)).intents[0]?.id ?? '';
  const { requests } = await harness.stripe.ledger();
  expect(
    requests.slice(before).map(({ method, path }) => `${method} ${path.replace(id, 'id').split('?')[0]}`),
  ).toEqual([
    'POST /v1/payment_intents',
    'GET /v1/payment_intents/id',
    'POST /v1/payment_intents/id/capture',
  ]);
});

it.each([
  ['normal', false, 2, false, 0],
  [null, false, 0, false, 0],
  ['elevated', true, 0, false, 1],
  ['highest', true, 0, false, 1],
  ['normal', true, 3, false, 1],
  ['normal', true, 1, true, 0],
  ['elevated', false, 3, true, 3],
])(
  '[REVIEW-01] a risk level of %s, authentication %s, %i cards and last minute %s are %i risks',
  (riskLevel, isAuthenticated, cards, isLastMinuteOneWay, count) => {
    const facts = { riskLevel, isAuthenticated, cards, isLastMinuteOneWay };
    expect(assessRisk(facts, { CARDS_PER_TRAVELLER: 3 })).toHaveLength(count);
  },
);
