import { randomUUID } from 'node:crypto';
import { createBooking, processCard } from '@fareline/contracts';
import { choosePurchase, createBookingCall } from '../crash/attempt.ts';
import { createBrowserOfSeed } from '../crash/browser.ts';
import { listNew, readLedgers, readMails, readRows } from '../crash/facts.ts';
import { control, type World } from '../crash/run-case.ts';
import { waitFor } from '../crash/wait-for.ts';

/** How long the airline takes for each order: longer than a program takes to start. */
const orderMs = 12_000;
/** For all orders to be asked for, and for what follows a confirmed booking; only bounds a failure. */
const patienceMs = 120_000;
/** Purchases that are chosen at the same time. */
const atOnce = 4;

async function payAndPrepare(origin: string, seed: number) {
  const browser = createBrowserOfSeed(origin, seed);
  const purchase = await choosePurchase(browser, { seed, attempt: 'plain' });
  const headers = { 'idempotency-key': randomUUID() };
  const signal = AbortSignal.timeout(patienceMs);
  const paid = await browser.send(processCard, { body: purchase.payment, headers }, signal);
  if (!paid.body.paymentId) throw new Error(`not paid: ${paid.status} ${paid.body.error}`);
  const call = createBookingCall({ purchase }, paid.body.paymentId, randomUUID());
  return {
    email: purchase.booking.passengers[0]?.email ?? '',
    /** Sends the booking once; 201, or what came instead. */
    book: () =>
      browser.send(createBooking, call, AbortSignal.timeout(patienceMs)).then(
        ({ status, body }) => (status === 201 ? status : `${status} ${body.error ?? ''}`),
        (error: unknown) => String((error as Error).cause ?? error),
      ),
  };
}

/**
 * Sends bookings whose orders take a while, calls `change` when the airline has been asked for all of them, and returns what
 * contradicts `count` bookings that are confirmed, ordered, paid and mailed once each.
 */
export async function holdBookings(
  { product, sandboxes, pool }: Omit<World, 'scale'>,
  { count, firstSeed }: { count: number; firstSeed: number },
  change: () => Promise<void>,
): Promise<string[]> {
  const before = await readLedgers(sandboxes);
  const { rows } = await pool.query<{ now: Date }>('select now()');
  const since = rows[0]!.now;
  const prepared: Awaited<ReturnType<typeof payAndPrepare>>[] = [];
  for (let index = 0; index < count; index += atOnce) {
    const seeds = Array.from({ length: Math.min(atOnce, count - index) }, (_, of) => firstSeed + index + of);
    prepared.push(...(await Promise.all(seeds.map((seed) => payAndPrepare(product.url, seed)))));
  }
  const fault = { method: 'POST', path: '^/air/orders$', kind: 'latency', latencyMs: orderMs, times: count };
  await control(sandboxes.duffel, 'faults', fault);
  const answers = Promise.all(prepared.map(({ book }) => book()));
  const held = await waitFor(orderMs, async () => {
    const { bookings } = await readRows(pool, since);
    return bookings.filter(({ state }) => state === 'ordering').length === count || undefined;
  });
  await change();
  const refused = (await answers).filter((answer) => answer !== 201);
  const problems = [
    ...(held ? [] : [`the airline was not asked for ${count} orders within ${orderMs / 1000} s`]),
    ...refused.map((answer) => `a booking was answered ${answer}`),
  ];
  let contradictions: string[] = [];
  await waitFor(patienceMs, async () => {
    contradictions = await findContradictions();
    return contradictions.length === 0 || undefined;
  });
  return [...problems, ...contradictions];

  async function findContradictions(): Promise<string[]> {
    const ledgers = await readLedgers(sandboxes);
    const orders = listNew(ledgers.orders, before.orders);
    const intents = listNew(ledgers.intents, before.intents);
    const { bookings, openCases, unfinished } = await readRows(pool, since);
    const mails = await Promise.all(prepared.map(({ email }) => readMails(sandboxes.mail, email)));
    const isConfirmed = ({ subject }: { subject: string }) => subject.includes('is confirmed');
    const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
    const charged = sum(
      intents.map(({ amount_received, amount_refunded }) => amount_received - amount_refunded),
    );
    const due = sum(bookings.map(({ amount_minor }) => amount_minor));
    const facts: [what: string, found: number, expected: number][] = [
      ['orders that stand', orders.filter(({ status }) => status !== 'cancelled').length, count],
      ['orders', orders.length, count],
      ['captured payments', intents.filter(({ amount_received }) => amount_received > 0).length, count],
      ['payments', intents.length, count],
      ['minor units charged', charged, due],
      ['confirmed bookings', bookings.filter(({ state }) => state === 'confirmed').length, count],
      [
        'mails of confirmed bookings',
        mails.filter((list) => list.filter(isConfirmed).length === 1).length,
        count,
      ],
      ['open cases', openCases.length, 0],
      ['unfinished steps', unfinished, 0],
    ];
    return facts.flatMap(([what, found, expected]) =>
      found === expected ? [] : [`${what}: ${found} instead of ${expected}`],
    );
  }
}
