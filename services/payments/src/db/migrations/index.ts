import * as first from './20261126_0015_first.ts';

export const migrations = { '20261126_0015_first': first };
