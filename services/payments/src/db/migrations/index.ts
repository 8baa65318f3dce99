import * as first from './20261126_0012_first.ts';

export const migrations = { '20261126_0012_first': first };
