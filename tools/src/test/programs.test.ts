import { describe, expect, it } from 'vitest';
import { assertNumbers, listPrograms, parseShard } from './programs.ts';

const numbers = { crash: '1000', trips: '240', sequences: '500' };

describe('the programs of npm run test:full', () => {
  it.each([1, 2, 3, 4, 5])('are each in one of %i shards', (count) => {
    const names = Array.from({ length: count }, (_, index) =>
      listPrograms(numbers, { index: index + 1, count }, '77'),
    )
      .flat()
      .map(({ name }) => name);
    const all = listPrograms(numbers, { index: 1, count: 1 }, '77').map(({ name }) => name);
    expect(names.toSorted()).toEqual(all.toSorted());
  });

  it('take the numbers that are asked for, and a new seed', () => {
    const programs = JSON.stringify(listPrograms(numbers, { index: 1, count: 1 }, '77'));
    for (const number of Object.values(numbers)) expect(programs).toContain(`"${number}"`);
    expect(programs.split('"77"')).toHaveLength(2);
  });
});

it.each(['abc', '0', '-1', '1.5', ''])('%j is no number of bookings', (crash) => {
  const check = () => assertNumbers({ ...numbers, fuzz: '20', crash });
  expect(check).toThrow('--crash takes a number, such as 20.');
});

it.each(['4', '0/4', '5/4', 'a/b', '1/4/4'])('%s is no shard', (text) => {
  expect(() => parseShard(text)).toThrow('--shard takes one of some shards, such as 1/4.');
});

it('a shard is one of some', () => {
  expect(parseShard('2/4')).toEqual({ index: 2, count: 4 });
});
