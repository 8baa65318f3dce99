import * as first from './20261126_0011_first.ts';

export const migrations = { '20261126_0011_first': first };
