import * as first from './20261201_0034_first.ts';

export const migrations = { '20261201_0034_first': first };
