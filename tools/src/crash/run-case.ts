import { setTimeout as delay } from 'node:timers/promises';
import { readBookingProgress } from '@fareline/contracts';
import { eventually } from '@fareline/service-kit/testing';
import { choosePurchase, runAttempt, type Purchase } from './attempt.ts';
import { createBrowser } from '../endpoints/testing/browser.ts';
import { isTripCase, type CrashCase } from './cases.ts';
import { countUnfinished, createFactsReader, type World } from './facts.ts';
import { createFault, getLatenessMs, timeScale } from './faults.ts';
import { findViolations, type Facts, type Told } from './invariants.ts';
import { prepareTrip } from './trip-attempt.ts';
import { watchKillPoint } from './watch-kill-point.ts';

export interface RunResult extends CrashCase {
  /** Whether payments came to the kill point, so that the victim died. */
  isKilled: boolean;
  told: Told[];
  openCases: string[];
  violations: string[];
}

/** Longer than an unused authorisation lasts, and than the reconciler needs to notice what no event has told. */
const settledWithinMs = 45_000 + 40 * 60_000 * timeScale;
/** How long a page waits for an answer, and for the end of a pending booking. */
const patienceMs = 20_000 + 240_000 * timeScale;

/** Lets the bank ask for the card of the purchase, which only a card of the provider's form can show. */
async function withChallenge(stripeUrl: string | undefined, purchase: Purchase): Promise<Purchase> {
  const response = await fetch(`${stripeUrl}/v1/test_helpers/confirmation_tokens`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams({ payment_method: 'pm_card_threeDSecure2Required' }),
  });
  const { id: confirmationTokenId } = (await response.json()) as { id: string };
  const { cardDetails: _, ...payment } = purchase.payment;
  return { ...purchase, payment: { ...payment, confirmationTokenId } };
}

/** Runs one case in an idle product, and leaves it idle. */
export async function runCase(world: World, crashCase: CrashCase): Promise<RunResult> {
  const { product, pool, duffel, stripe } = world;
  const { seed, attempt, point, victim } = crashCase;
  const restartPayments = (killPoint: string) =>
    product.supervisor.restart('payments', {
      ...{ TIME_SCALE: String(timeScale), KILL_POINT: killPoint, KILL_SIGNAL: 'SIGSTOP' },
      ...{ CARD_TRIES_PER_MINUTE: '1000', CARD_DECLINES_PER_SESSION: '1000', CARDS_PER_TRAVELLER: '1000' },
    });
  const isTrip = isTripCase(crashCase);
  await restartPayments(isTrip ? '' : point);
  const browser = createBrowser(product.url, seed, patienceMs);
  const chosen = await choosePurchase(browser, crashCase, duffel);
  const purchase = attempt === 'challenge' ? await withChallenge(product.stripeUrl, chosen) : chosen;
  const read = await createFactsReader(world, purchase.booking.passengers[0]?.email ?? '');
  const visit = { browser, purchase, duffel, stripe };
  const act = isTrip ? await prepareTrip(crashCase, visit) : () => runAttempt(attempt, visit);
  if (isTrip) {
    // Nothing dies before all that follows from the booking is done.
    await browser.watch(async () => (await countUnfinished(pool)) === 0 || undefined);
    await restartPayments(point);
  }
  const planned = createFault(crashCase);
  if (planned) await world[planned.provider].fault(planned.fault);

  const watch = watchKillPoint(product.supervisor, victim);
  try {
    const told = await act();
    await delay(getLatenessMs(crashCase));
    const readPage = async (token: string) =>
      (await browser.send(readBookingProgress, { body: { token } }, 10_000)).body.status;
    let facts: Facts | undefined;
    let violations = ['the product does not answer'];
    await eventually(async () => {
      const pages = await Promise.all([...browser.statusTokens].map(readPage));
      facts = { ...(await read()), pages, told };
      violations = findViolations(facts);
      if (violations.length === 0) return true;
      // So much is not read all the time.
      await delay(1000);
      return undefined;
    }, settledWithinMs).catch(() => undefined);
    const openCases = facts?.openCases ?? [];
    return { ...crashCase, told, violations, openCases, isKilled: await watch.stop() };
  } finally {
    await watch.stop();
    await Promise.all([duffel.clearFaults(), stripe.clearFaults()]);
  }
}
