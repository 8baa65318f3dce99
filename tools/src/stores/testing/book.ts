import type { Product } from '../../local/product.ts';
import { choosePurchase, runAttempt } from '../../crash/attempt.ts';
import { createBrowserOfSeed, type Browser } from '../../crash/browser.ts';
import type { CrashCase } from '../../crash/cases.ts';

const patienceMs = 60_000;

/** Books as a new visitor and returns their browser; throws unless the booking is confirmed, and cancelled if it has to be. */
export async function book(
  product: Pick<Product, 'url'>,
  seed: number,
  { attempt = 'plain', isSignedIn = attempt === 'book and cancel' }: BookOptions = {},
): Promise<Browser> {
  const browser = createBrowserOfSeed(product.url, seed);
  const chosen = isSignedIn ? 'book and cancel' : attempt;
  const purchase = await choosePurchase(browser, { seed, attempt: chosen });
  const told = await runAttempt({ attempt } as CrashCase, {
    ...{ browser, purchase, patienceMs },
    passChallenge: async () => undefined,
    onStatusToken: () => undefined,
  });
  const expected = attempt === 'book and cancel' ? 'confirmed,cancelled' : 'confirmed';
  if (told.map(({ kind }) => kind).join() !== expected)
    throw new Error(`booking ${seed}: ${JSON.stringify(told)}`);
  return browser;
}

interface BookOptions {
  attempt?: CrashCase['attempt'];
  isSignedIn?: boolean;
}
