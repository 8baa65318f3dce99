import { randomUUID } from 'node:crypto';
import {
  formatMinor,
  parseMinor,
  type BookingRecord,
  type BookingRefund,
  type Offer,
} from '@fareline/contracts';
import { sweepOutboxHandler } from '@fareline/service-kit/outbox';
import { eventually } from '@fareline/service-kit/testing';
import fc from 'fast-check';
import { sql } from 'kysely';
import Stripe from 'stripe';
import { expect, it } from 'vitest';
import type { DisputeState } from '../db/schema.ts';
import { createOutbox } from '../outbox.ts';
import { reconcileHandler } from '../reconciliation/reconcile.job.ts';
import { startSharedHarness } from '../testing/harness.ts';
import {
  createBookingRequest,
  createCard,
  createPassenger,
  createPaymentRequest,
  idempotencyHeader,
} from '../testing/requests.ts';
import { newVisitor } from '../testing/send-request.ts';
import { createChargeEvent, createIntentEvent, signHeaders } from '../testing/webhook-events.ts';
import { sweepHandler } from './sweep.job.ts';

/** `npm run test:full` runs more, from a new seed. SEQUENCES_PATH repeats the one that a failed run prints. */
const sequences = Number(process.env.SEQUENCES ?? 20);
const seed = Number(process.env.SEQUENCES_SEED ?? 20261126);

const harness = await startSharedHarness();
// The jobs run when a sequence says so.
const service = await harness.startPayments({
  ...{ SWEEP_EVERY_MS: '600000', RECONCILE_EVERY_MS: '600000', CARDS_PER_TRAVELLER: '100000' },
});
const deps = harness.createJobDeps({ RECONCILE_MARGIN_MS: '0' });
const { hostname: host, port } = new URL(harness.stripeProgram.url);
const stripe = new Stripe('sk_test_payments', { host, port, protocol: 'http', telemetry: false });
const support = await harness.signUpSupport();

const sweep = async () => {
  await sweepHandler(deps).run({});
  await sweepOutboxHandler(createOutbox(deps), 0).run({});
};
const reconcile = () => reconcileHandler(deps).run({});

interface RefundFact {
  /** The action of support, or `cancellation`. */
  reason: string;
  minor: number;
  isAdvance: boolean;
  /** Reduces what the cancellation owes. */
  isOfCancellation: boolean;
  /** `due` until the card provider has it; `refused` when less is left there. */
  state: 'due' | 'paid' | 'failed' | 'refused';
}

/** What must be true of one booking, by what was asked of the providers and of the service. */
interface Model {
  refunds: RefundFact[];
  dispute: DisputeState | null;
  /** The state of the dispute of which the service has learned. */
  knownDispute: DisputeState | null;
  /** What was left of the charge when it was disputed. */
  disputedMinor: number;
  end: 'cancelled' | 'cancelled_by_airline' | null;
  owedMinor: number;
  /** What the cancellation does not give back because it was paid in advance. */
  advanceMinor: number;
}

/** The booking that a sequence is about. */
interface Real {
  offer: Offer;
  email: string;
  body: object;
  key: Record<string, string>;
  visitor: Record<string, string>;
  session: Record<string, string>;
  id: string;
  intentId: string;
  orderId: string;
  paidMinor: number;
  /** What the airline gives back, with the markup; undefined when it gives nothing. */
  returnedMinor: number | undefined;
  quote?: { id: string; minor: number; refunds: number };
  /** Events that are still to be delivered. */
  untold: ['stripe' | 'duffel', string][];
}

type Command = fc.AsyncCommand<Model, Real>;

const command = (
  name: string,
  run: (model: Model, real: Real) => Promise<unknown>,
  check: (model: Readonly<Model>) => boolean = () => true,
): Command => ({
  toString: () => name,
  check,
  async run(model, real) {
    await run(model, real);
    await checkMoney(model, real);
  },
});

const hasNoMoney = ({ state }: RefundFact) => state === 'failed' || state === 'refused';
const sum = (refunds: readonly RefundFact[]) =>
  refunds.reduce((total, refund) => total + (hasNoMoney(refund) ? 0 : refund.minor), 0);
const getLost = ({ disputedMinor }: Model, state: DisputeState | null) =>
  state === 'lost' ? disputedMinor : 0;
