import { eventually, type Program } from '@fareline/service-kit/testing';
import type { Offer } from '@fareline/contracts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createKeyedHasher } from '../keyed-hasher.ts';
import { selectCounts } from './attempt-limits.ts';
import { createToken } from '../testing/challenges.ts';
import { createCard, createPaymentRequest, idempotencyHeader } from '../testing/requests.ts';
import { startSharedHarness } from '../testing/harness.ts';
import { newVisitor, noVisitor } from '../testing/send-request.ts';

// Two declines of a visitor: four of an offer, 14 of a network, six of a card, 20 of all clients in 10 minutes.
const settings = { CARD_DECLINES_PER_SESSION: '2' };

const harness = await startSharedHarness();
const replicas = await Promise.all([harness.startPayments(settings), harness.startPayments(settings)]);
const offers = await Promise.all(Array.from({ length: 5 }, () => harness.getFreshOffer()));
beforeEach(() => harness.db.deleteFrom('card_attempts').execute());
afterEach(() => harness.stripe.clearFaults());

/** Test cards that the bank declines, each with a fingerprint of its own. */
const declining = ['0002', '9995', '9987', '9979', '0069', '0127', '0119'].map((end) =>
  createCard(`400000000000${end}`),
);
const valid = createCard();

let lastNetwork = 0;
interface Attempt {
  offer?: Offer | undefined;
  card?: ReturnType<typeof createCard> | undefined;
  visitor?: { cookie: string };
  network?: string;
  replica?: Program;
}
/** Pays as a new visitor from a new network, unless given. */
const pay = ({
  offer = offers[0],
  card = declining[0],
  visitor,
  network,
  replica = replicas[0],
}: Attempt = {}) =>
  harness.send(
    replica,
    'POST',
    '/api/payments/process-card',
    createPaymentRequest(offer as Offer, { cardDetails: card ?? valid }),
    {
      ...idempotencyHeader(),
      ...(visitor ?? newVisitor()),
      'x-forwarded-for': network ?? `10.0.${(lastNetwork += 1)}.1`,
    },
  );
