import { setTimeout as delay } from 'node:timers/promises';
import { readBookingProgress } from '@fareline/contracts';
import type { Pool } from 'pg';
import type { Product } from '../local/product.ts';
import { choosePurchase, runAttempt, type AttemptOptions, type Purchase } from './attempt.ts';
import { createBrowserOfSeed, type Browser } from './browser.ts';
import { isTripCase, type CrashCase } from './cases.ts';
import { listNew, readChanges, readLedgers, readMails, readOrder, readRows } from './facts.ts';
import { createFault, getLatenessMs } from './faults.ts';
import { findViolations, type Facts, type Told } from './invariants.ts';
import { prepareTrip, runTripAttempt } from './trip-attempt.ts';
import { waitFor } from './wait-for.ts';
import { watchKillPoint } from './watch-kill-point.ts';

export interface World {
  product: Product;
  sandboxes: { duffel: string; stripe: string; mail: string };
  pool: Pool;
  /** Factor of all times of payments. */
  scale: number;
}

export interface RunResult extends CrashCase {
  isScaled: boolean;
  /** Whether payments came to the kill point, so that the victim died. */
  isKilled: boolean;
  told: Told[];
  /** States of the bookings at the end. */
  states: string[];
  openCases: string[];
  violations: string[];
  seconds: number;
}

/** Longer than an unused authorisation lasts, and than the reconciler needs to notice what no event has told. */
const settledWithinMs = 40 * 60_000;
const pauseOfMachineMs = 45_000;
const patienceMs = 240_000;
const slownessMs = 20_000;
const stripeKey = 'sk_test_sandbox';

/** Adds something to a sandbox, or removes all of it. */
async function control(url: string, path: string, body?: object): Promise<void> {
  const response = await fetch(`${url}/_sandbox/${path}`, {
    method: body ? 'POST' : 'DELETE',
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
}

/** Lets the bank ask for the card of the purchase, which only a card of the provider's form can show. */
async function withChallenge(stripeUrl: string, purchase: Purchase): Promise<Purchase> {
  const response = await fetch(`${stripeUrl}/v1/test_helpers/confirmation_tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stripeKey}` },
    body: new URLSearchParams({ payment_method: 'pm_card_threeDSecure2Required' }),
  });
  const { id: confirmationTokenId } = (await response.json()) as { id: string };
  const { cardDetails: _, ...payment } = purchase.payment;
  return { ...purchase, payment: { ...payment, confirmationTokenId } };
}

/** Runs one case in an idle product, and leaves it idle. */
export async function runCase(world: World, crashCase: CrashCase): Promise<RunResult> {
  const { product, sandboxes, pool, scale } = world;
  const started = performance.now();
  await product.supervisor.restart('payments', {
    ...{ TIME_SCALE: String(scale), KILL_POINT: crashCase.point, KILL_SIGNAL: 'SIGSTOP' },
    ...{ CARD_TRIES_PER_MINUTE: '1000', CARD_DECLINES_PER_SESSION: '1000', CARDS_PER_TRAVELLER: '1000' },
  });
  const { seed } = crashCase;
  const browser = createBrowserOfSeed(product.url, seed);
  const chosen = await choosePurchase(browser, crashCase);
  const purchase = crashCase.attempt === 'challenge' ? await withChallenge(sandboxes.stripe, chosen) : chosen;
  const before = await readLedgers(sandboxes);
  const { rows } = await pool.query<{ now: Date }>('select now()');
  const since = rows[0]!.now;
  const tokens = new Set<string>();
  const options: AttemptOptions = {
    ...{ browser, purchase, patienceMs: slownessMs + patienceMs * scale },
    onStatusToken: (token) => void tokens.add(token),
    passChallenge: (secret) =>
      control(sandboxes.stripe, 'challenges', {
        ...{ payment_intent: secret.split('_secret_')[0], outcome: 'passed' },
      }),
  };
  const attempt = await prepareAttempt(world, crashCase, options);
  const planned = createFault(crashCase, scale);
  if (planned) await control(sandboxes[planned.provider], 'faults', planned.fault);

  const watch = watchKillPoint(product.supervisor, crashCase.victim);
  try {
    const told = await attempt();
    await delay(getLatenessMs(crashCase, scale));
    const email = purchase.booking.passengers[0]?.email ?? '';
    const readFacts = async (): Promise<Facts> => {
      const ledgers = await readLedgers(sandboxes);
      return {
        orders: await Promise.all(
          listNew(ledgers.orders, before.orders).map((order) => readOrder(sandboxes.duffel, order)),
        ),
        intents: listNew(ledgers.intents, before.intents),
        ...(await readRows(pool, since)),
        changes: await readChanges(pool, since),
        mails: await readMails(sandboxes.mail, email),
        pages: await readPages(browser, tokens),
        told,
      };
    };
    let violations = ['the product does not answer'];
    let facts: Facts | undefined;
    await waitFor(
      pauseOfMachineMs + settledWithinMs * scale,
      async () => {
        facts = await readFacts();
        violations = findViolations(facts);
        return violations.length === 0 ? true : undefined;
      },
      1000,
    );
    return {
      ...crashCase,
      ...{ told, violations, isScaled: scale < 1, openCases: facts?.openCases ?? [] },
      states: facts?.bookings.map(({ state }) => state) ?? [],
      isKilled: await watch.stop(),
      seconds: Math.round((performance.now() - started) / 1000),
    };
  } finally {
    await watch.stop();
    await Promise.all([control(sandboxes.duffel, 'faults'), control(sandboxes.stripe, 'faults')]);
  }
}

/** What the visitor does while something dies. A trip is booked before, and all that follows from that is done. */
async function prepareAttempt(
  { product, sandboxes, pool }: World,
  crashCase: CrashCase,
  options: AttemptOptions,
): Promise<() => Promise<Told[]>> {
  if (!isTripCase(crashCase)) return () => runAttempt(crashCase, options);
  const tripOptions = {
    ...options,
    controlOrder: (id: string, action: object) => control(sandboxes.duffel, `orders/${id}`, action),
  };
  // Payments also stops where nothing is to die yet.
  const watch = watchKillPoint(product.supervisor);
  try {
    const trip = await prepareTrip(crashCase, tripOptions);
    await waitFor(options.patienceMs, async () =>
      (await readRows(pool, new Date())).unfinished === 0 ? true : undefined,
    );
    return () => runTripAttempt(trip, tripOptions);
  } finally {
    await watch.stop();
  }
}

async function readPages(browser: Browser, tokens: ReadonlySet<string>): Promise<string[]> {
  const pages: string[] = [];
  for (const token of tokens) {
    const answer = await browser.send(readBookingProgress, { body: { token } }, AbortSignal.timeout(10_000));
    pages.push(answer.body.status);
  }
  return pages;
}
