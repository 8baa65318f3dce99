import * as first from './20261126_0017_first.ts';

export const migrations = { '20261126_0017_first': first };