/** What the service knows to be left of the payment. */
const getLeft = (model: Model, real: Real) =>
  Math.max(0, real.paidMinor - getLost(model, model.knownDispute) - sum(model.refunds));
/** The bank has given back all that was not refunded. */
const isReturned = (model: Model, { paidMinor }: Real) =>
  model.dispute === 'lost' &&
  paidMinor - model.disputedMinor <= sum(model.refunds.filter(({ state }) => state !== 'due'));
const blocksRefunds = (model: Model, real: Real) => model.dispute === 'open' || isReturned(model, real);
const sumOfCancellation = ({ refunds }: Model) =>
  sum(refunds.filter(({ isOfCancellation }) => isOfCancellation));

/** What a quote gives back now. (REFUND-01, REFUND-02) */
function getQuoted(model: Model, real: Real): number | undefined {
  if (real.returnedMinor === undefined || model.end) return undefined;
  const advances = sum(model.refunds.filter(({ isAdvance }) => isAdvance));
  const lost = getLost(model, model.knownDispute);
  return Math.min(Math.max(0, real.returnedMinor - lost - advances), getLeft(model, real));
}

const toMinor = (amount: unknown, { offer }: Real) => parseMinor(String(amount), offer.total_currency);

let clients = 0;
/** Each request is of another client, because those of one are limited. */
const send = (method: string, path: string, body: unknown, headers: Record<string, string>) => {
  clients += 1;
  const client = `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`;
  return harness.send(service, method, path, body, { ...headers, 'x-forwarded-for': client });
};

async function deliver({ untold }: Real, events: Real['untold']) {
  for (const [provider, event] of events) {
    const { status } = await send('POST', `/api/webhooks/${provider}`, event, signHeaders(provider, event));
    expect(status).toBe(200);
  }
  untold.splice(0, untold === events ? untold.length : 0);
}

/** Delivers an event now, or leaves it to a later command. */
async function tell(real: Real, isTold: boolean, ...events: Real['untold']) {
  if (isTold) await deliver(real, events);
  else real.untold.push(...events);
}

const getRecord = async ({ id }: Real): Promise<BookingRecord> =>
  (await send('GET', `/api/review/bookings/${id}`, undefined, support)).body as never;

const listRefunds = async ({ intentId }: Real) =>
  (await stripe.refunds.list({ payment_intent: intentId, limit: 100 })).data;

const readRows = ({ intentId }: Real) =>
  harness.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.id', 'provider_id', 'refunds.state', 'refunds.amount_minor', 'action_id'])
    .where('intent_id', '=', intentId)
    .execute();

const readUnsentMails = (id: string) =>
  harness.db
    .selectFrom('outbox')
    .select('kind')
    .where('subject', '=', id)
    .where('done_at', 'is', null)
    .execute();

/** The refunds of the card provider are those of the model, never more than was paid, and none of a disputed payment. */
async function checkMoney(model: Model, real: Real) {
  const [made, rows] = await Promise.all([listRefunds(real), readRows(real)]);
  expect(rows.length).toBe(model.refunds.length);
  for (const refund of made) {
    const row = rows.find(({ id }) => id === refund.metadata?.refund_id);
    const fact = model.refunds.find(({ reason }) => reason === (row?.action_id ?? 'cancellation'));
    if (fact?.state === 'due' && !blocksRefunds(model, real)) fact.state = 'paid';
    expect({ ...fact, paid: refund.status }, refund.id).toMatchObject({
      minor: refund.amount,
      state: refund.status === 'failed' ? 'failed' : 'paid',
    });
  }
  for (const row of rows.filter(({ state, provider_id }) => state === 'failed' && provider_id === null)) {
    const fact = model.refunds.find(({ reason }) => reason === (row.action_id ?? 'cancellation'));
    if (fact) fact.state = 'refused';
    expect(real.paidMinor - getLost(model, model.dispute) - sum(model.refunds)).toBeLessThan(
      row.amount_minor,
    );
  }
  const isAtProvider = ({ state }: RefundFact) => state === 'paid' || state === 'failed';
  expect(made).toHaveLength(model.refunds.filter(isAtProvider).length);
  const kept = made.reduce(
    (left, { status, amount }) => left - (status === 'failed' ? 0 : amount),
    real.paidMinor,
  );
  expect(kept).toBeGreaterThanOrEqual(0);
  expect(real.paidMinor - sum(model.refunds)).toBeGreaterThanOrEqual(0);
}