/** Sends concurrent attempts, half of them to each replica; returns the number of responses by status. */
async function payConcurrently(attempts: Attempt[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  const responses = await Promise.all(
    attempts.map((attempt, index) => pay({ replica: replicas[index % 2] as Program, ...attempt })),
  );
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
const countIntents = async () => (await harness.stripe.ledger()).payment_intents.length;

it('[LIMIT-01, PROVIDER-31] 20 concurrent declines of a visitor reach the bank twice, and the refusals say when to come back', async () => {
  const visitor = newVisitor();
  const intents = await countIntents();
  expect(await payConcurrently(Array(20).fill({ visitor }))).toEqual({ 402: 2, 429: 18 });
  expect(await countIntents()).toBe(intents + 2);
  const refused = await pay({ visitor, card: valid });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3600);
  expect(refused.body.message).toMatch(/^Your cards were .*contact us, or try again tomorrow/);
  expect(refused.body.details).toEqual({ limit: 'visitor' });
});

it('[LIMIT-01, PROVIDER-31] 20 concurrent declines without a cookie reach the bank four times for one offer', async () => {
  expect(await payConcurrently(Array(20).fill({ visitor: noVisitor }))).toEqual({ 402: 4, 429: 16 });
  const refused = await pay({ visitor: noVisitor });
  expect(refused.body.message).toMatch(/^Cards were declined several times for this flight\./);
  expect(refused.body.details).toEqual({ limit: 'offer' });
  expect((await pay({ offer: offers[1], card: valid })).status).toBe(200);
});

it('[LIMIT-01, PROVIDER-31] 20 concurrent declines without a cookie for several offers reach the bank 14 times from one network', async () => {
  const attempts = Array.from({ length: 20 }, (_, index) => ({
    ...{ visitor: noVisitor, network: '203.0.113.7' },
    ...{ offer: offers[index % 5], card: declining[index % 7] },
  }));
  expect(await payConcurrently(attempts)).toEqual({ 402: 14, 429: 6 });
  const offer = await harness.getFreshOffer();
  const refused = await pay({ visitor: noVisitor, network: '203.0.113.7', offer });
  expect(refused.body.message).toMatch(/^Cards were declined several times from your connection\./);
  expect(refused.body.details).toEqual({ limit: 'connection' });
  expect((await pay({ network: '203.0.113.8', offer, card: valid })).status).toBe(200);
});

it('[PROVIDER-31] a decline says that one more try is left, or none, and before nothing', async () => {
  const visitor = newVisitor();
  const sayings = [];
  for (const card of declining.slice(0, 2)) sayings.push((await pay({ card, visitor })).body.message);
  expect(sayings).toEqual([
    expect.stringMatching(/One more try is left\. After that, please contact us, or try again tomorrow\.$/),
    // Nothing that another card could do.
    expect.stringMatching(
      /^[^.]*\. Nothing was charged\. No try is left for now\. Please contact us, or try again tomorrow\.$/,
    ),
  ]);
  expect((await pay({ visitor, card: undefined })).status).toBe(429);
});

it('[PROVIDER-31] a decline promises no try that an unfinished payment may take', async () => {
  const visitor = newVisitor();
  const confirmationTokenId = await createToken(harness.stripeProgram);
  const challenged = createPaymentRequest(offers[3]!, { cardDetails: undefined, confirmationTokenId });
  const headers = { ...visitor, ...idempotencyHeader(), 'x-forwarded-for': '10.1.0.1' };
  await harness.send(replicas[0], 'POST', '/api/payments/process-card', challenged, headers);
  const declined = await pay({ visitor });
  expect(declined.body.message).toMatch(
    /One more try is left, unless a payment that is not finished needs it\./,
  );
  const refused = await pay({ visitor, card: valid });
  expect(refused.body.details).toEqual({ limit: 'in_progress' });
});

it('[PROVIDER-31] a card is refused after six declines, of whichever visitors, with the same answer when the bank accepts it', async () => {
  const paid = await pay({ offer: offers[2], card: valid });
  const { payment_intents: intents } = await harness.stripe.ledger();
  const response = await fetch(
    `${harness.stripeProgram.url}/v1/payment_intents/${intents.at(-1)?.id}?expand[]=payment_method`,
    { headers: { authorization: 'Bearer sk_test_payments' } },
  );
  expect(paid.status).toBe(200);
  const { payment_method } = (await response.json()) as { payment_method: { card: { fingerprint: string } } };
  // The bank declines the card for a wrong security code, for example.
  await harness.stripe.fault({
    ...{ method: 'POST', path: '^/v1/payment_intents$', kind: 'status', status: 402, times: 8 },
    body: {
      error: {
        ...{ type: 'card_error', code: 'incorrect_cvc', message: 'no' },
        payment_intent: { last_payment_error: { payment_method } },
      },
    },
  });
  const attempts = Array.from({ length: 8 }, (_, index) => ({ card: valid, offer: offers[index % 4] }));
  expect(await payConcurrently(attempts)).toEqual({ 402: 6, 429: 2 });
  await harness.stripe.clearFaults();
  const offer = await harness.getFreshOffer();
  const refused = await pay({ offer, card: valid });
  expect([refused.status, refused.body.error]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
  expect(refused.body.details).toEqual({ limit: 'card' });
  expect(refused.headers.get('retry-after')).toBe('86400');
  expect(refused.body.message).toMatch(/^This card was declined several times today\. Nothing was charged/);
  const ledger = await harness.ledgerFor(offer);
  expect([ledger.intents.length, ledger.uncaptured.length]).toEqual([1, 0]);
  expect((await pay({ offer: offers[3], card: createCard('5555555555554444') })).status).toBe(200);
});

it('[LIMIT-01] an attempt that may still be declined counts, and one whose process has died only for a while', async () => {
  const dying = await harness.spawnPayments({ ...settings, KILL_POINT: 'before:call:authorise' });
  const visitor = newVisitor();
  await pay({ visitor, replica: dying }).catch(() => undefined);
  expect((await pay({ visitor })).status).toBe(402);
  const refused = await pay({ visitor, card: valid });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
  expect(refused.body.details).toEqual({ limit: 'in_progress' });
  expect(refused.body.message).toMatch(/still being checked/);
  // Pricing and the card call may take this long.
  await harness.db
    .updateTable('card_attempts')
    .set({ at: sql<Date>`at - interval '106 seconds'` })
    .execute();
  expect((await pay({ visitor, card: valid })).status).toBe(200);
});

it.each([
  ['is refused by the service', { card: createCard('4929000000000006') }],
  ['gets no answer of the card provider', { card: valid }],
])('[PROVIDER-31] an attempt that %s is no decline', async (_case, attempt) => {
  const visitor = newVisitor();
  await harness.stripe.fault({
    method: 'POST',
    path: '^/v1/payment_intents$',
    kind: 'status',
    status: 401,
    times: 3,
  });
  for (let times = 0; times < 3; times += 1)
    expect([402, 503]).toContain((await pay({ ...attempt, visitor })).status);
  await harness.stripe.clearFaults();
  expect((await pay({ visitor, card: valid, offer: offers[4] })).status).toBe(200);
});

/** Unusually many declines of all clients, just now. */
const raiseBar = () => {
  const subject = createKeyedHasher(harness.hashKey).hash('decline', 'all');
  const burst = Array.from({ length: 20 }, () => ({ kind: 'decline' as const, subject }));
  return harness.db.insertInto('card_attempts').values(burst).execute();
};
const age = (interval: string) =>
  sql`update card_attempts set at = at - ${interval}::interval`.execute(harness.db);

it('[PROVIDER-31] unusually many declines of all clients leave a client two in an hour, also concurrent ones, and payers more', async () => {
  const payer = newVisitor();
  expect((await pay({ visitor: payer, card: valid, offer: offers[1] })).status).toBe(200);
  await raiseBar();
  const network = '203.0.113.9';
  const attempts = Array.from({ length: 10 }, (_, index) => ({ network, offer: offers[index % 5] }));
  expect(await payConcurrently(attempts)).toEqual({ 402: 2, 429: 8 });
  const refused = await pay({ network, card: valid, offer: offers[2] });
  expect([refused.status, refused.headers.get('retry-after'), refused.body.message]).toEqual([
    429,
    '600',
    expect.stringMatching(/Unusually many cards .* try again in 10 minutes, or contact us/),
  ]);
  expect((await pay({ card: valid, offer: offers[3] })).status).toBe(200);
  expect((await pay({ visitor: payer, network, offer: offers[4] })).status).toBe(402);
  await age('11 minutes');
  expect((await pay({ network, card: valid, offer: offers[4] })).status).toBe(200);
});

it('[PROVIDER-31] unusually many declines stop neither a second try after a mistake nor a client with declines of hours ago', async () => {
  const network = '203.0.114.9';
  for (const offer of offers.slice(0, 2)) expect((await pay({ network, offer })).status).toBe(402);
  await age('61 minutes');
  await raiseBar();
  const visitor = newVisitor();
  const offer = await harness.getFreshOffer();
  expect((await pay({ visitor, network, offer })).status).toBe(402);
  expect((await pay({ visitor, network, offer, card: valid })).status).toBe(200);
});

it('[PROVIDER-31] attempts are counted by the index, however many there are', async () => {
  await sql`insert into card_attempts (kind, subject, attempt_id)
    select 'decline', 'subject ' || number, gen_random_uuid() from generate_series(1, 20000) as number`.execute(
    harness.db,
  );
  await sql`analyze card_attempts`.execute(harness.db);
  const counts = selectCounts(harness.createJobDeps().config, [
    { kind: 'decline', subject: 'subject 1', seconds: 3600 },
    { kind: 'try', subject: 'subject 2', seconds: 60 },
  ]);
  const { rows } = await sql<Record<string, string>>`explain ${counts}`.execute(harness.db);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('card_attempts_of_subject');
  expect(plan).not.toContain('Seq Scan on card_attempts');
  expect((await counts.execute(harness.db)).rows.map(({ count }) => count)).toEqual([1, 0]);
});

it('[MONEY-32] fingerprints, offers, visitors and networks are stored as keyed hashes only', async () => {
  await pay({ network: '203.0.113.77' });
  const rows = await eventually(async () => {
    const found = await harness.db.selectFrom('card_attempts').selectAll().execute();
    return found.some(({ kind }) => kind === 'decline') ? found : undefined;
  });
  for (const { subject } of rows) expect(subject).toMatch(/^[\w-]{43}$/);
});
