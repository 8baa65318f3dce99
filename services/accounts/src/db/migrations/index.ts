import * as first from './20261126_0003_first.ts';

export const migrations = { '20261126_0003_first': first };
