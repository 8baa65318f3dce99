import * as first from './20261126_0013_first.ts';

export const migrations = { '20261126_0013_first': first };
