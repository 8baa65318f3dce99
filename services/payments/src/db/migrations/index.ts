import * as first from './20261129_0031_first.ts';

export const migrations = { '20261129_0031_first': first };
