import type { Answers } from './api.ts';
import { compareAnswers } from './shape.ts';

/** Lists what the sandbox answers differently, one line each: call, place, and what the provider and the sandbox have there. */
export function listDifferences(provider: Answers, sandbox: Answers, contractField?: RegExp): string[] {
  return [...new Set([...provider.keys(), ...sandbox.keys()])].flatMap((call) => {
    const [expected, actual] = [provider.get(call), sandbox.get(call)];
    if (!expected || !actual)
      return [`${call}: not made at the ${expected ? 'sandbox' : 'provider'}, where an earlier call failed`];
    return compareAnswers(expected, actual, contractField).map(
      ({ place, provider: has, sandbox: had }) => `${call}: ${place}: provider ${has}, sandbox ${had}`,
    );
  });
}

/** The test token of the environment. Throws without one, and for any other token: a live token must make no calls here. */
export function readTestToken(env: Record<string, string | undefined>): string {
  const token = env.DUFFEL_TOKEN_TEST;
  if (!token) throw new Error('Set DUFFEL_TOKEN_TEST to a test token of the provider (duffel_test_...).');
  if (!token.startsWith('duffel_test_'))
    throw new Error('DUFFEL_TOKEN_TEST is not a test token: it must start with duffel_test_.');
  return token;
}

/** The key of the environment's test mode, undefined without one. Throws for any other key: a live key must make no calls here. */
export function readStripeKey(env: Record<string, string | undefined>): string | undefined {
  const key = env.STRIPE_KEY_TEST;
  if (!key) return undefined;
  if (!/^[sr]k_test_/.test(key))
    throw new Error('STRIPE_KEY_TEST is not a test key: it must start with sk_test_ or rk_test_.');
  if (key.endsWith('_sandbox'))
    throw new Error('STRIPE_KEY_TEST is the key of the sandbox: set one of your own account.');
  return key;
}
