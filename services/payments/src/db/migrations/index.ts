import * as first from './20261129_0030_first.ts';

export const migrations = { '20261129_0030_first': first };
