import * as first from './20261126_0014_first.ts';

export const migrations = { '20261126_0014_first': first };
