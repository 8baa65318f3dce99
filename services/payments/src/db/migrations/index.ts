import * as first from './20261201_0036_first.ts';

export const migrations = { '20261201_0036_first': first };
