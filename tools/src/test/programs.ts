import { UsageError } from '@fareline/service-kit/command-line';

export interface Program {
  name: string;
  /** One of four parts, which take about equally long. */
  shard: 1 | 2 | 3 | 4;
  /** Arguments of Node. */
  args: string[];
  env?: Record<string, string>;
}

export interface Shard {
  index: number;
  count: number;
}

/** Throws a UsageError unless it is one of some shards. */
export function parseShard(text: string): Shard {
  const [, index, count] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (index && count && index <= count) return { index, count };
  throw new UsageError('--shard takes one of some shards, such as 1/4.');
}

type Numbers = Record<'crash' | 'trips' | 'sequences' | 'fuzz', string>;

/** Throws a UsageError unless all are whole numbers, before anything has run. */
export function assertNumbers(numbers: Numbers): void {
  for (const name of ['crash', 'trips', 'sequences', 'fuzz'] as const)
    if (!/^[1-9]\d*$/.test(numbers[name])) throw new UsageError(`--${name} takes a number, such as 20.`);
}

/** The programs of a shard. The sequences of `npm test` run with another seed, and more of them. */
export function listPrograms(numbers: Omit<Numbers, 'fuzz'>, shard: Shard, seed: string): Program[] {
  const programs: Program[] = [
    {
      name: 'Lighthouse',
      shard: 1,
      args: ['tools/with-packages.mjs', 'tools/src/lighthouse', 'lighthouse.ts'],
    },
    {
      name: 'Sequences',
      shard: 4,
      args: ['node_modules/vitest/vitest.mjs', 'run', 'services/payments/src/recovery/sequences.test.ts'],
      env: { SEQUENCES: numbers.sequences, SEQUENCES_SEED: process.env.SEQUENCES_SEED ?? seed },
    },
    {
      name: 'Crashes of bookings',
      shard: 3,
      args: ['tools/src/crash/crash.ts', '--runs', numbers.crash],
    },
    {
      name: 'Crashes of trips',
      shard: 2,
      args: ['tools/src/crash/crash.ts', '--trips', numbers.trips],
    },
  ];
  return programs.filter((program) => (program.shard - 1) % shard.count === shard.index - 1);
}