const rowStates = { due: 'due', paid: 'succeeded', failed: 'failed', refused: 'failed' } as const;

/** What the trip tells of a refund: of a cancellation what is still owed, else what was given. (REFUND-02, LEDGER-06) */
function expectedRefund(model: Model, real: Real): Pick<BookingRefund, 'amount' | 'state'> | null {
  const show = (minor: number, state: BookingRefund['state']) => ({
    amount: formatMinor(minor, 'USD'),
    state,
  });
  const { paidMinor } = real;
  const isLost = isReturned(model, real);
  const isEnded = (fact: RefundFact) => hasNoMoney(fact) || (isLost && fact.state === 'due');
  const given = model.refunds.filter((refund) => !isEnded(refund));
  const waits = model.dispute === 'open' ? 'disputed' : 'pending';
  const made = given.some(({ state }) => state === 'due') ? waits : 'paid';
  const isByAirline = model.end === 'cancelled_by_airline';
  const owedMinor = isByAirline ? paidMinor : model.owedMinor;
  if (model.end && (owedMinor > 0 || sum(given) === 0)) {
    const leftMinor = owedMinor - sum(given.filter((refund) => isByAirline || refund.isOfCancellation));
    if (owedMinor > 0 && leftMinor <= 0) return show(owedMinor, made);
    // Of what was taken off because the bank gave it back, nothing is left to refund.
    const isByBank = model.dispute === 'lost' && owedMinor === 0 && model.refunds.some(hasNoMoney);
    if (isLost || isByBank) return show(leftMinor, 'by_bank');
    if (owedMinor === 0) return show(0, 'none');
    const most = paidMinor - getLost(model, model.dispute) - sum(given);
    return show(Math.min(leftMinor, most), isByAirline ? 'owed' : 'failed');
  }
  if (sum(given) > 0) return show(sum(given), made);
  const ended = model.refunds.map(({ minor }) => minor);
  return ended.length > 0 ? show(Math.max(...ended), isLost ? 'by_bank' : 'failed') : null;
}

/**
 * An advance that has failed is owed from when the service learns of it; in all it stays the same, but for what the bank gives back
 * where more was left of the payment than it gave. (LEDGER-06)
 */
async function readOwed(model: Model, real: Real) {
  const { id } = real;
  const row = await harness.db
    .selectFrom('amendments')
    .selectAll()
    .where('booking_id', '=', id)
    .where('kind', '=', 'cancellation')
    .where('state', 'in', ['agreed', 'done'])
    .executeTakeFirst();
  if (model.end !== 'cancelled' || !row) return;
  const [owedMinor, advanceMinor] = [Number(row.refund_minor), Number(row.advance_minor)];
  const allMinor = model.owedMinor + model.advanceMinor;
  const lostMinor = isReturned(model, real) ? 0 : getLost(model, model.dispute);
  expect([allMinor, model.advanceMinor + Math.max(0, model.owedMinor - lostMinor)]).toContain(
    owedMinor + advanceMinor,
  );
  Object.assign(model, { owedMinor, advanceMinor });
}

