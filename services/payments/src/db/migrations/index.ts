import * as first from './20261126_0016_first.ts';

export const migrations = { '20261126_0016_first': first };
