import { describe, expect, it } from 'vitest';
import { roundsOf } from './rounds.ts';

describe('first starts', () => {
  it.each([1, 2, 3, 20])('are %s in all', (starts) => {
    expect(roundsOf(starts).reduce((sum, round) => sum + round.starts, 0)).toBe(starts);
  });

  it('begin with two on one database, and have some that let nobody else read their files', () => {
    const rounds = roundsOf(20);
    expect(rounds[0]).toMatchObject({ starts: 2, sharesDatabase: true });
    expect(rounds.filter((round) => round.sharesDatabase)).toHaveLength(4);
    expect(rounds.filter((round) => round.umask === '077')).toHaveLength(4);
  });
});
