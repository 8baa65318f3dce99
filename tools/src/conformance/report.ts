import type { Answers } from './probes.ts';
import { compareAnswers } from './shape.ts';

/** Lists what the sandbox answers differently, one line each: call, place, and what the provider and the sandbox have there. */
export function listDifferences(provider: Answers, sandbox: Answers): string[] {
  return [...new Set([...provider.keys(), ...sandbox.keys()])].flatMap((call) => {
    const [expected, actual] = [provider.get(call), sandbox.get(call)];
    if (!expected || !actual)
      return [`${call}: no offer of the test airline at the ${expected ? 'sandbox' : 'provider'}`];
    return compareAnswers(expected, actual).map(
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
