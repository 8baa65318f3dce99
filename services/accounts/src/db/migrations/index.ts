import * as first from './20261201_0009_first.ts';

export const migrations = { '20261201_0009_first': first };
