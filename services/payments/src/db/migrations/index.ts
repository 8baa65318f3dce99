import * as first from './20261126_0009_first.ts';

export const migrations = { '20261126_0009_first': first };