/** After all events and jobs: order, money, tables, mails, the trip and what support can do agree. */
async function checkEnd(model: Model, real: Real) {
  const { id, session, email, offer } = real;
  await deliver(real, real.untold);
  await reconcile();
  learn(model);
  await eventually(async () => {
    await sweep();
    const [rows, unsent] = await Promise.all([readRows(real), readUnsentMails(id)]);
    const isPaid = rows.every(({ state }) => state !== 'due' || blocksRefunds(model, real));
    if (isPaid && unsent.length === 0) return true;
    throw new Error(JSON.stringify({ rows, unsent }));
  }, 10_000);
  await readOwed(model, real);
  const advances = sum(model.refunds.filter(({ isAdvance }) => isAdvance));
  expect(model.advanceMinor).toBeLessThanOrEqual(advances);
  await checkMoney(model, real);
  const [{ allOrders, orders, captured, uncaptured }, record, trip, rows, mails] = await Promise.all([
    harness.ledgerFor(offer),
    getRecord(real),
    send('GET', `/api/bookings/${id}`, undefined, session),
    readRows(real),
    harness.getEmails(email),
  ]);
  expect([allOrders.length, orders.length]).toEqual([1, model.end ? 0 : 1]);
  expect([captured.length, uncaptured.length]).toEqual([1, 0]);
  expect(record.state).toBe(model.end ?? 'confirmed');
  expect(trip.body.status).toBe(model.end ? 'cancelled' : 'confirmed');
  const shown = trip.body.refund as BookingRefund | null;
  expect(shown && { amount: shown.amount, state: shown.state }).toEqual(expectedRefund(model, real));
  expect(rows.map(({ state }) => state).toSorted()).toEqual(
    model.refunds.map(({ state }) => rowStates[state]).toSorted(),
  );
  const left = getLeft(model, real);
  const offered = record.actions.find(({ action }) => action === 'refund')?.maxAmount;
  expect(offered).toBe(blocksRefunds(model, real) || left === 0 ? undefined : formatMinor(left, 'USD'));
  const unexplained = record.cases.filter(({ kind }) => kind === 'reconciliation');
  expect(unexplained.map(({ subject }) => subject)).toEqual([]);
  const count = (text: string) => mails.filter(({ subject }) => subject.includes(text)).length;
  const bySupport = model.refunds.filter(({ reason }) => reason !== 'cancellation');
  const isDue = ({ state }: RefundFact) => state === 'due';
  const endedByBank = isReturned(model, real) ? model.refunds.filter(isDue) : [];
  expect({
    confirmed: count('is confirmed'),
    cancelled: count('is cancelled'),
    byAirline: count('The airline has cancelled'),
    refunds: count('A refund of'),
  }).toEqual({
    confirmed: 1,
    cancelled: Number(model.end === 'cancelled'),
    byAirline: Number(model.end === 'cancelled_by_airline'),
    refunds:
      bySupport.filter(({ state }) => state === 'paid' || state === 'failed').length +
      model.refunds.filter(hasNoMoney).length +
      endedByBank.length,
  });
}

const intentEvents = ['payment_intent.amount_capturable_updated', 'payment_intent.succeeded'] as const;

const repeat = command('repeat with the same key', async (_, { body, key, visitor, id }) => {
  expect((await send('POST', '/api/bookings', body, { ...key, ...visitor })).body.id).toBe(id);
});

const secondTab = command('second tab with another key', async (_, { body, visitor, id }) => {
  const answer = await send('POST', '/api/bookings', body, { ...idempotencyHeader(), ...visitor });
  expect(answer.body.id ?? id, JSON.stringify(answer.body)).toBe(id);
});

const intentEvent = (type: (typeof intentEvents)[number], times: number) =>
  command(`${type}, ${times} times`, async (_, real) => {
    const event = createIntentEvent(type, real.intentId);
    await deliver(
      real,
      Array.from({ length: times }, () => ['stripe', event]),
    );
  });

const switchMode = (isLive: boolean) =>
  command(isLive ? 'live mode' : 'test mode', () => harness.setLiveMode(isLive));

const quote = command('quote', async (model, real) => {
  const path = `/api/bookings/${real.id}/cancellation-quote`;
  const { status, body } = await send('POST', path, undefined, real.session);
  if (status === 429) return;
  const expected = getQuoted(model, real);
  expect(status === 200 ? toMinor(body.refund_amount, real) : undefined, JSON.stringify(body)).toBe(expected);
  if (expected === undefined) return;
  real.quote = { id: String(body.quote_id), minor: expected, refunds: model.refunds.length };
});

