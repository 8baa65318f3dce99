import * as first from './20261129_0032_first.ts';

export const migrations = { '20261129_0032_first': first };
