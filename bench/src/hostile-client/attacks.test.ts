import { expect, it } from 'vitest';
import { attacks, getSentShare, runAttack, type AttackName } from './attacks.ts';

const names = Object.keys(attacks) as AttackName[];

it.each(names)('notices that the attack %s reached nothing', async (name) => {
  const target = {
    ...{ url: 'http://127.0.0.1:9', ipAddresses: ['203.0.113.1'] },
    ...{ offerIds: ['a'], email: '', firstSearch: 0 },
  };
  // An attack may end before a connection was refused.
  for (const ms of [0, 50]) {
    const outcomes = await runAttack(name, target, AbortSignal.timeout(ms));
    expect(getSentShare(name, outcomes, 30)).toBe(0);
  }
});

it.each([
  ['searches', { '200': 40, '429': 199, ECONNREFUSED: 5 }, false],
  ['searches', { '200': 40, '429': 199, 'unanswered at the end': 1 }, true],
  ['hosts', { '200': 1199 }, false],
  ['hosts', { '200': 1200 }, true],
  ['streams', { '429': 199 }, false],
  ['streams', { '429': 176, 'unanswered at the end': 24 }, true],
  ['half-open', { connected: 499, '408': 900 }, false],
  ['half-open', { connected: 500, 'open at the end': 500 }, true],
] as const)('of the attack %s with %o all was sent in 30 s: %s', (name, outcomes, isComplete) =>
  expect(getSentShare(name, outcomes, 30) === 1).toBe(isComplete),
);