const cancel = (times: number, isQuoted: boolean) =>
  command(`cancel, ${times} at once, ${isQuoted ? 'with' : 'without'} the quote`, async (model, real) => {
    const { id, session } = real;
    // A request without an id means the last quote.
    const shown = real.quote;
    const expected = getQuoted(model, real);
    const request = isQuoted && shown ? { quote_id: shown.id } : undefined;
    const answers = await Promise.all(
      Array.from({ length: times }, () => send('POST', `/api/bookings/${id}/cancel`, request, session)),
    );
    if (answers.some(({ status }) => status === 429)) return;
    const isCancelled = answers.some(({ body }) => body.success === true);
    // What has failed may have been taken off the quote; the tables may not know it yet.
    const hasFailed = model.refunds.some(({ state }) => state === 'failed');
    if (model.end === 'cancelled' || !isCancelled) {
      const isStale = shown && (hasFailed || shown.refunds < model.refunds.length);
      const isPossible = expected !== undefined && (!isStale || shown.minor === expected);
      expect(
        isCancelled || !isPossible || model.end !== null,
        JSON.stringify(answers.map(({ body }) => body)),
      ).toBe(true);
      const changed = answers.find(({ body }) => body.error === 'CANCELLATION_QUOTE_CHANGED')?.body.details;
      if (changed?.quote_id && expected !== undefined)
        real.quote = { id: String(changed.quote_id), minor: expected, refunds: model.refunds.length };
      return;
    }
    expect(model.end).toBe(null);
    const row = await harness.db
      .selectFrom('amendments')
      .selectAll()
      .where('booking_id', '=', id)
      .where('kind', '=', 'cancellation')
      .where('state', 'in', ['agreed', 'done'])
      .executeTakeFirstOrThrow();
    const isCurrent = shown && shown.refunds === model.refunds.length;
    const agreed = isCurrent ? [shown.minor, ...(hasFailed ? [expected] : [])] : [expected];
    expect(agreed).toContain(Number(row.refund_minor));
    model.end = 'cancelled';
    model.owedMinor = Number(row.refund_minor);
    model.advanceMinor = Number(row.advance_minor);
    if (model.owedMinor > 0)
      model.refunds.push({
        ...{ reason: 'cancellation', minor: model.owedMinor, state: 'due' },
        ...{ isAdvance: false, isOfCancellation: true },
      });
  });

const refund = (percent: number, isAdvance: boolean, presses: number) =>
  command(
    `support refunds ${percent} %${isAdvance ? ' in advance' : ''}, ${presses} presses`,
    async (model, real) => {
      await readOwed(model, real);
      const left = getLeft(model, real);
      const minor = Math.max(1, Math.round((left * percent) / 100));
      const action = {
        actionId: randomUUID(),
        action: 'refund',
        amount: formatMinor(minor, 'USD'),
        ...{ isAdvance, isRepeat: true },
      };
      const press = () => send('POST', `/api/review/bookings/${real.id}/actions`, action, support);
      const answers = await Promise.all(Array.from({ length: presses }, press));
      const { state } = await harness.db
        .selectFrom('bookings')
        .select('state')
        .where('id', '=', real.id)
        .executeTakeFirstOrThrow();
      // What the airline does counts from when the service learns of it.
      const isKnown = model.end !== 'cancelled_by_airline' || state !== 'confirmed';
      const isTooLate = isAdvance && model.end !== null && isKnown;
      const isRefused = minor > left || model.knownDispute === 'open' || isTooLate;
      for (const { status, body } of answers)
        expect(status, JSON.stringify(body)).toBe(isRefused ? 409 : 200);
      if (isRefused) return;
      const isOfCancellation = model.end === 'cancelled' && sumOfCancellation(model) < model.owedMinor;
      model.refunds.push({ reason: action.actionId, minor, isAdvance, isOfCancellation, state: 'due' });
    },
  );

const failRefund = (index: number, isTold: boolean) =>
  command(
    `refund ${index} fails${isTold ? '' : ', not told yet'}`,
    async (model, real) => {
      const [made, rows] = await Promise.all([listRefunds(real), readRows(real)]);
      const paid = made.filter(({ status }) => status === 'succeeded');
      const failing = paid[index % paid.length];
      if (!failing) return;
      await harness.stripe.control('POST', 'refunds', { refund: failing.id, status: 'failed' });
      const row = rows.find(({ provider_id }) => provider_id === failing.id);
      const fact = model.refunds.find(({ reason }) => reason === (row?.action_id ?? 'cancellation'));
      if (fact) fact.state = 'failed';
      const event = createChargeEvent('refund.failed', failing, real.intentId);
      await tell(real, isTold, ['stripe', event]);
    },
    ({ refunds }) => refunds.some(({ state }) => state === 'paid'),
  );

