import * as first from './20261201_0038_first.ts';

export const migrations = { '20261201_0038_first': first };
