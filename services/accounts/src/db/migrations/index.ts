import * as first from './20261129_0008_first.ts';

export const migrations = { '20261129_0008_first': first };