const dispute = (status: 'needs_response' | 'won' | 'lost', isTold: boolean) =>
  command(
    `dispute: ${status}${isTold ? '' : ', not told yet'}`,
    async (model, real) => {
      const input = { payment_intent: real.intentId, status };
      const { id } = (await harness.stripe.control('POST', 'disputes', input)) as { id: string };
      if (status === 'needs_response')
        model.disputedMinor = real.paidMinor - sum(model.refunds.filter(({ state }) => state !== 'due'));
      model.dispute = status === 'needs_response' ? 'open' : status;
      const type = `charge.dispute.${status === 'needs_response' ? 'created' : 'closed'}`;
      const event = createChargeEvent(type, { id, object: 'dispute' }, real.intentId);
      await tell(real, isTold, ['stripe', event]);
      if (isTold) model.knownDispute = model.dispute;
    },
    (model) => model.dispute === (status === 'needs_response' ? null : 'open'),
  );

const airlineCancels = (isTold: boolean) =>
  command(
    `the airline cancels${isTold ? '' : ', not told yet'}`,
    async (model, real) => {
      await harness.cancelOrder(real.orderId);
      model.end = 'cancelled_by_airline';
      const type = 'order_cancellation.confirmed';
      const data = { object: { id: real.orderId } };
      await tell(real, isTold, [
        'duffel',
        JSON.stringify({ id: `wev_${randomUUID()}`, type, live_mode: false, data }),
      ]);
    },
    ({ end }) => end === null,
  );

const learn = (model: Model) => {
  model.knownDispute = model.dispute;
};

const flag = fc.boolean();
const once = fc.constantFrom(1, 1, 2);
const commands = fc.commands(
  [
    fc.constant(repeat),
    fc.constant(secondTab),
    fc.tuple(fc.constantFrom(...intentEvents), once).map((args) => intentEvent(...args)),
    flag.map(switchMode),
    fc.constant(quote),
    fc.tuple(once, flag).map((args) => cancel(...args)),
    fc.tuple(fc.constantFrom(1, 10, 50, 100, 101), flag, once).map((args) => refund(...args)),
    fc.tuple(fc.nat(3), flag).map((args) => failRefund(...args)),
    fc.tuple(fc.constantFrom('needs_response', 'won', 'lost'), flag).map((args) => dispute(...args)),
    flag.map(airlineCancels),
    fc.constant(command('reconciler', (model) => reconcile().then(() => learn(model)))),
    fc.constant(command('sweep', sweep)),
    fc.constant(command('events', (model, real) => deliver(real, real.untold).then(() => learn(model)))),
  ],
  { maxCommands: 16, size: 'max' },
);

const starts = [
  'at once',
  'in two tabs',
  'after an event of its intent',
  'after a switch of the mode',
  'captured by an event',
] as const;
type Start = (typeof starts)[number];
const fares = ['free', 'kept', 'nothing'] as const;
type Fare = (typeof fares)[number];

const isOfFare =
  (fare: Fare) =>
  ({ conditions: { refund_penalty_amount: amount } }: Offer) => {
    if (amount === null || amount === undefined) return fare === 'nothing';
    return fare === (Number(amount) > 0 ? 'kept' : 'free');
  };

let searches: Partial<Record<Fare, { offer: Offer; uses: number }>> = {};
/** The offers come from a few searches, because the days of a year are fewer than the sequences. */
async function getOffer(fare: Fare): Promise<Offer> {
  const known = searches[fare];
  const found =
    known && known.uses < 10 ? known : { offer: await harness.getCachedOffer({}, isOfFare(fare)), uses: 0 };
  found.uses += 1;
  searches = { ...searches, [fare]: found };
  return (await harness.refresh(found.offer)).offer;
}

const testOffer = await harness.getFreshOffer();

/** Ends live mode, of which the services learn later. */
async function returnToTestMode(): Promise<void> {
  await harness.setLiveMode(false);
  const body = createPaymentRequest(testOffer, { amount: '1.00' });
  await eventually(async () => {
    const headers = { ...idempotencyHeader(), ...newVisitor() };
    const answer = await send('POST', '/api/payments/process-card', body, headers);
    return answer.body.error === 'AMOUNT_MISMATCH' || undefined;
  });
}

