import * as first from './20261126_0004_first.ts';

export const migrations = { '20261126_0004_first': first };
