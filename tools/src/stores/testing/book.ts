import { eventually } from '@fareline/service-kit/testing';
import pg from 'pg';
import type { Product } from '../../local/product.ts';
import { choosePurchase, runAttempt } from '../../crash/attempt.ts';
import type { CrashCase } from '../../crash/cases.ts';
import type { Told } from '../../crash/invariants.ts';
import { prepareTrip } from '../../crash/trip-attempt.ts';
import { connectSandboxes, countUnfinished } from '../../crash/facts.ts';
import { createBrowser, type Browser } from '../../endpoints/testing/browser.ts';

const patienceMs = 60_000;

/** Books as a new visitor and returns their browser; throws unless the booking is confirmed, and cancelled if it has to be. */
export async function book(
  product: Product,
  seed: number,
  { attempt = 'plain', isSignedIn = attempt === 'book and cancel' }: BookOptions = {},
): Promise<Browser> {
  const browser = createBrowser(product.url, seed, patienceMs);
  const chosen = isSignedIn ? 'book and cancel' : attempt;
  const sandboxes = connectSandboxes(product);
  const purchase = await choosePurchase(browser, { seed, attempt: chosen }, sandboxes.duffel);
  const told = await runAttempt(attempt, { browser, purchase, ...sandboxes });
  const expected = attempt === 'book and cancel' ? 'confirmed,cancelled' : 'confirmed';
  if (told.map(({ kind }) => kind).join() !== expected)
    throw new Error(`booking ${seed}: ${JSON.stringify(told)}`);
  return browser;
}

/** Books a trip whose change is quoted, and returns what its traveller does then, and is told. */
export async function bookAndQuoteChange(product: Product, seed: number): Promise<() => Promise<Told[]>> {
  const browser = createBrowser(product.url, seed, patienceMs);
  const sandboxes = connectSandboxes(product);
  const attempt = 'paid change';
  const purchase = await choosePurchase(browser, { seed, attempt }, sandboxes.duffel);
  return prepareTrip({ seed, attempt }, { browser, purchase, ...sandboxes });
}

interface BookOptions {
  attempt?: CrashCase['attempt'];
  isSignedIn?: boolean;
}

/** Waits until no job has anything left to do. */
export async function waitUntilSettled(databaseUrl: string, timeoutMs = patienceMs): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  try {
    await eventually(async () => (await countUnfinished(pool)) === 0 || undefined, timeoutMs);
  } finally {
    await pool.end();
  }
}
