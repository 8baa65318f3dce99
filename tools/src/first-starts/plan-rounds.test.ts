import { describe, expect, it } from 'vitest';
import { planRounds } from './plan-rounds.ts';

describe('planRounds', () => {
  it.each([1, 2, 3, 20])('plans %s starts in total', (starts) => {
    expect(planRounds(starts).reduce((sum, round) => sum + round.starts, 0)).toBe(starts);
  });

  it('begins with two starts on one database and includes starts with umask 077', () => {
    const rounds = planRounds(20);
    expect(rounds[0]).toMatchObject({ starts: 2, sharesDatabase: true });
    expect(rounds.filter((round) => round.sharesDatabase)).toHaveLength(4);
    expect(rounds.filter((round) => round.umask === '077')).toHaveLength(4);
  });
});