async function book(start: Start, fare: Fare): Promise<Real> {
  await returnToTestMode();
  const offer = await getOffer(fare);
  const visitor = newVisitor();
  const passenger = createPassenger();
  const payBefore = async () => {
    const headers = { ...idempotencyHeader(), ...visitor };
    const { body } = await send('POST', '/api/payments/process-card', createPaymentRequest(offer), headers);
    expect(body.paymentId, JSON.stringify(body)).toBeTruthy();
    return { paymentId: body.paymentId };
  };
  const findIntent = async () => (await harness.ledgerFor(offer)).intents[0]?.id ?? '';
  const tellOfIntent = async () => {
    const event = createIntentEvent(intentEvents[0], await findIntent());
    await send('POST', '/api/webhooks/stripe', event, signHeaders('stripe', event));
  };
  const isPaidBefore = start === 'after an event of its intent' || start === 'after a switch of the mode';
  const card = isPaidBefore ? await payBefore() : { cardDetails: createCard() };
  const body = createBookingRequest(offer, card, [passenger]);
  const post = (key: Record<string, string>) => send('POST', '/api/bookings', body, { ...key, ...visitor });
  const keys = start === 'in two tabs' ? [idempotencyHeader(), idempotencyHeader()] : [idempotencyHeader()];
  if (start === 'after an event of its intent') await tellOfIntent();
  if (start === 'after a switch of the mode') await harness.setLiveMode(true);
  const path = '^/v1/payment_intents/.*/capture$';
  if (start === 'captured by an event')
    await harness.stripe.fault({ path, kind: 'status', status: 500, times: 3 });
  const answers = await Promise.all(keys.map(post));
  if (start === 'captured by an event') await tellOfIntent();
  await harness.waitUntilProcessed(offer);
  await harness.stripe.clearFaults();
  const booked = answers.findIndex(({ body }) => body.id);
  const key = keys[booked];
  if (!key) throw new Error(JSON.stringify(answers.map(({ body }) => body)));
  const repeated = await post(key);
  expect(repeated.status, JSON.stringify(repeated.body)).toBe(201);
  const { id } = repeated.body;
  const session = [answers[booked], repeated].find((answer) => answer?.cookies.session)?.cookies.session;
  expect(session).toBeTruthy();
  const row = await harness.db
    .selectFrom('bookings')
    .innerJoin('payments', 'payments.id', 'bookings.payment_id')
    .select(['intent_id', 'order_id', 'bookings.amount_minor', 'provider_amount'])
    .where('bookings.id', '=', id)
    .executeTakeFirstOrThrow();
  const real: Real = {
    ...{ offer, email: passenger.email ?? '', body, key, visitor, id, untold: [] },
    session: { cookie: `session=${session}` },
    intentId: row.intent_id ?? '',
    orderId: row.order_id ?? '',
    paidMinor: row.amount_minor,
    returnedMinor: undefined,
  };
  const returned = await askAirline(real.orderId);
  const kept = (toMinor(row.provider_amount, real) ?? 0) - (toMinor(returned, real) ?? 0);
  return {
    ...real,
    returnedMinor: Number(returned) > 0 || fare !== 'nothing' ? real.paidMinor - kept : undefined,
  };
}

/** What the airline would give back. */
async function askAirline(orderId: string): Promise<string> {
  const response = await fetch(`${harness.duffelProgram.url}/air/order_cancellations`, {
    method: 'POST',
    headers: {
      ...{ authorization: 'Bearer duffel_test_payments', 'duffel-version': 'v2' },
      'content-type': 'application/json',
    },
    body: JSON.stringify({ data: { order_id: orderId } }),
  });
  const { data } = (await response.json()) as { data: { refund_amount: string } };
  return data.refund_amount;
}

it(
  `[LEDGER-01] [LEDGER-06] money, order, trip, mails and support agree after any sequence (SEQUENCES_SEED=${seed})`,
  async () => {
    const run = fc.asyncProperty(
      ...([fc.constantFrom(...starts), fc.constantFrom(...fares), commands] as const),
      async (start, fare, sequence) => {
        const model: Model = {
          refunds: [],
          dispute: null,
          knownDispute: null,
          disputedMinor: 0,
          end: null,
          owedMinor: 0,
          advanceMinor: 0,
        };
        // Support's password is asked again after ten minutes, which 500 sequences take.
        await sql`update ${sql.table(`${harness.schema}_accounts.sessions`)} set authenticated_at = now()`.execute(
          harness.db,
        );
        const real = await book(start, fare);
        await fc.asyncModelRun(() => ({ model, real }), sequence);
        await checkEnd(model, real);
      },
    );
    await fc.assert(run, {
      seed,
      path: process.env.SEQUENCES_PATH ?? '',
      numRuns: sequences,
      endOnFailure: true,
    });
  },
  60_000 + sequences * 10_000,
);
